"""Geoms of a compiled MJCF model as shapes on links."""

from collections import defaultdict

import mujoco
import numpy as np

from olympian.geometry import Mat4, R_from_quaternion_wxyz, T_from, Vec, frozen, inverse
from olympian.robot.files.mjcf_model import MjcfModel
from olympian.robot.tree import Shape, ShapeKind

Shapes = dict[int, tuple[tuple[Shape, ...], tuple[Shape, ...]]]
"""Visual and colliding shapes by body number; any body may be asked for."""

G = mujoco.mjtGeom
WORLD = 0


def read_shapes(compiled: MjcfModel) -> Shapes:
    """Shapes of every body; those without a counterpart become boxes, with a warning."""
    model = compiled.model
    visuals, collisions = defaultdict(list), defaultdict(list)
    for geom in range(model.ngeom):
        body = int(model.geom_bodyid[geom])
        shape = _shape(compiled, geom) if body != WORLD else None
        if shape is not None:
            felt = model.geom_contype[geom] or model.geom_conaffinity[geom]
            (collisions if felt else visuals)[body].append(shape)
    shapes: Shapes = defaultdict(lambda: ((), ()))
    shapes.update(
        {body: (tuple(visuals[body]), tuple(collisions[body])) for body in range(model.nbody)}
    )
    return shapes


def _shape(compiled: MjcfModel, geom: int) -> Shape | None:
    model = compiled.model
    kind, size = model.geom_type[geom], model.geom_size[geom]
    T = _pose(model.geom_pos[geom], model.geom_quat[geom])
    colour = _colour(model, geom)
    if kind == G.mjGEOM_BOX:
        return Shape(ShapeKind.BOX, _sizes(2 * size), frozen(T), colour)
    if kind == G.mjGEOM_SPHERE:
        return Shape(ShapeKind.SPHERE, _sizes(size[:1]), frozen(T), colour)
    for rod, ours in (
        (G.mjGEOM_CYLINDER, ShapeKind.CYLINDER),
        (G.mjGEOM_CAPSULE, ShapeKind.CAPSULE),
    ):
        if kind == rod:
            return Shape(ours, _sizes((size[0], 2 * size[1])), frozen(T), colour)
    if kind == G.mjGEOM_MESH and (shape := _mesh(compiled, geom, T)):
        return shape
    return _box(compiled, geom, T)


def _pose(pos: Vec, quat_wxyz: Vec) -> Mat4:
    return T_from(pos, R=R_from_quaternion_wxyz(quat_wxyz))


def _sizes(values: Vec | tuple[float, ...]) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


def _colour(model: mujoco.MjModel, geom: int) -> tuple[float, float, float, float]:
    material = int(model.geom_matid[geom])
    rgba = model.mat_rgba[material] if material >= 0 else model.geom_rgba[geom]
    red, green, blue, alpha = (float(value) for value in rgba)
    return red, green, blue, alpha


def _mesh(compiled: MjcfModel, geom: int, T_body_geom: Mat4) -> Shape | None:
    """The mesh as it stands in its file: the compiler has moved it to its centre of mass."""
    model = compiled.model
    number = int(model.geom_dataid[geom])
    name = model.mesh(number).name
    if name not in compiled.mesh_files:
        return None
    T_file_geom = _pose(model.mesh_pos[number], model.mesh_quat[number])
    return Shape(
        ShapeKind.MESH,
        compiled.mesh_scales[name],
        frozen(T_body_geom @ inverse(T_file_geom)),
        _colour(model, geom),
        str(compiled.mesh_files[name]),
    )


def _box(compiled: MjcfModel, geom: int, T_body_geom: Mat4) -> Shape | None:
    """The bounding box of any other shape; infinite ones have none."""
    model = compiled.model
    kind = G(int(model.geom_type[geom])).name.removeprefix("mjGEOM_").lower()
    label = f"a {kind} on '{model.body(model.geom_bodyid[geom]).name}'"
    centre, half = model.geom_aabb[geom][:3], model.geom_aabb[geom][3:]
    if kind in ("plane", "hfield") or not np.all(half > 0):
        compiled.warnings.append(f"{label} is left out")
        return None
    compiled.warnings.append(f"{label} is taken as its bounding box")
    T = T_body_geom @ T_from(centre)
    return Shape(ShapeKind.BOX, _sizes(2 * half), frozen(T), _colour(model, geom))
