"""Forward kinematics, Jacobians and centre of mass of a whole robot, from its MuJoCo model."""

from threading import local
from weakref import ref

import mujoco
import numpy as np

from olympian.errors import unknown
from olympian.geometry import Mat4, T_from, Vec, Vec3, inverse, quaternion_wxyz_from_R, sealed
from olympian.robot import BASE_JOINT, Robot, build_spec


class Kinematics:
    """A robot ready to be asked where its links are."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.model = build_spec(robot).compile()
        joints = [self.model.joint(name) for name in robot.joint_names]
        self.q_places = np.array([joint.qposadr[0] for joint in joints], dtype=np.intp)
        self.dq_places = np.array([joint.dofadr[0] for joint in joints], dtype=np.intp)
        base = self.model.joint(BASE_JOINT)
        self.base_q = int(base.qposadr[0])
        self.base_dq = int(base.dofadr[0])
        self.body_ids = {link.name: self.model.body(link.name).id for link in robot.tree.links}
        """Rows of all links in `Configuration.places` and `rotations`."""
        self.root = self.body_ids[robot.tree.root]
        stance = (robot.torso, *(foot.link for foot in robot.feet))
        self.stance = np.array([self.body_ids[link] for link in stance], dtype=np.intp)
        """Rows of the torso and of the soles in the order of `robot.feet`."""
        self.at_origin = np.array(self.model.qpos0)
        """MuJoCo's position vector with the root link at the origin and joints at zero."""
        self.at_origin[self.base_q : self.base_q + 7] = (0, 0, 0, 1, 0, 0, 0)
        self._scratch = local()

    def at(self, q: Vec, T_world_base: Mat4 | None = None) -> "Configuration":
        """The robot with joints at `q` (robot order) and its root link at `T_world_base`."""
        if np.shape(q) != self.q_places.shape:
            raise ValueError(f"expected {self.robot.dof} joint angles, not shape {np.shape(q)}")
        qpos = self.at_origin.copy()
        qpos[self.q_places] = q
        if T_world_base is not None:
            T = np.asarray(T_world_base, dtype=float)
            qpos[self.base_q : self.base_q + 3] = T[:3, 3]
            qpos[self.base_q + 3 : self.base_q + 7] = quaternion_wxyz_from_R(T[:3, :3])
        return Configuration(self, qpos)

    def data_at(self, configuration: "Configuration") -> mujoco.MjData:
        """MuJoCo's own record of a posture, good until this thread asks for another one.

        Allocating that record takes a hundred times as long as filling it, so each thread has one,
        which is filled again whenever a different posture is asked about.
        """
        scratch = self._scratch
        if not hasattr(scratch, "data"):
            scratch.data, scratch.holds = mujoco.MjData(self.model), _nothing
        if scratch.holds() is not configuration:
            scratch.data.qpos[:] = configuration.qpos
            mujoco.mj_kinematics(self.model, scratch.data)
            mujoco.mj_comPos(self.model, scratch.data)
            # weak: a circle would keep MuJoCo's memory until the collector happens to come
            scratch.holds = ref(configuration)
        return scratch.data

    def standing(self, q: Vec, link: str, T_world_link: Mat4 | None = None) -> "Configuration":
        """The robot with joints at `q`, placed so that `link` is at `T_world_link` (the origin)."""
        T_base_link = self.at(q).pose(link)
        T = np.eye(4) if T_world_link is None else np.asarray(T_world_link, dtype=float)
        return self.at(q, T @ inverse(T_base_link))


def _nothing() -> None:
    """What is held at first."""


class Configuration:
    """A posture whose forward kinematics has already run; nothing in it changes any more.

    Jacobians are in world axes, linear velocity (of the link's origin) above angular. Columns
    follow `robot.joint_names`; the six of the floating base come from `base_jacobian`.
    """

    def __init__(self, kinematics: Kinematics, qpos: Vec) -> None:
        self.kinematics = kinematics
        self.qpos = sealed(qpos)
        """MuJoCo's position vector."""
        data = kinematics.data_at(self)
        self.places, self.rotations = sealed(data.xpos.copy()), sealed(data.xmat.copy())
        """(bodies, 3) and (bodies, 9): all links in the world, in the order of `body_ids`."""
        self.com: Vec3 = sealed(data.subtree_com[kinematics.root].copy())
        """Centre of mass of the whole robot in the world."""

    def pose(self, link: str) -> Mat4:
        """`T_world_link`."""
        body = self._body(link)
        return T_from(self.places[body], R=self.rotations[body].reshape(3, 3))

    def relative(self, link: str, other: str) -> Mat4:
        """`T_link_other`: where `other` is, seen from `link`."""
        return inverse(self.pose(link)) @ self.pose(other)

    def jacobian(self, link: str) -> Vec:
        """(6, n): velocity of the link per joint velocity, the base held still."""
        return self._full_jacobian(link)[:, self.kinematics.dq_places]

    def base_jacobian(self, link: str) -> Vec:
        """(6, 6): velocity of the link per twist of the root link (world axes, at its origin)."""
        start = self.kinematics.base_dq
        columns = self._full_jacobian(link)[:, start : start + 6]
        columns[:, 3:] = columns[:, 3:] @ self._R_base_world()
        return columns

    def com_jacobian(self) -> Vec:
        """(3, n): velocity of the centre of mass per joint velocity, the base held still."""
        return self._full_com_jacobian()[:, self.kinematics.dq_places]

    def base_com_jacobian(self) -> Vec:
        """(3, 6): velocity of the centre of mass per twist of the root link (world axes)."""
        start = self.kinematics.base_dq
        columns = self._full_com_jacobian()[:, start : start + 6]
        columns[:, 3:] = columns[:, 3:] @ self._R_base_world()
        return columns

    def _body(self, link: str) -> int:
        if link not in self.kinematics.body_ids:
            raise unknown("link", link, self.kinematics.body_ids)
        return self.kinematics.body_ids[link]

    def _R_base_world(self) -> Vec:  # noqa: N802
        """MuJoCo measures the base's angular velocity in its own axes; ours is in the world's."""
        return self.pose(self.kinematics.robot.tree.root)[:3, :3].T

    def _full_jacobian(self, link: str) -> Vec:
        body = self._body(link)
        J = np.zeros((6, self.kinematics.model.nv))
        data = self.kinematics.data_at(self)
        mujoco.mj_jacBody(self.kinematics.model, data, J[:3], J[3:], body)
        return J

    def _full_com_jacobian(self) -> Vec:
        J = np.zeros((3, self.kinematics.model.nv))
        data = self.kinematics.data_at(self)
        mujoco.mj_jacSubtreeCom(self.kinematics.model, data, J, self.kinematics.root)
        return J
