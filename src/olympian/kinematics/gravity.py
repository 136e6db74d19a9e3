"""What gravity asks of every joint of a robot that stands still."""

import mujoco
import numpy as np

from olympian.geometry import GRAVITY, Vec, Vec3
from olympian.kinematics.configuration import Configuration, Kinematics
from olympian.robot.robot import Robot

__all__ = ["GravityLoad"]

LIFTED = 0.006
"""Metres above the other sole at which a foot certainly carries nothing on level ground."""


class GravityLoad:
    """Joint torques of a robot at rest on its soles, with the weight shared between them."""

    def __init__(self, robot: Robot) -> None:
        self._feet = robot.require_feet()
        self._kinematics = Kinematics(robot)
        self._model = self._kinematics.model
        self._weight = robot.tree.mass * GRAVITY
        self._bodies = [self._kinematics.body_ids[foot.link] for foot in self._feet]
        self._bias = np.zeros(self._model.nv)
        self._jacobian = np.zeros((3, self._model.nv))

    def torque(self, q: Vec, shares: Vec | None = None) -> Vec:
        """(n,) N m that the joints must give to hold `q`, soles flat on level ground.

        Args:
            shares: part of the weight that each foot carries, in the order of `robot.feet`; found
                from the centre of mass and the height of the soles if None.
        """
        posture = self._kinematics.at(q)
        places, normals = self._soles(posture)
        if shares is None:
            shares = _shares(posture.com, places, _unit(normals.sum(axis=0)))
        up = _unit(shares @ normals)
        full = self._gravity(posture, up)
        # Where the whole push acts is given by balance; each foot is off its centre by the same.
        middle = shares @ places
        offset = posture.com - middle
        offset -= (offset @ up) * up
        data = self._kinematics.data_at(posture)
        for share, place, body in zip(shares, places, self._bodies, strict=True):
            mujoco.mj_jac(self._model, data, self._jacobian, None, place + offset, body)
            full -= self._jacobian.T @ (share * self._weight * up)
        return full[self._kinematics.dq_places]

    def shares(self, q: Vec) -> Vec:
        """Part of the weight on each foot if `q` is held on level ground."""
        posture = self._kinematics.at(q)
        places, normals = self._soles(posture)
        return _shares(posture.com, places, _unit(normals.sum(axis=0)))

    def _soles(self, posture: Configuration) -> tuple[Vec, Vec]:
        """(feet, 3) places of the soles and their upward normals in the root link's axes."""
        poses = np.array([posture.pose(foot.link) for foot in self._feet])
        return poses[:, :3, 3], poses[:, :3, 2]

    def _gravity(self, posture: Configuration, up: Vec3) -> Vec:
        """Generalised weight with the root link at the origin and `up` in its axes."""
        data = self._kinematics.data_at(posture)
        self._model.opt.gravity[:] = -GRAVITY * up
        mujoco.mj_rne(self._model, data, 0, self._bias)
        return self._bias.copy()


def _shares(com: Vec3, places: Vec, up: Vec3) -> Vec:
    if len(places) != 2:
        return np.full(len(places), 1.0 / len(places))
    apart = places[1] - places[0]
    height = apart @ up
    level = apart - height * up
    second = np.clip((com - places[0]) @ level / (level @ level), 0.0, 1.0)
    lifted = min(abs(height) / LIFTED, 1.0)
    second += lifted * ((0.0 if height > 0 else 1.0) - second)
    return np.array([1.0 - second, second])


def _unit(vector: Vec3) -> Vec3:
    return vector / np.linalg.norm(vector)
