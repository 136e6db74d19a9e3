"""Actions that permit skills to act, or not."""

from dataclasses import dataclass
from math import radians

import numpy as np

from olympian.decision.hcm.blackboard import Permission
from olympian.decision.hcm.elements import HcmAction
from olympian.decision.hcm.reasons import Why
from olympian.records import Semantic

NEAR = radians(5.0)
"""Joints that sag are where they were sent; others begin where they are."""


@dataclass
class Let(HcmAction):
    """Skills may do what the state allows them."""

    state: Semantic

    def perform(self) -> None:
        """Nothing: others act."""
        board = self.blackboard
        board.wake()
        board.soften(frozenset())
        board.revive()
        board.attempts, board.down = 0, False
        board.be(self.state, permission=Permission.FREE)


@dataclass
class Finish(HcmAction):
    """What is under way comes to its end, because of a stop or a fault."""

    state: Semantic
    why: Why

    def perform(self) -> None:
        """Skills are told to end; the state is already what it is for."""
        self.blackboard.be(self.state, self.blackboard.words(self.why), Permission.ENDING)


@dataclass
class HoldStill(HcmAction):
    """Stays as it is; what is limp stays limp."""

    state: Semantic
    why: Why

    def perform(self) -> None:
        """Joints keep their last goals; servos that gave up are tried again."""
        board = self.blackboard
        board.be(self.state, board.words(self.why))
        board.try_tripped()


class StartUp(HcmAction):
    """Motors come on where the joints are."""

    def perform(self) -> None:
        """Until the sensors have had time to say something."""
        board = self.blackboard
        board.be(Semantic.STARTUP, "waits for its sensors", Permission.WAITING)
        if np.abs(board.state.q - board.robot.ready).max() > NEAR:
            board.q_goal = board.state.q
        if self.now - self.since >= board.config.startup_s:
            board.started = True
            board.last_wish = self.now
            self.pop()


class Teach(HcmAction):
    """Some limbs are soft, to be moved by hand; the others hold."""

    def perform(self) -> None:
        """Switch what has changed."""
        board = self.blackboard
        board.be(Semantic.RECORD, f"{', '.join(sorted(board.wishes.limp))} in your hands")
        board.soften(board.wishes.limp)
