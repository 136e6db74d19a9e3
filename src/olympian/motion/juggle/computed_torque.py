"""Joint torques for wanted accelerations of a robot that stands on one foot."""

import mujoco
import numpy as np

from olympian.geometry import Vec, quaternion_wxyz_from_R
from olympian.kinematics import Kinematics
from olympian.robot import Robot

__all__ = ["ComputedTorque"]


class ComputedTorque:
    """Inverse dynamics with the support sole flat on the ground and at rest.

    The pelvis moves with the joints so that the sole does not: N maps joint velocities to those of
    the whole robot. Forces that the ground must give do no work along N, so the joints' torques are
    Nᵀ times the forces of inverse dynamics. What the changing N adds to accelerations is left out:
    joints of the support leg turn too slowly for it to matter.
    """

    def __init__(self, robot: Robot, support: str, armature: Vec) -> None:
        """Args: armature: (n,) inertia of the motors at their joints, kg m²."""
        self._kinematics = Kinematics(robot)
        self._model = self._kinematics.model
        self._data = mujoco.MjData(self._model)
        self._sole = self._kinematics.body_ids[support]
        self._armature = armature
        self._jacobian = np.zeros((6, self._model.nv))
        self._forces = np.zeros(self._model.nv)

    def torque(self, q: Vec, dq: Vec, ddq: Vec) -> Vec:
        """(n,) N m that accelerate the joints at `ddq` when they are at `q` and move at `dq`."""
        places, data = self._kinematics, self._data
        joints, base = places.dq_places, slice(places.base_dq, places.base_dq + 6)
        self._place(q)
        J = self._jacobian
        mujoco.mj_jacBody(self._model, data, J[:3], J[3:], self._sole)
        N = -np.linalg.solve(J[:, base], J[:, joints])
        data.qvel[joints], data.qvel[base] = dq, N @ dq
        data.qacc[joints], data.qacc[base] = ddq, N @ ddq
        mujoco.mj_comVel(self._model, data)
        mujoco.mj_rne(self._model, data, 1, self._forces)
        return self._forces[joints] + N.T @ self._forces[base] + self._armature * ddq

    def _place(self, q: Vec) -> None:
        """Joints at `q` and the sole level: gravity pulls along its normal."""
        places, data = self._kinematics, self._data
        at, base = places.q_places, places.base_q
        data.qpos[base : base + 7] = (0, 0, 0, 1, 0, 0, 0)
        data.qpos[at] = q
        mujoco.mj_kinematics(self._model, data)
        R_base_sole = data.xmat[self._sole].reshape(3, 3)
        data.qpos[base + 3 : base + 7] = quaternion_wxyz_from_R(R_base_sole.T)
        mujoco.mj_kinematics(self._model, data)
        mujoco.mj_comPos(self._model, data)
