"""A robot's neck that looks where a person looks."""

import numpy as np

from olympian.geometry import Vec
from olympian.robot import Robot

__all__ = ["Neck"]

ALIGNED = 0.9
"""Cosine from which an axis counts as upright, or as pointing sideways."""


class Neck:
    """Turns about an upright axis, nods about a sideways one; robots without them look ahead."""

    def __init__(self, robot: Robot) -> None:
        heads = [limb for limb in robot.limbs.values() if limb.kind == "head" and limb.chain.dof]
        self.places = np.zeros(0, dtype=np.intp)
        self._turns: list[tuple[int, float]] = []
        self._nods: list[tuple[int, float]] = []
        if not heads:
            return
        chain = heads[0].chain
        self.places = robot.indices(chain.joint_names)
        R_torso_base = robot.forward(chain.base, robot.ready)[:3, :3]
        axes = [R_torso_base @ axis for axis in chain.screw_axes()[0]]
        for place, axis in zip(self.places, axes, strict=True):
            if abs(axis[2]) > ALIGNED:
                self._turns.append((int(place), float(np.sign(axis[2]))))
            elif abs(axis[1]) > ALIGNED:
                self._nods.append((int(place), float(np.sign(axis[1]))))
        self._lower, self._upper = robot.lower, robot.upper

    def look(self, yaw: float, pitch: float, q: Vec) -> None:
        """Put the angles into `q`, cut off at the joints' limits."""
        for joints, angle in ((self._turns, yaw), (self._nods, pitch)):
            for place, sign in joints[:1]:
                q[place] = min(max(sign * angle, self._lower[place]), self._upper[place])
