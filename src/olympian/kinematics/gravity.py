"""What gravity asks of every joint of a robot that stands still."""

import mujoco
import numpy as np

from olympian.geometry import GRAVITY, Vec, Vec3
from olympian.kinematics.configuration import Configuration, Kinematics
from olympian.records import Support
from olympian.robot.robot import Robot

__all__ = ["GravityLoad"]

LIFTED = 0.006
"""Metres above the other sole at which a foot certainly carries nothing on level ground."""

INNER = 0.15
"""Share of the way between the ankles at each end where the nearer foot carries everything."""


class GravityLoad:
    """Joint torques of a robot at rest on its soles, with the weight shared between them."""

    def __init__(self, robot: Robot) -> None:
        self._feet = robot.require_feet()
        self._kinematics = Kinematics(robot)
        self._model = self._kinematics.model
        self._mass = robot.tree.mass
        self._torso = robot.torso
        self._bodies = [self._kinematics.body_ids[foot.link] for foot in self._feet]
        self._bias = np.zeros(self._model.nv)
        self._jacobian = np.zeros((3, self._model.nv))

    def torque(self, q: Vec, support: Support | None = None) -> Vec:
        """(n,) N m that the joints must give to hold `q`, soles flat on level ground.

        Args:
            support: feet that carry and acceleration of the centre of mass, as if every part of
                the robot had it. If None, the robot rests on the lower foot, or on both.
        """
        posture = self._kinematics.at(q)
        places, normals = self._soles(posture)
        up = _unit(normals.sum(axis=0) if support is None else support.grounded @ normals)
        pull = GRAVITY * up
        if support is not None:
            R_root_torso = posture.pose(self._torso)[:3, :3]
            pull = pull + R_root_torso @ support.com_acceleration
        # The push of the ground goes through the centre of mass; where it starts follows.
        height = (posture.com - places) @ up
        shares = _shares(posture.com, places, up, pull, support)
        start = posture.com - (shares @ height) / (pull @ up) * pull
        offset = start - shares @ places
        full = self._apparent_weight(posture, pull)
        data = self._kinematics.data_at(posture)
        for share, place, body in zip(shares, places, self._bodies, strict=True):
            mujoco.mj_jac(self._model, data, self._jacobian, None, place + offset, body)
            full -= self._jacobian.T @ (share * self._mass * pull)
        return full[self._kinematics.dq_places]

    def shares(self, q: Vec) -> Vec:
        """Part of the weight on each foot if `q` is held on level ground."""
        posture = self._kinematics.at(q)
        places, normals = self._soles(posture)
        up = _unit(normals.sum(axis=0))
        return _shares(posture.com, places, up, up, None)

    def _soles(self, posture: Configuration) -> tuple[Vec, Vec]:
        """(feet, 3) places of the soles and their upward normals in the root link's axes."""
        poses = np.array([posture.pose(foot.link) for foot in self._feet])
        return poses[:, :3, 3], poses[:, :3, 2]

    def _apparent_weight(self, posture: Configuration, pull: Vec3) -> Vec:
        """Generalised weight with the root link at the origin and -`pull` for gravity."""
        data = self._kinematics.data_at(posture)
        self._model.opt.gravity[:] = -pull
        mujoco.mj_rne(self._model, data, 0, self._bias)
        return self._bias.copy()


def _shares(com: Vec3, places: Vec, up: Vec3, pull: Vec3, support: Support | None) -> Vec:
    """Part of the weight on each foot, from where the ground's push starts between them."""
    if support is not None and support.grounded.sum() == 1:
        return support.grounded.astype(float)
    if len(places) != 2:
        return np.full(len(places), 1.0 / len(places))
    apart = places[1] - places[0]
    height = apart @ up
    level = apart - height * up
    above = (com - places[0]) @ up
    start = com - above / (pull @ up) * pull
    along = (start - places[0]) @ level / (level @ level)
    second = np.clip((along - INNER) / (1 - 2 * INNER), 0.0, 1.0)
    if support is None:
        lifted = min(abs(height) / LIFTED, 1.0)
        second += lifted * ((0.0 if height > 0 else 1.0) - second)
    return np.array([1.0 - second, second])


def _unit(vector: Vec3) -> Vec3:
    return vector / np.linalg.norm(vector)
