"""How large, heavy and quick a robot is: what makes one table of numbers serve all robots."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from olympian.robot import Foot, Robot

GRAVITY = 9.81
REFERENCE_LEG = 0.3
"""m; times in tables are those of a robot with legs of this length."""


@dataclass(frozen=True)
class Build:
    """Sizes of a robot that stands ready; metres and kilograms."""

    leg: float
    """From the hip to the sole."""
    height: float
    """Of the torso's origin over the soles."""
    spacing: float
    """Between the soles."""
    mass: float

    @staticmethod
    def of(robot: Robot) -> "Build":
        """Measured on the robot's model."""
        feet = robot.require_feet()
        soles = [robot.forward(foot.link, robot.ready)[:3, 3] for foot in feet]
        return Build(
            leg=float(np.mean([_hip_to_sole(robot, foot) for foot in feet])),
            height=float(-np.mean([sole[2] for sole in soles])),
            spacing=float(np.ptp([sole[1] for sole in soles])),
            mass=robot.tree.mass,
        )

    @property
    def pace(self) -> float:
        """m/s at which a leg of this length would have to fly: sqrt(g l), Froude's unit."""
        return sqrt(GRAVITY * self.leg)

    @property
    def push(self) -> float:
        """N s that would throw the whole body to that speed."""
        return self.mass * self.pace

    @property
    def leg_scale(self) -> float:
        """How much longer than the reference leg this one is."""
        return self.leg / REFERENCE_LEG

    @property
    def time_scale(self) -> float:
        """How much slower than the reference leg this one swings."""
        return sqrt(self.leg_scale)


def _hip_to_sole(robot: Robot, foot: Foot) -> float:
    """Distance of the leg's first joint from its sole.

    Not along the links: some models put their frames on the servos, and the way zigzags.
    """
    chain = robot.limbs[foot.limb].chain
    T_torso_hip = robot.forward(chain.base, robot.ready) @ chain.T_previous_joint[0]
    sole = robot.forward(foot.link, robot.ready)
    return float(np.linalg.norm(T_torso_hip[:3, 3] - sole[:3, 3]))
