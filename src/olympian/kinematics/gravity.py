"""What gravity asks of every joint of a robot that stands still."""

import mujoco
import numpy as np

from olympian.geometry import Vec, Vec3
from olympian.kinematics.configuration import Configuration, Kinematics
from olympian.kinematics.ground_push import ground_push
from olympian.records import Support
from olympian.robot.robot import Robot

__all__ = ["GravityLoad"]

AT_REST = np.zeros(3)


class GravityLoad:
    """Joint torques of a robot at rest on its soles, with the weight shared between them."""

    def __init__(self, robot: Robot) -> None:
        feet = robot.require_feet()
        self._kinematics = Kinematics(robot)
        self._model = self._kinematics.model
        self._mass = robot.tree.mass
        self._torso = self._kinematics.body_ids[robot.torso]
        self._soles = [self._kinematics.body_ids[foot.link] for foot in feet]
        self._all = np.ones(len(feet), dtype=np.bool_)
        self._jacobian = np.zeros((3, self._model.nv))

    def torque(self, q: Vec, support: Support | None = None) -> Vec:
        """(n,) N m that the joints must give to hold `q`, soles flat on level ground.

        Args:
            support: feet that carry and acceleration of the centre of mass, as if every part of
                the robot had it. If None, the robot rests on the lower foot, or on both.
        """
        posture = self._kinematics.at(q)
        pull, shares, points = self._push(posture, support)
        data = self._kinematics.data_at(posture)
        full = self._apparent_weight(data, pull)
        for share, point, body in zip(shares.tolist(), points, self._soles, strict=True):
            if share != 0.0:
                mujoco.mj_jac(self._model, data, self._jacobian, None, point, body)
                full -= (share * self._mass * pull) @ self._jacobian
        return full[self._kinematics.dq_places]

    def shares(self, q: Vec) -> Vec:
        """Part of the weight on each foot if `q` is held on level ground."""
        return self._push(self._kinematics.at(q), None)[1]

    def _push(self, posture: Configuration, support: Support | None) -> tuple[Vec3, Vec, Vec]:
        """The ground's push in the root link's axes: see `ground_push`."""
        rotations = posture.rotations[self._soles]
        soles, normals = posture.places[self._soles], rotations[:, 2::3]
        if support is None:
            return ground_push(soles, normals, posture.com, self._all, AT_REST, planned=False)
        R_root_torso = posture.rotations[self._torso].reshape(3, 3)
        acceleration = R_root_torso @ support.com_acceleration
        carries = support.grounded
        return ground_push(soles, normals, posture.com, carries, acceleration, planned=True)

    def _apparent_weight(self, data: mujoco.MjData, pull: Vec3) -> Vec:
        """Generalised weight with the root link at the origin and -`pull` for gravity."""
        weight = np.empty(self._model.nv)
        self._model.opt.gravity[:] = -pull
        mujoco.mj_rne(self._model, data, 0, weight)
        return weight
