"""A game as one line of text: what our own GameController does, one order after the other."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from olympian.errors import OlympianError, unknown
from olympian.team.game.controller import GameController
from olympian.team.game.packet import GamePhase, Penalty, PlayState, SetPlay

__all__ = ["GameOrder", "read_plan"]

Act = Callable[[GameController], None]
TIMED = (*PlayState, "wait")
ORDERS = (
    "initial, ready, set, playing, finished and wait, each with SECONDS; penalty TEAM/PLAYER KIND"
    " SECONDS; release TEAM/PLAYER; goal TEAM; kick-off TEAM; stop; go; second-half; shoot-out;"
    " a set play with its TEAM, as in corner-kick 2"
)


@dataclass(frozen=True, slots=True)
class GameOrder:
    """One order, and how long the controller goes on before the next one."""

    text: str
    seconds: float
    act: Act


def read_plan(text: str) -> tuple[GameOrder, ...]:
    """The orders of a plan such as `ready 5, set 3, playing 60, penalty 1/2 pushing 30`.

    Raises: OlympianError: one of them is none.
    """
    return tuple(_order(part.split()) for part in text.split(",") if part.strip())


def _order(words: list[str]) -> GameOrder:
    name, rest, text = words[0].lower(), words[1:], " ".join(words)
    if name in TIMED:
        _need(text, rest, 0, 1)
        seconds = _number(text, rest[0]) if rest else 0.0
        return GameOrder(text, seconds, _become(name))
    return GameOrder(text, 0.0, _act(name, rest, text))


def _become(name: str) -> Act:
    if name == "wait":
        return lambda _: None
    state = PlayState(name)
    return lambda controller: controller.become(state)


def _act(name: str, rest: list[str], text: str) -> Act:
    if name in ("penalty", "release"):
        return _penalty(name, rest, text)
    if name in _SIMPLE:
        _need(text, rest, 0, 0)
        return _SIMPLE[name]
    if name in ("goal", "kick-off"):
        _need(text, rest, 1, 1)
        team = int(_number(text, rest[0]))
        if name == "goal":
            return lambda controller: controller.score(team)
        return lambda controller: controller.kick_off(team)
    if name in _PLAYS:
        _need(text, rest, 1, 1)
        play, team = _PLAYS[name], int(_number(text, rest[0]))
        return lambda controller: controller.award(play, team)
    known = [*TIMED, "penalty", "release", "goal", "kick-off", *_SIMPLE, *_PLAYS]
    raise unknown("order", name, map(str, known))


def _penalty(name: str, rest: list[str], text: str) -> Act:
    _need(text, rest, 1, 1 if name == "release" else 3)
    try:
        team, player = map(int, rest[0].split("/"))
    except ValueError:
        raise OlympianError(f"'{text}': which player? TEAM/PLAYER, as in 1/2") from None
    if name == "release":
        return lambda controller: controller.release(team, player)
    kind = rest[1] if len(rest) > 1 else "pushing"
    if kind not in _PENALTIES:
        raise unknown("penalty", kind, _PENALTIES)
    penalty, seconds = _PENALTIES[kind], _number(text, rest[2]) if len(rest) > 2 else 30.0
    return lambda controller: controller.penalise(team, player, penalty, seconds)


def _need(text: str, rest: list[str], least: int, most: int) -> None:
    if not least <= len(rest) <= most:
        raise OlympianError(f"'{text}' does not say what it has to; orders are: {ORDERS}")


def _number(text: str, word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = -1.0
    if not 0.0 <= value < 1e6:
        raise OlympianError(f"'{text}': '{word}' is no number from 0")
    return value


def _named(words: Iterator[str]) -> dict[str, str]:
    return {word.replace(" ", "-"): word for word in words}


_PENALTIES = {
    key: Penalty(word) for key, word in _named(iter(Penalty)).items() if word != Penalty.NONE
}
_PLAYS = {key: SetPlay(word) for key, word in _named(iter(SetPlay)).items() if word != "none"}
_SIMPLE: dict[str, Act] = {
    "stop": lambda controller: controller.stop(),
    "go": lambda controller: controller.stop(False),
    "second-half": lambda controller: controller.enter(GamePhase.NORMAL, False),
    "shoot-out": lambda controller: controller.enter(GamePhase.SHOOT_OUT, False),
}
