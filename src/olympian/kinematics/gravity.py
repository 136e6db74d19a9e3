"""What gravity asks of every joint of a robot that stands still."""

import mujoco
import numpy as np

from olympian.geometry import Vec, Vec3
from olympian.kinematics.configuration import Kinematics
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
        self._soles = self._kinematics.stance[1:]
        self._all = np.ones(len(feet), dtype=np.bool_)
        self._jacobian = np.zeros((3, self._model.nv))
        self._data = mujoco.MjData(self._model)
        self._data.qpos[:] = self._kinematics.at_origin

    def torque(self, q: Vec, support: Support | None = None) -> Vec:
        """(n,) N m that the joints must give to hold `q`, soles flat on level ground.

        Args:
            support: feet that carry and acceleration of the centre of mass, as if every part of
                the robot had it. If None, the robot rests on the lower foot, or on both.
        """
        self._bend(q)
        pull, shares, points = self._push(support)
        full = self._apparent_weight(pull)
        for share, point, body in zip(shares.tolist(), points, self._soles.tolist(), strict=True):
            if share != 0.0:
                mujoco.mj_jac(self._model, self._data, self._jacobian, None, point, body)
                full -= (share * self._mass * pull) @ self._jacobian
        return full[self._kinematics.dq_places]

    def shares(self, q: Vec) -> Vec:
        """Part of the weight on each foot if `q` is held on level ground."""
        self._bend(q)
        return self._push(None)[1]

    def _bend(self, q: Vec) -> None:
        """Forward kinematics with the root link at the origin."""
        data = self._data
        data.qpos[self._kinematics.q_places] = q
        mujoco.mj_kinematics(self._model, data)
        mujoco.mj_comPos(self._model, data)

    def _push(self, support: Support | None) -> tuple[Vec3, Vec, Vec]:
        """The ground's push in the root link's axes: see `ground_push`."""
        data = self._data
        soles, normals = data.xpos[self._soles], data.xmat[self._soles][:, 2::3]
        com = data.subtree_com[self._kinematics.root]
        if support is None:
            return ground_push(soles, normals, com, self._all, AT_REST, planned=False)
        acceleration = data.xmat[self._torso].reshape(3, 3) @ support.com_acceleration
        return ground_push(soles, normals, com, support.grounded, acceleration, planned=True)

    def _apparent_weight(self, pull: Vec3) -> Vec:
        """Generalised weight with the root link at the origin and -`pull` for gravity."""
        weight = np.empty(self._model.nv)
        self._model.opt.gravity[:] = -pull
        mujoco.mj_rne(self._model, self._data, 0, weight)
        return weight
