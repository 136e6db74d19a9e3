"""Both legs in closed form, as quickly as the walk needs it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Vec, inverse
from olympian.kinematics import Kinematics, closed_form
from olympian.motion.walk.pose_kernel import sole_in_base
from olympian.robot import Robot
from olympian.robot.robot import Foot

__all__ = ["Pose", "WalkingLegs"]

SIDES = ("left", "right")
Triple = tuple[float, float, float]


class Pose(NamedTuple):
    """A place and an attitude, in any frame."""

    xyz: Triple
    rpy: Triple


class WalkingLegs:
    """Legs of a robot, left and right, and what the walk must know of its body."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.feet = [_foot(robot, side) for side in SIDES]
        chains = [robot.limbs[foot.limb].chain for foot in self.feet]
        solvers = [closed_form(chain) for chain in chains]
        for foot, solver in zip(self.feet, solvers, strict=True):
            if solver is None:
                problem = f"no closed form for {foot.limb}"
                raise OlympianError(f"robot '{robot.name}' cannot walk so: {problem}")
        self._solvers = [solver for solver in solvers if solver is not None]
        self.places = [robot.indices(chain.joint_names) for chain in chains]
        self._slots = [_run(places) for places in self.places]
        bases = [inverse(robot.forward(chain.base, robot.ready)) for chain in chains]
        self._T_base_torso = [np.ascontiguousarray(T[:3]).reshape(-1) for T in bases]
        self._sole_in_base = sole_in_base()
        self._T_base_sole = np.eye(4)
        soles = [robot.forward(foot.link, robot.ready) for foot in self.feet]
        self.ready_height = float(-np.mean([sole[2, 3] for sole in soles]))
        self.ready_spacing = float(soles[0][1, 3] - soles[1][1, 3])
        self.toe = max(float(np.ptp(foot.outline[:, 0])) / 2 for foot in self.feet)
        """Half the length of a sole."""
        left, right = (foot.outline[:, 1] for foot in self.feet)
        self.width = float(right.max() - left.min())
        """Distance of the soles at which their inner edges touch."""
        posture = Kinematics(robot).at(robot.ready)
        T_root_torso = posture.pose(robot.torso)
        self.com_in_torso: Vec = (inverse(T_root_torso) @ np.append(posture.com, 1.0))[:3]

    def solve(self, index: int, torso: Pose, sole: Pose, q: Vec) -> bool:
        """Put the angles of one leg into `q`, near those that are there; False if out of reach."""
        slot, T = self._slots[index], self._T_base_sole
        self._sole_in_base(self._T_base_torso[index], *torso, *sole, T)
        angles = q[slot]
        status = self._solvers[index].nearest_into(T, angles, angles)
        q[slot] = angles
        return status == 0


def _run(places: NDArray[np.intp]) -> slice | NDArray[np.intp]:
    """The same places as a slice where they follow each other: much quicker to read and write."""
    first, last = int(places[0]), int(places[-1])
    return slice(first, last + 1) if (np.diff(places) == 1).all() else places


def _foot(robot: Robot, side: str) -> Foot:
    feet = [foot for foot in robot.require_feet() if robot.limbs[foot.limb].side == side]
    if len(feet) != 1:
        raise OlympianError(f"robot '{robot.name}' cannot walk: it has {len(feet)} {side} feet")
    return feet[0]
