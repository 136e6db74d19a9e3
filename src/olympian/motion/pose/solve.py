"""From a pose to joint angles, limb by limb. Done once when a motion is built, not in its loop."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec, frozen
from olympian.motion.pose.arm import PosedArm
from olympian.motion.pose.default import default_pose
from olympian.motion.pose.leg import PosedLeg
from olympian.motion.pose.limb_pose import LimbPose
from olympian.motion.pose.robo_pose import RoboPose
from olympian.motion.pose.solution import LimbSolution, PoseSolution
from olympian.robot import Robot

__all__ = ["PoseSolver", "solve_pose"]

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
