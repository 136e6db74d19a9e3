"""What gravity asks of every joint of a robot that stands still."""

from collections.abc import Callable
from functools import cache

import mujoco
import numpy as np
from numba import boolean, float64, intp, none, types

from olympian.compiled import compiled, direct
from olympian.geometry import Vec
from olympian.kinematics.configuration import Kinematics
from olympian.kinematics.ground_push import ground_push_kernel
from olympian.records import Support
from olympian.robot import Robot

AT_REST = np.zeros(3)


class GravityLoad:
    """Joint torques of a robot at rest on its soles, with the weight shared between them."""

    def __init__(self, robot: Robot) -> None:
        feet = robot.require_feet()
        self._kinematics = kinematics = Kinematics(robot)
        model = kinematics.model
        self._data = data = mujoco.MjData(model)
        data.qpos[:] = kinematics.at_origin
        self._seen = (data.xpos, data.xmat, data.subtree_com, data.xanchor, data.xaxis)
        """All that forward kinematics writes, where MuJoCo keeps it."""
        joints = np.array([model.joint(name).id for name in robot.joint_names], dtype=np.intp)
        bodies = model.jnt_bodyid[joints].astype(np.intp)
        soles = kinematics.stance[1:]
        self._joints = (
            joints,
            bodies,
            model.jnt_type[joints] == mujoco.mjtJoint.mjJNT_HINGE,
            model.body_subtreemass[bodies],
            np.array([[_hangs_on(model, sole, body) for sole in soles] for body in bodies]),
        )
        """Rows of joints and their links, do they turn, what hangs on them, and which soles do."""
        self._all = np.ones(len(feet), dtype=np.bool_)
        self._rows = (kinematics.root, kinematics.stance)
        self._mass, self._load = robot.tree.mass, _kernel()

    def torque(self, q: Vec, support: Support | None = None) -> Vec:
        """(n,) N m that the joints must give to hold `q`, soles flat on level ground.

        Args:
            support: feet that carry and acceleration of the centre of mass, as if every part of
                the robot had it. If None, the robot rests on the lower foot, or on both.
        """
        return self._loads(q, support)[0]

    def shares(self, q: Vec) -> Vec:
        """Part of the weight on each foot if `q` is held on level ground."""
        return self._loads(q, None)[1]

    def _loads(self, q: Vec, support: Support | None) -> tuple[Vec, Vec]:
        data, model = self._data, self._kinematics.model
        data.qpos[self._kinematics.q_places] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        torque, shares = np.empty(len(q)), np.empty(len(self._all))
        carries, acceleration = self._all, AT_REST
        if support is not None:
            carries, acceleration = support.grounded, support.com_acceleration
        planned, mass = support is not None, self._mass
        self._load(
            self._seen, self._rows, self._joints, mass, carries, acceleration, planned,
            torque, shares,
        )  # fmt: skip
        return torque, shares


def _hangs_on(model: mujoco.MjModel, link: int, other: int) -> bool:
    """Does a joint that carries the other link carry this one too?"""
    while link not in (0, other):
        link = int(model.body_parentid[link])
    return link == other


@compiled
def _loads(seen, rows, joints, mass, carries, acceleration, planned, torque, shares):
    """Moments about each joint of the weight that hangs on it, and of the ground under its soles.

    All in the root link's axes. A robot that accelerates is one at rest under another gravity.
    """
    places, rotations, coms, anchors, axes = seen
    root, stance = rows
    feet = len(carries)
    R, soles, normals = rotations[stance[0]], np.empty((feet, 3)), np.empty((feet, 3))
    faster = np.zeros(3)
    for i in range(3):
        for k in range(3):
            faster[i] += R[3 * i + k] * acceleration[k]
        for foot in range(feet):
            soles[foot, i] = places[stance[foot + 1], i]
            normals[foot, i] = rotations[stance[foot + 1], 3 * i + 2]
    pull, shared, points = ground_push_kernel(soles, normals, coms[root], carries, faster, planned)
    shares[:] = shared
    ids, bodies, turns, hanging, under = joints
    for j in range(len(ids)):
        axis, anchor = axes[ids[j]], anchors[ids[j]]
        torque[j] = _about(axis, anchor, turns[j], coms[bodies[j]], hanging[j], pull)
        for foot in range(feet):
            if under[j, foot]:
                on_foot = shared[foot] * mass
                torque[j] -= _about(axis, anchor, turns[j], points[foot], on_foot, pull)


@compiled
def _about(axis, anchor, turns, point, mass, pull):
    """What a force `mass` × `pull` at a point does about an axis, or along that of a slide."""
    fx, fy, fz = mass * pull[0], mass * pull[1], mass * pull[2]
    if not turns:
        return axis[0] * fx + axis[1] * fy + axis[2] * fz
    x, y, z = point[0] - anchor[0], point[1] - anchor[1], point[2] - anchor[2]
    return axis[0] * (y * fz - z * fy) + axis[1] * (z * fx - x * fz) + axis[2] * (x * fy - y * fx)


@cache
def _kernel() -> Callable[..., None]:
    """The kernel as Python calls it."""
    numbers, points = types.Array(float64, 1, "A"), types.Array(float64, 2, "C")
    flags, places = types.Array(boolean, 1, "A"), types.Array(intp, 1, "A")
    under = types.Array(boolean, 2, "C")
    seen, rows = types.UniTuple(points, 5), types.Tuple((intp, places))
    joints = types.Tuple((places, places, flags, numbers, under))
    given = (seen, rows, joints, float64, flags, numbers, boolean)
    return direct(_loads, none(*given, numbers, numbers))
