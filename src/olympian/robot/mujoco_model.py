"""The robot as a MuJoCo specification: one model for kinematics, collision and physics."""

from collections import defaultdict

import mujoco
import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, quaternion_wxyz_from_R
from olympian.robot.files import mesh_triangles
from olympian.robot.rigid import rigid_bodies, weightless
from olympian.robot.robot import Robot
from olympian.robot.tree import Inertial, Joint, JointKind, Link, Shape, ShapeKind, Tree

BASE_JOINT = "base"
"""Name of the free joint that carries the root link."""
VISUAL_GROUP, COLLISION_GROUP = 2, 3
"""MuJoCo's customary groups: seen but not felt, felt but not seen."""
FEATHER = Inertial(1e-4, np.zeros(3), np.eye(3) * 1e-8)
"""Stands in for the mass of a moving body that has none: MuJoCo needs some. `inspect` says so."""
MAX_DEPTH = 1000
"""Links in a row. MuJoCo's compiler gives up at 1024, and at 20 000 its recursion kills Python."""
GEOM_TYPES = {
    ShapeKind.BOX: mujoco.mjtGeom.mjGEOM_BOX,
    ShapeKind.CYLINDER: mujoco.mjtGeom.mjGEOM_CYLINDER,
    ShapeKind.CAPSULE: mujoco.mjtGeom.mjGEOM_CAPSULE,
    ShapeKind.SPHERE: mujoco.mjtGeom.mjGEOM_SPHERE,
    ShapeKind.MESH: mujoco.mjtGeom.mjGEOM_MESH,
}


def build_spec(robot: Robot) -> mujoco.MjSpec:
    """Every link a body, every joint a joint, the root free to fly; no actuators, no floor.

    Bodies that already touch in the ready pose never collide with each other, as in an SRDF file.
    """
    _check(robot)
    spec = mujoco.MjSpec()
    spec.modelname = robot.name
    spec.compiler.degree = False
    spec.compiler.balanceinertia = True
    tree = robot.tree
    feathers = _feathers(tree)
    root = spec.worldbody.add_body(name=tree.root)
    _set_inertia(root, tree.link_by_name[tree.root], tree.root in feathers)
    root.add_freejoint(name=BASE_JOINT)
    bodies = {tree.root: root}
    _add_shapes(spec, root, tree.link_by_name[tree.root])
    for joint in tree.depth_first():
        link = tree.link_by_name[joint.child]
        body = bodies[joint.parent].add_body(name=link.name, **_pose(joint.T_parent_joint))
        _set_inertia(body, link, link.name in feathers)
        if joint.movable:
            _add_joint(body, joint)
        _add_shapes(spec, body, link)
        bodies[link.name] = body
    _couple(spec, robot)
    for first, second in _touching(spec, robot):
        spec.add_exclude(bodyname1=first, bodyname2=second)
    return spec


def _couple(spec: mujoco.MjSpec, robot: Robot) -> None:
    """Joints that mimic others are held to them, as gears or belts would."""
    for joint in robot.tree.movable:
        if joint.mimic is not None:
            spec.add_equality(
                type=mujoco.mjtEq.mjEQ_JOINT,
                objtype=mujoco.mjtObj.mjOBJ_JOINT,
                name1=joint.name,
                name2=joint.mimic.leader,
                data=[joint.mimic.offset, joint.mimic.multiplier, *[0.0] * 10],
            )


def _check(robot: Robot) -> None:
    """Refuse what MuJoCo would, in our words and before it is too late."""
    where = robot.tree.source or robot.name
    if "world" in robot.tree.link_by_name:
        raise OlympianError(
            f"{where}: link 'world': the simulator uses this name itself; rename the link"
        )
    if BASE_JOINT in robot.joint_index:
        raise OlympianError(
            f"{where}: joint '{BASE_JOINT}': this is the floating base's name; rename the joint"
        )
    depth = {robot.tree.root: 1}
    for joint in robot.tree.depth_first():
        depth[joint.child] = depth[joint.parent] + 1
        if depth[joint.child] > MAX_DEPTH:
            raise OlympianError(
                f"{where}: link '{joint.child}': more than {MAX_DEPTH} links in a row"
            )


def _feathers(tree: Tree) -> set[str]:
    """Links at joints whose whole rigid body has no mass; the root counts as one."""
    root, *_ = rigid_bodies(tree)
    bare_root = not any(tree.link_by_name[link].inertial for link in root.links)
    return {*weightless(tree), *([tree.root] if bare_root else [])}


def _pose(T: Mat4) -> dict[str, np.ndarray]:
    return {"pos": T[:3, 3], "quat": quaternion_wxyz_from_R(T[:3, :3])}


def _set_inertia(body: mujoco.MjsBody, link: Link, feather: bool) -> None:
    inertial = link.inertial or (FEATHER if feather else None)
    if inertial is None:
        return
    principal, R = np.linalg.eigh(inertial.inertia)
    if np.linalg.det(R) < 0:
        R = R * np.array([1.0, 1.0, -1.0])
    body.mass = inertial.mass
    body.ipos = inertial.com_in_link
    body.iquat = quaternion_wxyz_from_R(R)
    body.inertia = principal
    body.explicitinertial = True


def _add_joint(body: mujoco.MjsBody, joint: Joint) -> None:
    slides = joint.kind is JointKind.PRISMATIC
    body.add_joint(
        name=joint.name,
        type=mujoco.mjtJoint.mjJNT_SLIDE if slides else mujoco.mjtJoint.mjJNT_HINGE,
        axis=joint.axis,
        limited=joint.kind is not JointKind.CONTINUOUS,
        range=(joint.lower, joint.upper),
        damping=joint.damping,
        frictionloss=joint.friction,
    )


def _add_shapes(spec: mujoco.MjSpec, body: mujoco.MjsBody, link: Link) -> None:
    for shape in link.visuals or link.collisions:
        _add_geom(spec, body, shape, group=VISUAL_GROUP, contype=0, conaffinity=0)
    for shape in link.collisions:
        _add_geom(spec, body, shape, group=COLLISION_GROUP)


def _add_geom(spec: mujoco.MjSpec, body: mujoco.MjsBody, shape: Shape, **options: int) -> None:
    size = np.zeros(3)
    size[: len(shape.size)] = shape.size
    if shape.kind is ShapeKind.BOX:
        size /= 2
    elif shape.kind in (ShapeKind.CYLINDER, ShapeKind.CAPSULE):
        size[1] /= 2
    geom = body.add_geom(
        type=GEOM_TYPES[shape.kind],
        size=np.zeros(3) if shape.kind is ShapeKind.MESH else size,
        rgba=shape.rgba,
        mass=0,  # shapes are seen and felt; weight is said by the links
        **_pose(shape.T_link_shape),
        **options,
    )
    if shape.kind is ShapeKind.MESH:
        geom.meshname = _mesh(spec, shape)


def _mesh(spec: mujoco.MjSpec, shape: Shape) -> str:
    name = f"{shape.mesh}|{shape.size}"
    if not any(mesh.name == name for mesh in spec.meshes):
        mesh = spec.add_mesh(name=name, scale=shape.size)
        triangles = mesh_triangles(str(shape.mesh))
        if triangles is None:
            mesh.file = str(shape.mesh)
        else:
            mesh.uservert, mesh.userface = triangles[0].ravel(), triangles[1].ravel()
        # open or flat surfaces have no volume, and are welcome: inertia is not taken from them
        mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    return name


def _touching(spec: mujoco.MjSpec, robot: Robot) -> list[tuple[str, str]]:
    try:
        model = spec.compile()
    except ValueError as error:
        problem = " ".join(str(error).split()).removeprefix("Error: ")
        raise OlympianError(f"{robot.tree.source or robot.name}: MuJoCo: {problem}") from error
    data = mujoco.MjData(model)
    pairs: dict[tuple[int, int], None] = defaultdict()
    for q in (np.zeros(robot.dof), robot.ready):
        for name, angle in zip(robot.joint_names, q, strict=True):
            data.qpos[model.joint(name).qposadr[0]] = angle
        mujoco.mj_forward(model, data)
        for contact in data.contact:
            first, second = sorted(int(model.geom_bodyid[geom]) for geom in contact.geom)
            pairs[(first, second)] = None
    return [(model.body(first).name, model.body(second).name) for first, second in pairs]
