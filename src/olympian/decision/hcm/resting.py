"""Actions of a robot that sits down to rest, and rises again."""

from dataclasses import dataclass

from olympian.decision.hcm.blackboard import Seat
from olympian.decision.hcm.elements import HcmAction
from olympian.decision.hcm.reasons import Why
from olympian.records import Semantic

SIT, RISE = "sit", "rise"


@dataclass
class SitDown(HcmAction):
    """Goes to a pose that stays up without motors; a robot that knows none holds on."""

    state: Semantic
    why: Why

    def perform(self) -> None:
        """To the end of the movement; one that is just rising does that first."""
        board = self.blackboard
        board.be(self.state, board.words(self.why))
        board.try_tripped()
        if not board.knows(SIT):
            return
        board.acting = True
        if board.seat is Seat.NO:
            board.body.hold(board.q_goal)
            board.begin(SIT)
            board.seat = Seat.SINKING
        elif not board.body.busy:
            sat = board.seat is Seat.SINKING
            board.seat = Seat.SITTING if sat else Seat.NO
            if sat:
                self.pop()


@dataclass
class Relax(HcmAction):
    """Sits or lies with its motors off."""

    state: Semantic
    why: Why

    def perform(self) -> None:
        """Let go."""
        board = self.blackboard
        board.be(self.state, board.words(self.why))
        board.go_limp()
        board.try_tripped()


class Rise(HcmAction):
    """Gets up from where it sat down."""

    def perform(self) -> None:
        """To the end of the movement; one that is still sinking does that first."""
        board = self.blackboard
        board.be(Semantic.GETTING_UP, "from sitting")
        board.acting = True
        if board.seat is Seat.SITTING:
            board.wake()
            board.begin_to_rise(RISE)
            board.seat = Seat.RISING
        elif not board.body.busy:
            risen = board.seat is Seat.RISING
            board.seat = Seat.NO if risen else Seat.SITTING
            if risen:
                self.pop()
