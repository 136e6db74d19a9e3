"""Both legs as quickly as the walk needs them: in closed form, or by Newton where there is none."""

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, Vec, inverse
from olympian.kinematics import ClosedForm, Kinematics, NumericLeg, leg_solvers
from olympian.motion.walk.pose_kernel import EXACT, NUMERIC, POLISHED
from olympian.robot import Foot, Robot

SIDES = ("left", "right")
LEAST_JOINTS = 6
"""Of a leg that can put its sole anywhere, turned anyhow."""


class WalkingLegs:
    """Legs of a robot, left and right, and what the walk must know of its body."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.feet = [_foot(robot, side) for side in SIDES]
        chains = [robot.limbs[foot.limb].chain for foot in self.feet]
        joints = chains[0].dof
        if joints != chains[1].dof or joints < LEAST_JOINTS:
            found = " and ".join(str(chain.dof) for chain in chains)
            problem = f"its legs have {found} joints, and {LEAST_JOINTS} or more alike are needed"
            raise OlympianError(f"robot '{robot.name}' cannot walk: {problem}")
        self._solvers = leg_solvers(chains)
        self.places = [robot.indices(chain.joint_names) for chain in chains]
        self._T_base_torso = [inverse(robot.forward(chain.base, robot.ready)) for chain in chains]
        left, right = self._solvers
        self.packed = (
            np.array([T_base_torso[:3].reshape(-1) for T_base_torso in self._T_base_torso]),
            np.array([left.params, right.params]),
            (_method(left), _method(right)),
            np.array(self.places),
            np.eye(4),
            np.zeros(joints),
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


def _method(solver: ClosedForm | NumericLeg) -> int:
    """What `pose_kernel` calls a way to solve a leg."""
    if isinstance(solver, NumericLeg):
        return NUMERIC
    return EXACT if solver.exact else POLISHED


def _foot(robot: Robot, side: str) -> Foot:
    feet = [foot for foot in robot.require_feet() if robot.limbs[foot.limb].side == side]
    if len(feet) != 1:
        raise OlympianError(f"robot '{robot.name}' cannot walk: it has {len(feet)} {side} feet")
    return feet[0]
