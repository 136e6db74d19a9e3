"""Actions of a robot that sits down to rest, and rises again."""

from dataclasses import dataclass

from olympian.decision.hcm.deed import Deed
from olympian.decision.hcm.reasons import Why
from olympian.records import Semantic

__all__ = ["Relax", "Rise", "SitDown"]

SIT, RISE = "sit", "rise"


@dataclass
class SitDown(Deed):
    """Goes to a pose that stays up without motors; a robot that knows none holds on."""

    state: Semantic
    why: Why

    def __post_init__(self) -> None:
        self._begun = False

    def perform(self) -> None:
        """To the end of the movement."""
        board = self.blackboard
        board.be(self.state, board.words(self.why))
        board.try_tripped()
        if not board.knows(SIT):
            return
        board.acting = True
        if not self._begun:
            self._begun = True
            board.body.hold(board.q_goal)
            board.begin(SIT)
        elif not board.body.busy:
            board.sitting = True
            self.pop()


@dataclass
class Relax(Deed):
    """Sits or lies with its motors off."""

    state: Semantic
    why: Why

    def perform(self) -> None:
        """Let go."""
        board = self.blackboard
        board.be(self.state, board.words(self.why))
        board.go_limp()
        board.try_tripped()


class Rise(Deed):
    """Gets up from where it sat down."""

    def __init__(self) -> None:
        self._begun = False

    def perform(self) -> None:
        """To the end of the movement."""
        board = self.blackboard
        board.be(Semantic.GETTING_UP, "from sitting")
        board.acting = True
        if not self._begun:
            self._begun = True
            board.wake()
            board.begin(RISE)
        elif not board.body.busy:
            board.sitting = False
            self.pop()
