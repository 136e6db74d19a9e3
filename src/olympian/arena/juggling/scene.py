"""The juggling robot, its ball and the floor as one MuJoCo model."""

import mujoco

from olympian.backend.simulation import add_paint, body_spec
from olympian.backend.simulation.scene import ROLL_FRICTION, SPIN_FRICTION, STICTION
from olympian.geometry import GRAVITY
from olympian.robot import Robot
from olympian.servo import ServoBank

__all__ = ["BALL", "FLOOR", "PREFIX", "RADIUS", "build_scene"]

BALL, FLOOR, PREFIX = "ball", "floor", "robot0/"
RADIUS, MASS = 0.07, 0.2
"""Metres and kilograms: a football of size 1."""
STIFFNESS, DAMPING = 100_000.0, 30.0
"""1/s² and 1/s. MuJoCo has no coefficient of restitution: a contact is a damped spring, here given
directly. On a hard floor it lasts 10 ms and gives back 0.86 of the speed, as a well pumped football
does; 0.855 to 0.889, depending on where in a step of physics the ball touches."""
PHYSICS_DT = 0.001
"""Seconds: ten steps to a contact. Half of it gives the same mean restitution."""
FLOOR_FRICTION, BALL_FRICTION = 1.0, 0.5
RIGID = (0.999, 0.9999, 0.001, 0.5, 2)
"""How little weld and floor give way under a steady load, against 0.95 by default. The robot's
weight tips it with 2,000 N m/rad; MuJoCo's default floor holds a sole with no more than that."""
HARD = (0.004, 1.0)
"""The same of the floor."""
FIRM = (0.002, 1.0)
"""Time constant and damping ratio of the weld: two steps of physics, as stiff as it can be."""


def build_scene(robot: Robot, servos: ServoBank, welded: str | None) -> mujoco.MjModel:
    """One model, everything at its origin.

    Args: welded: link that is fixed to the ground at the world's origin; None: contact alone.
    """
    spec = mujoco.MjSpec()
    spec.modelname = "juggling"
    option = spec.option
    option.timestep, option.gravity = PHYSICS_DT, (0, 0, -GRAVITY)
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.cone, option.impratio = mujoco.mjtCone.mjCONE_ELLIPTIC, STICTION
    spec.compiler.balanceinertia = True
    spec.visual.headlight.ambient = (0.4, 0.4, 0.4)
    spec.visual.headlight.diffuse = (0.6, 0.6, 0.6)
    spec.visual.global_.offwidth, spec.visual.global_.offheight = 1280, 960
    spec.worldbody.add_light(pos=(0, 0, 4), dir=(0.3, 0.2, -1), castshadow=False)
    add_paint(spec)
    _add_floor(spec)
    spec.attach(body_spec(robot, servos), prefix=PREFIX, frame=spec.worldbody.add_frame())
    _add_ball(spec)
    if welded is not None:
        _weld(spec, PREFIX + welded)
        _keep_apart(spec, spec.body(PREFIX + welded))
    return spec.compile()


def _add_floor(spec: mujoco.MjSpec) -> None:
    spec.worldbody.add_geom(
        name=FLOOR,
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=(4, 4, 1),
        rgba=(0.75, 0.78, 0.8, 1),
        material="grid",
        priority=1,  # the floor decides the friction, whatever the sole is made of
        friction=(FLOOR_FRICTION, SPIN_FRICTION, ROLL_FRICTION),
        solref=HARD,
        solimp=RIGID,
    )


def _add_ball(spec: mujoco.MjSpec) -> None:
    body = spec.worldbody.add_body(name=BALL, pos=(1, 1, RADIUS))
    body.add_freejoint(name=BALL)
    body.add_geom(
        name=BALL,
        type=mujoco.mjtGeom.mjGEOM_SPHERE,
        size=(RADIUS, 0, 0),
        mass=MASS,
        rgba=(0.95, 0.35, 0.05, 1.0),
        priority=2,  # above the floor's: the ball decides how it bounces
        friction=(BALL_FRICTION, SPIN_FRICTION, ROLL_FRICTION),
        solref=(-STIFFNESS, -DAMPING),
        solimp=(0.99, 0.99, 0.001, 0.5, 2),
    )


def _weld(spec: mujoco.MjSpec, body: str) -> None:
    weld = spec.add_equality(type=mujoco.mjtEq.mjEQ_WELD, name1=body)
    weld.objtype = mujoco.mjtObj.mjOBJ_BODY
    weld.data[:11] = (0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1)
    weld.solref, weld.solimp = FIRM, RIGID


def _keep_apart(spec: mujoco.MjSpec, body: mujoco.MjsBody) -> None:
    """A welded foot needs no floor: two holds of one thing would only work against each other."""
    foot = body.parent
    spec.add_exclude(bodyname1="world", bodyname2=foot.name)
