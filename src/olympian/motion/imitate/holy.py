"""Team HOly's imitation: both forearms and elbows, and a crouch (2015, III-D4)."""

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, Vec3
from olympian.motion.imitate.arms import ArmPointing, PointedArm, Reading, arm_angles
from olympian.motion.imitate.body import Crouch, SquatLegs
from olympian.motion.imitate.body.crouch import LEGS
from olympian.motion.imitate.glide import Glide
from olympian.motion.imitate.guard import CollisionGuard
from olympian.motion.imitate.mapping import Mapped, Mask
from olympian.motion.imitate.skeleton import Skeleton
from olympian.records import RobotState
from olympian.robot import Robot

__all__ = ["HolyArms", "HolyMapping", "forearms"]

SPEED, RUSH, PULL = 0.5, 2.0, 8.0
"""Of the crouch: legs a second, legs a second², and 1/s."""


class HolyArms:
    """Arms that follow α, β and γ of a person's."""

    def __init__(self, robot: Robot, reading: Reading = Reading.EXACT) -> None:
        self._reading = reading
        self._guard = CollisionGuard(robot)
        self.arms = {
            limb.side: PointedArm(robot, limb) for limb in robot.arms if limb.side is not None
        }
        if not self.arms:
            raise OlympianError(f"robot '{robot.name}' has no left or right arm to imitate with")

    def point(self, person: Skeleton, side: str, q: Vec) -> ArmPointing | None:
        """How an arm shows the person's; None if that is not seen.

        Args:
            q: every joint; the arm stays near its part of it.
        """
        shoulder, elbow, hand = (
            person.at(f"{side}_{part}") for part in ("shoulder", "elbow", "hand")
        )
        angles = arm_angles(shoulder, elbow, hand, side, self._reading)
        if angles is None:
            return None
        upper = (elbow - shoulder) / np.linalg.norm(elbow - shoulder)
        arm = self.arms[side]
        posture = np.array(q)

        def clear(q_arm: Vec) -> bool:
            posture[arm.places] = q_arm
            return self._guard.clear(posture)

        direction = angles.direction(self._reading)
        return arm.point(direction, angles.gamma, upper, q[arm.places], clear)

    def forearm(self, side: str, q: Vec) -> Vec3:
        """Where the robot's forearm points in its torso's axes."""
        arm = self.arms[side]
        return arm.bones.forearm(q[arm.places])


def forearms(person: Skeleton) -> dict[str, Vec3]:
    """Unit vectors from elbow to hand, of the sides that are seen."""
    found = {}
    for side in ("left", "right"):
        fore = person.vector(f"{side}_elbow", f"{side}_hand")
        length = float(np.linalg.norm(fore))
        if length > 0.0:
            found[side] = fore / length
    return found


class HolyMapping:
    """The published method: axes (2), angles (3) to (6), crouch (7), nothing else moves."""

    def __init__(self, robot: Robot, reading: Reading = Reading.EXACT) -> None:
        self._robot = robot
        self.arms = HolyArms(robot, reading)
        self._squat = SquatLegs(robot)
        self._crouch = Crouch()
        leg = self._squat.height
        self._depth = Glide(np.zeros(1), SPEED * leg, RUSH * leg, PULL)
        self._legs = robot.indices([name for leg in robot.legs for name in leg.chain.joint_names])

    def step(self, person: Skeleton, q: Vec, state: RobotState, dt: float) -> Mapped:  # noqa: ARG002
        """Forearms, elbows and the height of the torso."""
        wanted, followed = np.array(self._robot.ready), np.zeros(self._robot.dof, dtype=np.bool_)
        wanted[self._legs] = q[self._legs]
        reached = {}
        for side, arm in self.arms.arms.items():
            pointing = self.arms.point(person, side, q)
            if pointing is not None:
                wanted[arm.places], followed[arm.places] = pointing.q, True
                reached[side] = pointing.reached
        if person.knows(*LEGS):
            self._crouch.step(person)
        return self._lowered(wanted, followed, reached, self._crouch.share, dt)

    def rest(self, q: Vec, state: RobotState, dt: float) -> Mapped:  # noqa: ARG002
        """The ready pose, upright again as smoothly as it crouched."""
        self._crouch.reset()
        nobody = np.zeros(self._robot.dof, dtype=np.bool_)
        return self._lowered(np.array(self._robot.ready), nobody, {}, 0.0, dt)

    def forearms(self, person: Skeleton) -> dict[str, Vec3]:
        """In the axes of the stream: the person faces the camera, and the robot stands upright."""
        return forearms(person)

    def forearm(self, side: str, q: Vec) -> Vec3:
        """Where the robot's forearm points in its torso's axes."""
        return self.arms.forearm(side, q)

    def reset(self) -> None:
        """Forget the person; the robot stands ready."""
        self._crouch.reset()
        self._depth.reset(np.zeros(1))

    def _lowered(
        self, wanted: Vec, followed: Mask, reached: dict[str, bool], share: float, dt: float
    ) -> Mapped:
        """Legs for a torso that goes down or up smoothly.

        The depth glides and all joints follow from it: joints that were slowed down one by one
        would not keep the soles flat, and the robot would topple.
        """
        depth = self._depth.step(np.array([share * self._squat.deepest]), dt)
        reach = self._squat.apply(wanted, float(depth[0]))
        followed[self._legs] = reach
        planned = np.zeros(self._robot.dof, dtype=np.bool_)
        planned[self._legs] = reach
        return Mapped(wanted, followed, reached, planned=planned)
