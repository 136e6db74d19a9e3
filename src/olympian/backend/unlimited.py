"""A body whose joints may be sent as far as their servos turn: to find where they stop."""

from dataclasses import replace

from olympian.backend.protocol import Backend
from olympian.records import JointGoal, Sensors
from olympian.robot import Robot
from olympian.servo import ServoBank

__all__ = ["UnlimitedBackend"]


class UnlimitedBackend:
    """Any body with servos; its robot's limits are the ends of what the servos count.

    Limits of a description are what somebody wrote down. A joint is driven beyond them only to find
    where it really stops.
    """

    def __init__(self, inner: Backend, servos: ServoBank) -> None:
        """Args: servos: those of the body."""
        self.inner, self.dt = inner, inner.dt
        self.robot = _unlimited(inner.robot, servos)

    @property
    def servos(self) -> ServoBank | None:
        """Those of the body."""
        return self.inner.servos

    def read(self) -> Sensors:
        """What the body feels."""
        return self.inner.read()

    def write(self, goal: JointGoal) -> None:
        """Let the body do it."""
        self.inner.write(goal)

    def close(self) -> None:
        """Let go of the body."""
        self.inner.close()


def _unlimited(robot: Robot, servos: ServoBank) -> Robot:
    ends = zip(robot.joint_names, *servos.range, strict=True)
    range_of = {name: (float(low), float(high)) for name, low, high in ends}
    joints = [
        replace(joint, lower=range_of[joint.name][0], upper=range_of[joint.name][1])
        if joint.name in range_of
        else joint
        for joint in robot.tree.joints
    ]
    return replace(robot, tree=replace(robot.tree, joints=tuple(joints)))
