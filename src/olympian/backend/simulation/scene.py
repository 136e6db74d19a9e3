"""The world and its robots as one compiled MuJoCo model."""

from collections.abc import Sequence

import mujoco

from olympian.backend.simulation.body import body_spec
from olympian.backend.simulation.options import SimulationOptions
from olympian.geometry import GRAVITY, quaternion_wxyz_from_R
from olympian.robot import Robot
from olympian.servo import ServoBank
from olympian.world import Solid, SolidKind, World

__all__ = ["build_scene", "prefix"]

GEOM_TYPES = {
    SolidKind.PLANE: mujoco.mjtGeom.mjGEOM_PLANE,
    SolidKind.BOX: mujoco.mjtGeom.mjGEOM_BOX,
    SolidKind.CYLINDER: mujoco.mjtGeom.mjGEOM_CYLINDER,
}
STICTION = 10.0
"""Stiffness of friction against that of contact: at 1 a robot creeps down a 3° ramp by 0.3 mm/s."""
SPIN_FRICTION, ROLL_FRICTION = 0.005, 0.0001
"""MuJoCo's defaults; the sole's size carries twisting, not this."""


def prefix(index: int) -> str:
    """What stands before the names of robot `index` in the model."""
    return f"robot{index}/"


def build_scene(
    robots: Sequence[Robot],
    servos: Sequence[ServoBank],
    world: World,
    options: SimulationOptions,
) -> mujoco.MjModel:
    """One model with all robots at the origin; where they start is state, not model."""
    spec = mujoco.MjSpec()
    spec.modelname = world.name
    spec.option.timestep = options.physics_dt
    spec.option.gravity = (0, 0, -GRAVITY)
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    spec.option.impratio = STICTION
    spec.compiler.balanceinertia = True
    spec.visual.headlight.ambient = (0.4, 0.4, 0.4)
    spec.visual.headlight.diffuse = (0.6, 0.6, 0.6)
    spec.visual.global_.offwidth, spec.visual.global_.offheight = 1920, 1080
    spec.worldbody.add_light(pos=(0, 0, 4), dir=(0.3, 0.2, -1), castshadow=False)
    _add_sky(spec)
    _add_grid(spec)
    for solid in world.solids:
        _add_solid(spec, solid, world.friction)
    for index, (robot, bank) in enumerate(zip(robots, servos, strict=True)):
        spec.attach(body_spec(robot, bank), prefix=prefix(index), frame=spec.worldbody.add_frame())
    return spec.compile()


def _add_sky(spec: mujoco.MjSpec) -> None:
    spec.add_texture(
        name="sky",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=(0.45, 0.65, 0.85),
        rgb2=(0.85, 0.92, 0.97),
        width=64,
        height=64,
    )


def _add_grid(spec: mujoco.MjSpec) -> None:
    """A chequered floor, so that motion over it can be seen."""
    spec.add_texture(
        name="grid",
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
        rgb1=(0.95, 0.95, 0.95),
        rgb2=(1.0, 1.0, 1.0),
        width=256,
        height=256,
    )
    material = spec.add_material(name="grid", texrepeat=(5, 5), texuniform=True)
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "grid"


def _add_solid(spec: mujoco.MjSpec, solid: Solid, friction: float) -> None:
    half = {
        SolidKind.PLANE: solid.size,
        SolidKind.BOX: [edge / 2 for edge in solid.size],
        SolidKind.CYLINDER: (solid.size[0], solid.size[1] / 2, 0),
    }[solid.kind]
    spec.worldbody.add_geom(
        name=solid.name,
        type=GEOM_TYPES[solid.kind],
        size=half,
        pos=solid.T_world_solid[:3, 3],
        quat=quaternion_wxyz_from_R(solid.T_world_solid[:3, :3]),
        rgba=solid.rgba,
        material="grid" if solid.kind is SolidKind.PLANE else "",
        # The floor decides the friction, whatever the sole is made of.
        priority=1,
        friction=(friction, SPIN_FRICTION, ROLL_FRICTION),
    )
