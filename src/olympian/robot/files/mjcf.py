"""MJCF in: the same `Tree` as from a URDF, by way of MuJoCo's own compiler."""

from dataclasses import replace
from math import inf, pi
from pathlib import Path

import mujoco
import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, R_from_axis_angle, R_from_quaternion_wxyz, T_from, Vec, frozen
from olympian.robot.files.mjcf_extras import (
    couplings,
    efforts,
    home_posture,
    mounted_imu,
    stiffness,
)
from olympian.robot.files.mjcf_model import LEAST_MASS, compile_mjcf
from olympian.robot.files.mjcf_shapes import Shapes, read_shapes
from olympian.robot.rigid import weightless
from olympian.robot.tree import Inertial, Joint, JointKind, Link, Tree

WORLD = 0
FREE, BALL, SLIDE = (
    mujoco.mjtJoint.mjJNT_FREE,
    mujoco.mjtJoint.mjJNT_BALL,
    mujoco.mjtJoint.mjJNT_SLIDE,
)


def read_mjcf(path: Path) -> Tree:
    """The robot in an MJCF file; what is left out or changed is listed in `warnings`.

    The robot is the body on the floor with most joints below it. Its base is free, whatever the
    file says.
    """
    compiled = compile_mjcf(path)
    walk = _Walk(path, compiled.model, read_shapes(compiled), compiled.warnings)
    root = walk.choose_root()
    walk.add_root(root)
    for body in walk.below(root):
        walk.add_body(body)
    walk.note_left_out()
    name = compiled.model.names.split(b"\0", 1)[0].decode(errors="replace")
    tree = Tree(name or path.stem, tuple(walk.links), _coupled(walk, compiled.model), (), str(path))
    massless = [
        f"link '{link}' moves but has no mass"
        for link in weightless(tree)
        if link not in walk.between
    ]
    return replace(
        tree,
        warnings=(*walk.warnings, *massless),
        home=home_posture(compiled.model, set(tree.joint_by_name)),
        imu=mounted_imu(compiled.model, set(tree.link_by_name)),
    )


def _coupled(walk: "_Walk", model: mujoco.MjModel) -> tuple[Joint, ...]:
    """The joints, those that an equality constraint ties to another one moving with it."""
    mimics = couplings(model)
    return tuple(replace(joint, mimic=mimics.get(joint.name)) for joint in walk.joints)


class _Walk:
    """One walk over the compiled bodies, collecting links and joints."""

    def __init__(
        self, path: Path, model: mujoco.MjModel, shapes: Shapes, warnings: list[str]
    ) -> None:
        self.links: list[Link] = []
        self.joints: list[Joint] = []
        self.between: set[str] = set()
        """Bare links between the hinges of one body; they are ours and need no mass."""
        self.warnings = warnings
        self._path, self._model, self._shapes = path, model, shapes
        self._efforts, self._stiffness = efforts(model), stiffness(model)

    def choose_root(self) -> int:
        """The body on the floor with most joints below it, then most bodies."""
        model = self._model
        tops = [body for body in range(1, model.nbody) if model.body_parentid[body] == WORLD]
        if not tops:
            raise OlympianError(f"{self._path}:1: <worldbody> holds no <body>: there is no robot")
        size = {
            top: (sum(model.body_jntnum[body] for body in self._tree(top)), len(self._tree(top)))
            for top in tops
        }
        root = max(tops, key=lambda top: size[top])
        others = [self._body_name(top) for top in tops if top != root]
        if others:
            self.warnings.append(f"not part of the robot and left out: {', '.join(others[:8])}")
        if np.any(model.geom_bodyid == WORLD):
            self.warnings.append("shapes of the world (floor, walls) are left out")
        return root

    def below(self, root: int) -> list[int]:
        """Bodies under `root`, parents before children, in file order."""
        return self._tree(root)[1:]

    def add_root(self, root: int) -> None:
        """The root link; a bare one above it where the root itself has hinges."""
        joints = self._joints_of(root)
        if joints and self._model.jnt_type[joints[0]] != FREE:
            base = f"{self._body_name(root)}_base"
            self.links.append(Link(base))
            self._add_chain(root, base, np.eye(4))
            return
        if not joints:
            self.warnings.append("the base is fixed in the file; here it is free to move")
        self._add_link(root)

    def add_body(self, body: int) -> None:
        """A body as a link, with as many joints and bare links before it as it has hinges."""
        model = self._model
        R = R_from_quaternion_wxyz(model.body_quat[body])
        T_parent_body = T_from(model.body_pos[body], R=R)
        self._add_chain(body, self._body_name(int(model.body_parentid[body])), T_parent_body)

    def note_left_out(self) -> None:
        """Say which parts of MJCF have no place in a tree."""
        for count, what in (
            (
                self._model.neq - len(couplings(self._model)),
                "equality constraints (loops, couplings)",
            ),
            (self._model.ntendon, "tendons"),
        ):
            if count:
                self.warnings.append(f"{count} {what} left out")

    def _tree(self, top: int) -> list[int]:
        """`top` and all below it: MuJoCo numbers bodies depth first, so it is one stretch."""
        last = top + 1
        while last < self._model.nbody and self._model.body_parentid[last] >= top:
            last += 1
        return list(range(top, last))

    def _joints_of(self, body: int) -> list[int]:
        first = int(self._model.body_jntadr[body])
        return list(range(first, first + int(self._model.body_jntnum[body])))

    def _body_name(self, body: int) -> str:
        return self._model.body(body).name or f"body_{body}"

    def _add_chain(self, body: int, parent: str, T_parent_body: Mat4) -> None:
        """Joints of one body in a row; the link frame stays the body frame of the file."""
        T, anchor = T_parent_body, np.zeros(3)
        name, joints = self._body_name(body), self._joints_of(body)
        for joint in joints:
            T = T @ T_from(self._model.jnt_pos[joint] - anchor)
            anchor = self._model.jnt_pos[joint]
            ends_here = joint == joints[-1] and not anchor.any()
            child = name if ends_here else f"{name}/{self._joint_name(joint)}"
            self.joints.append(self._joint(joint, parent, child, T))
            if ends_here:
                return self._add_link(body)
            self.links.append(Link(child))
            if joint != joints[-1]:
                self.between.add(child)
            parent, T = child, np.eye(4)
        T = T @ T_from(-anchor)
        forward = frozen([1.0, 0.0, 0.0])
        self.joints.append(
            Joint(f"{name}_fixed", JointKind.FIXED, parent, name, frozen(T), forward)
        )
        return self._add_link(body)

    def _joint_name(self, joint: int) -> str:
        return self._model.joint(joint).name or f"joint_{joint}"

    def _joint(self, joint: int, parent: str, child: str, T: Mat4) -> Joint:
        model, name = self._model, self._joint_name(joint)
        if model.jnt_type[joint] == BALL:
            raise OlympianError(
                f"{self._path}: body '{self._body_name(int(model.jnt_bodyid[joint]))}' has a ball "
                f"joint ('{name}'); write it as three hinges"
            )
        slides = model.jnt_type[joint] == SLIDE
        limited = bool(model.jnt_limited[joint])
        lower, upper = model.jnt_range[joint] if limited else (-pi, pi)
        if not limited:
            self.warnings.append(f"joint '{name}' has no limits")
        free_kind = JointKind.PRISMATIC if slides else JointKind.CONTINUOUS
        dof = int(model.jnt_dofadr[joint])
        start = float(model.qpos0[model.jnt_qposadr[joint]])
        return Joint(
            name,
            JointKind.REVOLUTE if limited and not slides else free_kind,
            parent,
            child,
            frozen(T @ _moved(model.jnt_axis[joint], -start, slides)),
            frozen(model.jnt_axis[joint]),
            float(lower),
            float(upper),
            self._efforts.get(joint, inf),
            inf,
            float(np.ravel(model.dof_damping[dof])[0]),
            float(model.dof_frictionloss[dof]),
            self._stiffness.get(joint, 0.0),
        )

    def _add_link(self, body: int) -> None:
        visuals, collisions = self._shapes[body]
        self.links.append(Link(self._body_name(body), self._inertial(body), visuals, collisions))

    def _inertial(self, body: int) -> Inertial | None:
        model = self._model
        mass = float(model.body_mass[body])
        if mass <= LEAST_MASS * 1.001:
            return None
        R = R_from_quaternion_wxyz(model.body_iquat[body])
        inertia = R @ np.diag(model.body_inertia[body]) @ R.T
        return Inertial(mass, frozen(model.body_ipos[body]), frozen((inertia + inertia.T) / 2))


def _moved(axis: Vec, position: float, slides: bool) -> Mat4:
    """What a joint at `position` does: files may draw a body with its joint away from zero."""
    if slides:
        return T_from(axis * position)
    return T_from(R=R_from_axis_angle(axis, position))
