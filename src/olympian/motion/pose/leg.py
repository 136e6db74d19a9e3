"""A leg asked for the pose of its sole."""

from olympian.geometry import Vec, inverse
from olympian.kinematics import IkResult, IkStatus, closed_form, solver
from olympian.motion.pose.limb_pose import LimbPose
from olympian.motion.pose.limits import joints_beyond
from olympian.motion.pose.solution import LimbMethod
from olympian.robot import Limb, Robot

__all__ = ["PosedLeg"]


class PosedLeg:
    """Closed form where the axes allow it, the pseudo inverse where they do not.

    Soles are placed in the torso frame. A leg that does not start at the torso is solved as if the
    joints between stood as in the ready pose.
    """

    def __init__(self, robot: Robot, limb: Limb) -> None:
        self.limb = limb
        self._closed = closed_form(limb.chain)
        self._solver = self._closed or solver("pseudo_inverse", limb.chain)
        self._T_base_torso = inverse(robot.forward(limb.chain.base, robot.ready))

    @property
    def method(self) -> LimbMethod:
        """How it is solved."""
        return LimbMethod.CLOSED_FORM if self._closed else LimbMethod.PSEUDO_INVERSE

    def solve(self, pose: LimbPose, q_near: Vec, elbow: float | None) -> IkResult:  # noqa: ARG002
        """Joint angles near `q_near` that bring the sole to `pose`; legs have no elbow."""
        return self._solver.solve(self._T_base_torso @ pose.transform, q_near)

    def problem(self, pose: LimbPose, result: IkResult, elbow: float | None) -> str:  # noqa: ARG002
        """Why `result` is no solution."""
        if self._closed is not None and result.status is IkStatus.OUTSIDE_LIMITS:
            rows = self._closed.solve_all(self._T_base_torso @ pose.transform, limits=False)
            return f"outside limits: it needs {joints_beyond(self.limb.chain, rows)}"
        place = ", ".join(f"{value or 0.0:.3f}" for value in pose.values[3:])
        if result.status is IkStatus.NOT_CONVERGED:
            return (
                f"not reached: the pseudo inverse stops {1e3 * result.error_m:.1f} mm"
                f" and {result.error_rad:.3f} rad from ({place}) m"
            )
        return f"unreachable: no joint angles bring the sole to ({place}) m and turn it so"
