"""Both legs in closed form, as quickly as the walk needs it."""

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, Vec, inverse
from olympian.kinematics import Kinematics, closed_form
from olympian.robot import Foot, Robot

SIDES = ("left", "right")


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
        self._T_base_torso = [inverse(robot.forward(chain.base, robot.ready)) for chain in chains]
        left, right = self._solvers
        self.packed = (
            np.array([T_base_torso[:3].reshape(-1) for T_base_torso in self._T_base_torso]),
            np.array([left.params, right.params]),
            (left.exact, right.exact),
            np.array(self.places),
            np.eye(4),
            np.zeros(6),
        )
        """As `pose_kernel` wants them."""
        soles = [robot.forward(foot.link, robot.ready) for foot in self.feet]
        self.ready_height = float(-np.mean([sole[2, 3] for sole in soles]))
        self.ready_spacing = float(soles[0][1, 3] - soles[1][1, 3])
        self.toe = max(float(np.ptp(foot.outline[:, 0])) / 2 for foot in self.feet)
        """Half the length of a sole."""
        edges = [foot.outline[:, 1] for foot in self.feet]
        self.width = float(edges[1].max() - edges[0].min())
        """Distance of the soles at which their inner edges touch."""
        posture = Kinematics(robot).at(robot.ready)
        T_root_torso = posture.pose(robot.torso)
        self.com_in_torso: Vec = (inverse(T_root_torso) @ np.append(posture.com, 1.0))[:3]

    def solve(self, leg: int, T_torso_sole: Mat4, q: Vec) -> bool:
        """Put the angles of one leg into `q`, near those that are there; False if out of reach."""
        angles = q[self.places[leg]]
        T_base_sole = self._T_base_torso[leg] @ T_torso_sole
        status = self._solvers[leg].nearest_into(T_base_sole, angles, angles)
        q[self.places[leg]] = angles
        return status == 0


def _foot(robot: Robot, side: str) -> Foot:
    feet = [foot for foot in robot.require_feet() if robot.limbs[foot.limb].side == side]
    if len(feet) != 1:
        raise OlympianError(f"robot '{robot.name}' cannot walk: it has {len(feet)} {side} feet")
    return feet[0]
