"""Soles that are tilted by the ankles, to make up for a lean that the robot has felt."""

import numpy as np

from olympian.geometry import GRAVITY, Vec, Vec2
from olympian.kinematics import ChainKernel
from olympian.records import RobotState
from olympian.robot import Robot

ANKLE = 2
"""Joints next to the sole that turn it without moving it far."""
CARRIED = 0.6
"""Share of the weight from which the soles carry a robot: until then it is on hands or knees, and
tilted feet would only come to stand elsewhere."""
SECONDS = 0.2
"""From flat to tilted."""


class SoleTilt:
    """The same postures with both soles turned about the torso's x and y axes, once they carry."""

    def __init__(self, robot: Robot) -> None:
        self._legs = [
            (
                robot.forward(chain.base, robot.ready)[:3, :3],
                ChainKernel(chain),
                robot.indices(chain.joint_names),
            )
            for chain in (robot.limbs[foot.limb].chain for foot in robot.feet)
        ]
        self._limits = robot.lower, robot.upper
        self._carried = CARRIED * GRAVITY * robot.tree.mass
        self.begin(np.zeros(2))

    def begin(self, tilt: Vec2) -> None:
        """From now on, as soon as they carry.

        Args: tilt: roll and pitch of the soles, rad; zero changes nothing.
        """
        self._turn = np.array([*tilt, 0.0])
        self._share = 0.0

    def step(self, q: Vec, state: RobotState, dt: float) -> Vec:
        """The posture `q`, tilted as far as the ankles can."""
        if not self._turn.any():
            return q
        if self._share > 0.0 or state.loads.sum() > self._carried:
            self._share = min(self._share + dt / SECONDS, 1.0)
        tilted = np.array(q)
        for R_torso_base, kernel, joints in self._legs:
            _, J = kernel.jacobian(q[joints])
            axes = R_torso_base @ J[3:, -ANKLE:]
            turned = np.linalg.lstsq(axes, self._share * self._turn, rcond=None)[0]
            tilted[joints[-ANKLE:]] += turned
        return tilted.clip(*self._limits)
