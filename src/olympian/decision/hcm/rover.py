"""A robot with legs, driven as if it had wheels: velocities or places in, odometry out."""

from collections.abc import Mapping

from olympian.decision.navigate import Goal, Navigator, TwistGate
from olympian.decision.navigate.ramp import Acceleration
from olympian.decision.navigate.reckoning import Reckoning
from olympian.errors import OlympianError
from olympian.geometry import Place, Vec
from olympian.goal import Refusal, Source
from olympian.motion import SkillStatus
from olympian.motion.walks import Walk
from olympian.records import JointGoal, Odometry, RobotState, Twist

__all__ = ["Rover"]

ACCELERATION: Acceleration = (0.4, 0.3, 2.0)
"""m/s², m/s² and rad/s² of commands; a walk has limits of its own, which may be lower."""

STILL = Twist()


class Rover:
    """A claimant for the legs. Commands that nobody renews come to rest (`TwistGate`).

    The place goes on over falls.
    """

    def __init__(self, walk: Walk, acceleration: Acceleration = ACCELERATION) -> None:
        """Args: walk: moves the legs; nobody else should command it."""
        self.walk = walk
        self.acceleration = acceleration
        self.gate = TwistGate(walk.top_speed, acceleration)
        self.navigator: Navigator | None = None
        """Leads while it has a goal."""
        self.refusals: Mapping[str, Refusal] = {}
        """What it did not get in the last tick, by part."""
        self.reckoning: Reckoning | None = None
        """A sense of place beyond its own steps, where it has a map and a camera."""
        self.odometry = Odometry()
        """Where its steps have led, and how surely that is known."""
        self._last = self.odometry.place

    @property
    def source(self) -> Source:
        """A walk on its way; else only what keeps the robot up."""
        return Source.WALK if self.wants else Source.BEHAVIOUR

    @property
    def wants(self) -> bool:
        """Is it on its way, or asked to be?"""
        if self.walk.status is SkillStatus.RUNNING or self._goal is not None:
            return True
        return self.gate.twist != STILL or self.gate.wish != STILL

    @property
    def _goal(self) -> Goal | None:
        return None if self.navigator is None else self.navigator.goal

    @property
    def place(self) -> Place:
        """Where it believes it is, by all it has: its steps, and its sense of place."""
        return self.odometry.place if self.reckoning is None else self.reckoning.place

    def command(self, twist: Twist) -> None:
        """Go this way for as long as it is said again and again; a goal is forgotten."""
        if self.navigator is not None:
            self.navigator.cancel()
        self.gate.command(twist)

    def go_to(self, goal: Goal | tuple[float, float, float]) -> None:
        """Go to a place in the frame of the odometry; `navigator` knows the obstacles."""
        if self.navigator is None:
            raise OlympianError("a rover without a navigator knows no way: give it one first")
        self.navigator.go_to(goal)

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick."""
        self.refusals = {}
        speed = self._find_itself(state, dt)
        navigator = self.navigator
        if navigator is not None and self._goal is not None:
            self.gate.command(navigator.step(self.place, speed, dt))
        self.walk.command(self.gate.step(dt))
        return self.walk.step(state, dt)

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """Remember it until the next tick."""
        self.refusals = parts

    def finish(self) -> None:
        """Come to a stop; the goal stays."""
        self.gate.reset()
        self.walk.command(Twist())

    def interrupt(self, why: str) -> None:  # noqa: ARG002
        """The walk loses its phase."""
        if self.reckoning is not None:
            self.reckoning.fell()
        self.gate.reset()
        self.walk.reset()

    def begin_at(self, q: Vec) -> None:
        """Walk on from where it was put."""
        self.walk.begin_at(q)

    def _find_itself(self, state: RobotState, dt: float) -> Twist:
        """Follow the steps, and the camera where there is one; the speed of the steps."""
        self.odometry, stepped = state.odometry, state.odometry.place
        if self.reckoning is not None:
            self.reckoning.step(stepped, state, dt)
        speed = _speed(self._last, stepped, dt)
        self._last = stepped
        return speed


def _speed(before: Place, after: Place, dt: float) -> Twist:
    """Velocity in the robot's own frame."""
    moved = before.inverse().then(after)
    return Twist(moved.x / dt, moved.y / dt, moved.yaw / dt)
