"""What a referee says is obeyed: penalties, and standing still."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from olympian.team import GameReturn, GameState, PlayState

if TYPE_CHECKING:
    from olympian.humanoid.humanoid import Humanoid

__all__ = ["RefereeLine", "Refereeing"]


class RefereeLine(Protocol):
    """A line to whoever leads the game, for instance a `GameControllerLink`."""

    team: int
    player: int

    def step(self, now: float, answer: Callable[[], GameReturn] | None = None) -> GameState | None:
        """How the game stands; None: nobody was heard. Answers with what `answer` returns."""
        ...

    def reset(self) -> None:
        """As if nothing had been heard."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class Refereeing:
    """Listens once a tick. A penalty stops all skills; where all are to stand, nobody walks."""

    def __init__(self, robot: "Humanoid", line: RefereeLine, write: Callable[[str], None]) -> None:
        """Args: write: adds a line to the robot's log."""
        self._robot, self.line, self._write = robot, line, write
        self.game: GameState | None = None
        """What was heard last; None: nothing yet."""
        self._said = ""

    def step(self) -> None:
        """Hear, obey and answer."""
        robot = self._robot
        now = 0.0 if robot.state is None else robot.state.t
        self.game = game = self.line.step(now, self._answer)
        if game is None:
            return
        robot.hcm.wishes.penalty = game.penalised
        robot.machine.bar(f"the referee says: {_order(game)}" if game.still else "")
        if game.state is not PlayState.FINISHED:
            robot.hcm.wake()  # who waits for the kick-off does not go to sleep
        if (said := _words(game)) != self._said:
            self._said = said
            self._write(said)

    def reset(self) -> None:
        """As if nothing had been heard; nobody is penalised."""
        self.line.reset()
        self.game, self._said = None, ""
        self._robot.hcm.wishes.penalty = False
        self._robot.machine.bar("")

    def _answer(self) -> GameReturn:
        robot, place = self._robot, self._robot.place
        tracker = robot.tracker
        ball = None if tracker is None or robot.state is None else tracker.model.ball
        age, where = None, (0.0, 0.0)
        if ball is not None and robot.state is not None:
            age, where = max(robot.state.t - ball.seen_at, 0.0), (ball.ahead, ball.left)
        return GameReturn(
            self.line.team, self.line.player, robot.situation.state.is_down,
            (place.x, place.y, place.yaw), age, where,
        )  # fmt: skip


def _order(game: GameState) -> str:
    return "stop" if game.stopped else str(game.state)


def _words(game: GameState) -> str:
    """A line for the log whenever this changes."""
    stopped = ", stopped" if game.stopped else ""
    out = f"; penalty: {game.me.penalty}" if game.penalised else ""
    score = f"{game.mine.score}:{game.other.score}"
    play = "" if game.set_play == "none" else f" {game.set_play}"
    return f"game {game.state}{play}{stopped} {score}{out}"
