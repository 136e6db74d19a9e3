"""The numbers that versions have for the same words.

Versions 20 and 19 are those of the Humanoid league, which count penalties differently. Version 18
is that of the Standard Platform League until 2025, version 12 that of the Humanoid league until
then: a set play is one of its secondary states.
"""

from typing import TypeVar

from olympian.team.game.packet import GamePhase, Penalty, PlayState, SetPlay

__all__ = ["LAST_RESORT", "PENALTIES", "PHASES", "SECONDARY", "SET_PLAYS", "STATES", "code_of"]

Word = TypeVar("Word")

_PLAIN = dict(enumerate(PlayState))
STATES = {20: _PLAIN, 19: _PLAIN, 18: {**_PLAIN, 5: PlayState.INITIAL}, 12: _PLAIN}
"""Of each version. The fifth of version 18 is "standby": robots stand and wait for a sign of the
referee, which makes them ready."""
PHASES = dict(enumerate(GamePhase))
SET_PLAYS: dict[int, dict[int, SetPlay]] = {
    20: dict(enumerate(SetPlay)),
    19: dict(enumerate(SetPlay)),
    18: {
        0: SetPlay.NONE,
        1: SetPlay.GOAL_KICK,
        2: SetPlay.DIRECT_FREE_KICK,  # for pushing
        3: SetPlay.CORNER_KICK,
        4: SetPlay.THROW_IN,  # kicked in
        5: SetPlay.PENALTY_KICK,
        6: SetPlay.INDIRECT_FREE_KICK,  # that league has none; ours may
    },
}
SECONDARY: dict[int, tuple[GamePhase, SetPlay]] = {
    0: (GamePhase.NORMAL, SetPlay.NONE),
    1: (GamePhase.SHOOT_OUT, SetPlay.NONE),
    2: (GamePhase.EXTRA_TIME, SetPlay.NONE),
    3: (GamePhase.TIMEOUT, SetPlay.NONE),
    4: (GamePhase.NORMAL, SetPlay.DIRECT_FREE_KICK),
    5: (GamePhase.NORMAL, SetPlay.INDIRECT_FREE_KICK),
    6: (GamePhase.NORMAL, SetPlay.PENALTY_KICK),
    7: (GamePhase.NORMAL, SetPlay.CORNER_KICK),
    8: (GamePhase.NORMAL, SetPlay.GOAL_KICK),
    9: (GamePhase.NORMAL, SetPlay.THROW_IN),
    128: (GamePhase.NORMAL, SetPlay.NONE),  # dropped ball
    255: (GamePhase.NORMAL, SetPlay.NONE),  # unknown
}
"""Of version 12."""
_ALL = tuple(Penalty)[:-1]
PENALTIES: dict[int, dict[int, Penalty]] = {
    20: dict(enumerate(_ALL)),
    19: dict(
        enumerate(one for one in _ALL if one not in (Penalty.MOTION_IN_STOP, Penalty.CAUTIONED))
    ),
    18: {
        0: Penalty.NONE,
        1: Penalty.BALL_HOLDING,
        2: Penalty.PUSHING,
        3: Penalty.MOTION_IN_SET,
        4: Penalty.INCAPABLE,
        5: Penalty.ILLEGAL_POSITION,
        6: Penalty.LEAVING_THE_FIELD,
        7: Penalty.PICK_UP,
        8: Penalty.LOCAL_GAME_STUCK,
        9: Penalty.ILLEGAL_POSITION,  # in set
        14: Penalty.SUBSTITUTE,
        15: Penalty.OTHER,  # manual
    },
    12: {
        0: Penalty.NONE,
        14: Penalty.SUBSTITUTE,
        15: Penalty.OTHER,  # manual
        30: Penalty.BALL_HOLDING,  # or handling it
        31: Penalty.PUSHING,
        32: Penalty.ILLEGAL_POSITION,  # attack
        33: Penalty.ILLEGAL_POSITION,  # defence
        34: Penalty.PICK_UP,  # or incapable
        35: Penalty.INCAPABLE,  # service
    },
}
"""Of each version, by their codes; a code that is not here means `OTHER`."""
LAST_RESORT = 15
"""Said where a version has no code for a penalty."""


def code_of(table: dict[int, Word], word: Word, fallback: int | None = None) -> int:
    """The lowest code of a word; where it has none, the fallback.

    Raises: KeyError: there is no fallback either.
    """
    for code, one in table.items():
        if one is word:
            return code
    if fallback is None:
        raise KeyError(word)
    return fallback
