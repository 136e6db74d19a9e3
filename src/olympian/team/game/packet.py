"""What a GameController says to everybody on the field, whatever its version."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "COLOURS",
    "GamePacket",
    "GamePhase",
    "Penalty",
    "PlayState",
    "PlayerInfo",
    "SetPlay",
    "TeamInfo",
]

COLOURS = (
    "blue", "red", "yellow", "black", "white", "green", "orange", "purple", "brown", "grey",
)  # fmt: skip
"""Of shirts, by their codes."""


class PlayState(StrEnum):
    """What robots are to do now."""

    INITIAL = "initial"
    """Stand beside the field."""
    READY = "ready"
    """Walk to the places for the kick-off or a set play."""
    SET = "set"
    """Stand still and wait."""
    PLAYING = "playing"
    FINISHED = "finished"


class GamePhase(StrEnum):
    """Which part of a game this is."""

    NORMAL = "normal"
    SHOOT_OUT = "shoot-out"
    EXTRA_TIME = "extra time"
    TIMEOUT = "timeout"


class SetPlay(StrEnum):
    """How the ball comes back into the game."""

    NONE = "none"
    DIRECT_FREE_KICK = "direct free kick"
    INDIRECT_FREE_KICK = "indirect free kick"
    PENALTY_KICK = "penalty kick"
    THROW_IN = "throw-in"
    GOAL_KICK = "goal kick"
    CORNER_KICK = "corner kick"


class Penalty(StrEnum):
    """Why a player may not play."""

    NONE = "none"
    ILLEGAL_POSITION = "illegal position"
    MOTION_IN_SET = "motion in set"
    MOTION_IN_STOP = "motion in stop"
    LOCAL_GAME_STUCK = "local game stuck"
    INCAPABLE = "incapable robot"
    PICK_UP = "pick-up"
    BALL_HOLDING = "ball holding"
    LEAVING_THE_FIELD = "leaving the field"
    HANDS = "playing with arms or hands"
    PUSHING = "pushing"
    CAUTIONED = "cautioned"
    SENT_OFF = "sent off"
    SUBSTITUTE = "substitute"
    OTHER = "other"
    """One that this version has no word for."""


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """What the referee thinks of one player."""

    penalty: Penalty = Penalty.NONE
    seconds: int = 0
    """Until it may come back."""
    warnings: int = 0
    cautions: int = 0
    """Yellow cards."""


@dataclass(frozen=True, slots=True)
class TeamInfo:
    """One team."""

    number: int
    colour: int = 0
    """Of its field players' shirts: an index of `COLOURS`."""
    goalkeeper_colour: int = 0
    goalkeeper: int = 0
    """Number of the player; 0: none."""
    score: int = 0
    penalty_shot: int = 0
    """How many penalty shots it has taken."""
    single_shots: int = 0
    """A bit for each of them: did it score?"""
    message_budget: int | None = None
    """Messages that the team may still send; None: the version does not say."""
    players: tuple[PlayerInfo, ...] = ()
    """By their numbers, from 1."""

    def player(self, number: int) -> PlayerInfo:
        """One that the packet does not know has no penalty."""
        return self.players[number - 1] if 1 <= number <= len(self.players) else PlayerInfo()


@dataclass(frozen=True, slots=True)
class GamePacket:
    """One packet of a GameController."""

    version: int
    number: int
    """Counts packets, from 255 to 0."""
    players_per_team: int
    competition: int
    """Kind of the competition, as the version codes it."""
    state: PlayState
    teams: tuple[TeamInfo, TeamInfo]
    phase: GamePhase = GamePhase.NORMAL
    set_play: SetPlay = SetPlay.NONE
    stopped: bool = False
    """Has the referee stopped the game?"""
    first_half: bool = True
    kicking_team: int | None = None
    """Number of the team that has kick-off or set play; None: neither, as for a dropped ball."""
    seconds_remaining: int = 0
    """Of this half; below 0 when it has lasted too long."""
    secondary_seconds: int = 0
    """Of what goes on now: time-out, set play, the way to the places."""
