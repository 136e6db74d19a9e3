"""From a pose to joint angles, limb by limb. Done once when a motion is built, not in its loop."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec, frozen, inverse
from olympian.kinematics import IkResult, IkStatus, closed_form, solver
from olympian.motion.pose.arm import PosedArm
from olympian.motion.pose.axes import joints_beyond
from olympian.motion.pose.default import default_pose
from olympian.motion.pose.limb_pose import LimbPose
from olympian.motion.pose.robo_pose import RoboPose
from olympian.motion.pose.solution import LimbMethod, LimbSolution, PoseSolution
from olympian.robot import Limb, Robot


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


Elbow = float | Mapping[str, float] | None
"""Joint angle of both elbows, or by arm; arms not given are straight."""


class PoseSolver:
    """Solves the poses of one robot; limbs are prepared when first asked for."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.default = default_pose(robot)
        self._limbs: dict[str, PosedLeg | PosedArm] = {}

    def solve(self, pose: RoboPose, q_near: Vec | None = None, elbow: Elbow = None) -> PoseSolution:
        """Joint angles of an absolute pose.

        Args:
            pose: in the torso frame. What a named limb leaves unset is that of the default pose;
                an arm's unset angles are zero. Limbs not named stay as in `q_near`.
            q_near: of several solutions the one nearest to this is taken; ready by default.
            elbow: angle of the elbow joint, for all arms or by name; straight where not given.
        """
        q = self._start(q_near)
        limbs = {name: self._limb(pose, name, q, elbow) for name in pose.limbs}
        for limb in limbs.values():
            q[self.robot.indices(limb.joint_names)] = limb.q
        return PoseSolution(pose.name, frozen(q), limbs)

    def _start(self, q_near: Vec | None) -> Vec:
        q = np.array(self.robot.ready if q_near is None else q_near, dtype=float)
        if q.shape != (self.robot.dof,) or not np.isfinite(q).all():
            raise OlympianError(f"robot '{self.robot.name}' needs {self.robot.dof} finite angles")
        return q

    def _limb(self, pose: RoboPose, name: str, q: Vec, elbow: Elbow) -> LimbSolution:
        limb = self._prepared(pose.name, name)
        wanted = pose.limbs[name].filled(self.default.limbs.get(name, LimbPose()))
        bent = elbow.get(name) if isinstance(elbow, Mapping) else elbow
        chain = limb.limb.chain
        result = limb.solve(wanted, q[self.robot.indices(chain.joint_names)], bent)
        if not result.solved:
            problem = limb.problem(wanted, result, bent)
            raise OlympianError(f"pose '{pose.name}', {name}: {problem}")
        return LimbSolution(
            limb.method, chain.joint_names, frozen(result.q), result.error_m, result.error_rad
        )

    def _prepared(self, pose: str, name: str) -> PosedLeg | PosedArm:
        if name not in self._limbs:
            movable = [limb.name for limb in (*self.robot.legs, *self.robot.arms)]
            if name not in movable:
                raise OlympianError(f"pose '{pose}': {unknown('limb', name, movable)}")
            limb = self.robot.limb(name)
            kind = PosedLeg if limb.kind == "leg" else PosedArm
            try:
                self._limbs[name] = kind(self.robot, limb)
            except OlympianError as error:
                raise OlympianError(f"pose '{pose}', {name}: {error}") from error
        return self._limbs[name]


@lru_cache(maxsize=8)
def _solver(robot: Robot) -> PoseSolver:
    return PoseSolver(robot)


def solve_pose(
    robot: Robot, pose: RoboPose, q_near: Vec | None = None, elbow: Elbow = None
) -> PoseSolution:
    """Joint angles of an absolute pose; see `PoseSolver.solve`. Limbs are prepared once a robot."""
    return _solver(robot).solve(pose, q_near, elbow)
