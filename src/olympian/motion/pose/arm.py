"""An arm asked for the direction of its forearm."""

from math import atan2

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, Vec3
from olympian.kinematics import (
    ClosedFormArm,
    IkResult,
    IkStatus,
    closed_form_arm,
    why_no_arm,
)
from olympian.motion.pose.axes import joints_beyond
from olympian.motion.pose.limb_pose import LimbPose
from olympian.motion.pose.solution import LimbMethod
from olympian.robot import Limb, Robot

HANGING = np.array([0.0, 0.0, -1.0])
"""Direction of an arm's forearm, in the torso frame, when all its angles are zero."""


class PosedArm:
    """The forearm points along R(roll, pitch, yaw) · `HANGING`, at a chosen elbow angle.

    Directions are in the torso frame. An arm that does not start at the torso is solved as if the
    joints between stood as in the ready pose.
    """

    method = LimbMethod.CLOSED_FORM

    def __init__(self, robot: Robot, limb: Limb) -> None:
        arm = closed_form_arm(limb.chain)
        if arm is None:
            raise OlympianError(
                f"'{robot.name}' cannot point its forearm: {why_no_arm(limb.chain)};"
                " leave the limb out"
            )
        self.limb = limb
        self._arm = arm
        self._straight = straight_elbow(arm)
        self._R_base_torso = robot.forward(limb.chain.base, robot.ready)[:3, :3].T

    def solve(self, pose: LimbPose, q_near: Vec, elbow: float | None) -> IkResult:
        """Joint angles near `q_near`; the elbow is straight unless `elbow` is given."""
        return self._arm.nearest_direction(self._direction(pose), self._bent(elbow), q_near)

    def problem(self, pose: LimbPose, result: IkResult, elbow: float | None) -> str:
        """Why `result` is no solution."""
        bent, direction = self._bent(elbow), self._direction(pose)
        if result.status is IkStatus.OUTSIDE_LIMITS:
            rows = self._arm.solve_direction(direction, bent, limits=False)
            return f"outside limits: it needs {joints_beyond(self.limb.chain, rows)}"
        where = ", ".join(f"{part:.2f}" for part in direction)
        return (
            f"unreachable: with the elbow at {np.degrees(bent):.1f}°"
            f" the forearm cannot point along ({where})"
        )

    def _bent(self, elbow: float | None) -> float:
        return self._straight if elbow is None else elbow

    def _direction(self, pose: LimbPose) -> Vec3:
        return self._R_base_torso @ pose.transform[:3, :3] @ HANGING


def straight_elbow(arm: ClosedFormArm) -> float:
    """Elbow angle that continues the upper arm, or the nearest to it that the joint allows.

    The upper arm runs from the second shoulder axis to the elbow axis by the shortest way. Robots
    differ: a Bioloid's arm is straight at zero, a Wolfgang's is bent by a right angle there.
    """
    chain = arm.chain
    directions, points = chain.screw_axes()
    elbow_axis, shoulder_axis = directions[2], directions[1]
    upper_arm = points[2] - points[1]
    upper_arm -= (upper_arm @ shoulder_axis) * shoulder_axis
    forearm = arm.forearm(np.zeros(3))
    sine, cosine = elbow_axis @ np.cross(forearm, upper_arm), forearm @ upper_arm
    return float(np.clip(atan2(sine, cosine), chain.lower[2], chain.upper[2]))
