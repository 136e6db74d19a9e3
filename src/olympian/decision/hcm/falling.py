"""Actions of a robot that falls, lies and gets up."""

from dataclasses import dataclass

from olympian.decision.hcm.blackboard import Seat
from olympian.decision.hcm.elements import HcmAction
from olympian.records import Semantic
from olympian.state import is_lying

LEAST = 0.3
"""Seconds a fall takes at least: until then slow does not mean that it has come to rest."""


@dataclass
class Brace(HcmAction):
    """Falls as softly as it can; until it has come to rest, or stands again after all.

    A dive is a fall that was asked for: another movement, which is played to its end.
    """

    side: str

    def __post_init__(self) -> None:
        self._begun = False

    def perform(self) -> None:
        """Play the movement for this side, if the robot has one."""
        board = self.blackboard
        board.acting = True
        if not self._begun:
            self._begun, self._dives = True, board.dives
            board.seat, board.down, board.braced = Seat.NO, True, False
            board.wake()
            board.begin(f"{'dive' if self._dives else 'fall'}_{self.side}")
        elif board.body.animator.arrived:
            board.braced = True
        board.be(Semantic.FALLING, f"{'dives' if self._dives else 'falls'} on its {self.side}")
        if self._dives:
            if not board.body.busy:
                self.pop()
            return
        took = self.now - self.since
        rests = took > LEAST and board.quiet_since is not None
        # one that leans on something, crouched, has to stand up again before it is asked anew
        ended = is_lying(board.state.R_world_torso) or not board.body.busy
        if (rests and ended) or took > board.config.brace_most_s:
            self.pop()


class GoLimp(HcmAction):
    """Lets go after a fall, if it lies or cannot stand the way it is held."""

    def perform(self) -> None:
        """For a moment."""
        board = self.blackboard
        # one that still topples leans on something: only limp it comes down, and up again
        if board.lying is None and board.toppling is None:
            board.down = False  # it caught itself
            self.pop()
            return
        board.be(Semantic.FALLING, "goes soft")
        board.go_limp()
        if self.now - self.since >= board.config.limp_s:
            self.pop()


class LieStill(HcmAction):
    """Waits until it has come to rest, and until it may get up."""

    def perform(self) -> None:
        """Soft, as after every fall."""
        board, config = self.blackboard, self.blackboard.config
        board.down = True
        board.be(Semantic.FALLEN, board.down_because)
        board.go_limp()
        quiet = board.quiet_since
        still = quiet is not None and self.now - quiet >= config.lie_s
        if board.lying is None:
            self.interrupt()  # somebody set it up
        elif not board.down_because and (still or self.now - self.since > config.lie_most_s):
            self.pop()


@dataclass
class GetUp(HcmAction):
    """Plays the movement for the side that is down."""

    side: str

    def __post_init__(self) -> None:
        self._begun = False

    def perform(self) -> None:
        """To its end; if it still lies then, the question is asked again."""
        board = self.blackboard
        board.acting = True
        if not self._begun:
            self._begun = True
            board.attempts += 1
            board.wishes.get_up = False
            board.wake()
            board.begin_to_rise(f"getup_{self.side}")
        elif not board.body.busy:
            self.pop()
        board.be(Semantic.GETTING_UP, f"from its {self.side}, attempt {board.attempts}")
