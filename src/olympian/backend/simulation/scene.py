"""The world and its robots as one compiled MuJoCo model."""

from collections.abc import Sequence

import mujoco

from olympian.backend.simulation.body import body_spec
from olympian.backend.simulation.options import SimulationOptions
from olympian.backend.simulation.paint import BALL_RGBA, add_paint, finish_of, paint_ball, ring_mesh
from olympian.geometry import GRAVITY, quaternion_wxyz_from_R
from olympian.robot import Robot
from olympian.servo import ServoBank
from olympian.world import CARPET_ROLLS, Ball, Solid, SolidKind, World

__all__ = ["BALL", "build_scene", "prefix"]

GEOM_TYPES = {
    SolidKind.PLANE: mujoco.mjtGeom.mjGEOM_PLANE,
    SolidKind.BOX: mujoco.mjtGeom.mjGEOM_BOX,
    SolidKind.CYLINDER: mujoco.mjtGeom.mjGEOM_CYLINDER,
    SolidKind.RING: mujoco.mjtGeom.mjGEOM_MESH,
}
BALL = "ball"
"""Name of the ball's body, joint and shape."""
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
    lamp = spec.worldbody.add_light(pos=(0, 0, 4), dir=(0.3, 0.2, -1), castshadow=False)
    if world.even_light:
        lamp.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    add_paint(spec)
    for solid in world.solids:
        _add_solid(spec, solid, world.friction)
    for solid in world.scenery:
        _add_scenery(spec, solid)
    for index, (robot, bank) in enumerate(zip(robots, servos, strict=True)):
        spec.attach(body_spec(robot, bank), prefix=prefix(index), frame=spec.worldbody.add_frame())
    if world.ball is not None:
        _add_ball(spec, world.ball)
    return spec.compile()


def _add_solid(spec: mujoco.MjSpec, solid: Solid, friction: float) -> None:
    geom = _shape(spec, solid)
    # The floor decides the friction, whatever the sole is made of.
    geom.priority = 1
    geom.friction = (friction, SPIN_FRICTION, ROLL_FRICTION)


def _add_scenery(spec: mujoco.MjSpec, solid: Solid) -> None:
    geom = _shape(spec, solid)
    geom.contype = geom.conaffinity = 0


def _shape(spec: mujoco.MjSpec, solid: Solid) -> mujoco.MjsGeom:
    half = {
        SolidKind.PLANE: solid.size,
        SolidKind.BOX: [edge / 2 for edge in solid.size],
        SolidKind.CYLINDER: (solid.size[0], solid.size[1] / 2, 0),
        SolidKind.RING: (0, 0, 0),
    }[solid.kind]
    geom = spec.worldbody.add_geom(
        name=solid.name,
        type=GEOM_TYPES[solid.kind],
        size=half,
        pos=solid.T_world_solid[:3, 3],
        quat=quaternion_wxyz_from_R(solid.T_world_solid[:3, :3]),
        rgba=solid.rgba,
        material=finish_of(solid),
    )
    if solid.kind is SolidKind.RING:
        geom.meshname = ring_mesh(spec, solid)
    return geom


def _add_ball(spec: mujoco.MjSpec, ball: Ball) -> None:
    body = spec.worldbody.add_body(name=BALL, pos=(*ball.at, ball.radius))
    body.add_freejoint(name=BALL)
    body.add_geom(
        name=BALL,
        type=mujoco.mjtGeom.mjGEOM_SPHERE,
        size=(ball.radius, 0, 0),
        mass=ball.mass,
        rgba=BALL_RGBA[ball.style],
        material=paint_ball(spec, ball),
        condim=6,
        # above the floor's: a ball rolls as its carpet lets it, and on nothing else here
        priority=2,
        friction=(0.6, SPIN_FRICTION, CARPET_ROLLS),
    )
