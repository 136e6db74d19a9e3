"""A robot under its control module, shoved: what it notices, and when it stands again."""

from olympian.backend import Actor
from olympian.backend.compliance import ComplianceSwitch
from olympian.breaker import STRICT
from olympian.decision.hcm import Rover, control_module
from olympian.motion import SkillStatus
from olympian.motion.walks import make_walk
from olympian.records import JointGoal, RobotState, Semantic, Twist

__all__ = ["Guarded", "guarded"]


class Guarded:
    """A rover under the module, whose driver goes on commanding whatever happens."""

    status = SkillStatus.RUNNING

    def __init__(self, actor: Actor) -> None:
        registers = ComplianceSwitch(actor.robot, actor.servos)
        self.rover = Rover(make_walk(actor.robot, None, registers))
        self.hcm = control_module(
            actor.robot, [self.rover], actor.torque, registers, breaker=STRICT
        )
        self._twist = Twist()
        self.noticed_at: float | None = None
        self.protected_at: float | None = None
        self.up_at: float | None = None
        """When it could be driven again after its fall."""

    def command(self, twist: Twist) -> None:
        """Where to walk, until something else is said."""
        self._twist = twist

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """What the module lets through."""
        self.rover.command(self._twist)
        goal = self.hcm.step(state, dt)
        now = self.hcm.situation.state
        if now is Semantic.FALLING:
            self.noticed_at = state.t if self.noticed_at is None else self.noticed_at
            if self.protected_at is None and self.hcm.braced:
                self.protected_at = state.t
        elif self.noticed_at is not None and self.up_at is None and not now.is_down:
            self.up_at = state.t
        return goal

    def reset(self) -> None:
        """As if just made."""
        self.hcm.reset()
        self.noticed_at = self.protected_at = self.up_at = None


def guarded(actor: Actor) -> Guarded:
    """The robot's best walk under its control module."""
    return Guarded(actor)
