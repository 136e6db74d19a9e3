"""The MuJoCo model that is trained with: the robot of the simulation, with fewer contacts."""

from dataclasses import dataclass

import mujoco

from olympian.backend import body_spec
from olympian.errors import OlympianError
from olympian.geometry import GRAVITY
from olympian.robot import Limb, Robot
from olympian.servo import ServoBank

FEET_FLOORS, COMMON_FLOOR = 4, 2
"""Bits of `contype`: each foot has a floor of its own from the first on; all else shares one."""
FLOOR = "floor"
STICTION = 10.0
"""As in the simulation: stiffness of friction against that of contact."""
SPIN_FRICTION, ROLL_FRICTION = 0.005, 0.0001
LOWER = 2
"""Links with a shape at the end of a leg that may touch the other leg: foot and shank."""


@dataclass(frozen=True)
class PhysicsOptions:
    """How exactly physics is computed."""

    dt: float = 0.0025
    """Seconds of a step; the simulation's are shorter, as nobody waits for 8192 of it."""
    tick: float = 0.01
    """Seconds between two goals on the bus."""
    iterations: int = 6
    line_search: int = 20
    """With 8 of these the solver ends too soon: a robot that stands in its ready pose shakes."""
    whole_body: bool = False
    """May all of the body touch the floor, not only the feet?"""

    @property
    def substeps(self) -> int:
        """Physics steps per tick."""
        return max(1, round(self.tick / self.dt))


def training_model(robot: Robot, bank: ServoBank, options: PhysicsOptions) -> mujoco.MjModel:
    """Motors take torques; their back-EMF is damping, and dry friction part of the torque.

    Feet stand on floors of their own, one for each foot, which only that foot touches: moved up and
    down they are tiles. Feet and shanks of both legs touch each other, and so do forearms and legs.
    """
    spec = body_spec(robot, bank)
    option = spec.option
    option.timestep = options.dt
    option.gravity = (0.0, 0.0, -GRAVITY)
    option.integrator = mujoco.mjtIntegrator.mjINT_EULER
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.impratio = STICTION
    option.iterations, option.ls_iterations = options.iterations, options.line_search
    spec.compiler.balanceinertia = True
    for index, name in enumerate(robot.joint_names):
        joint = spec.joint(name)
        joint.frictionloss = 0.0
        joint.damping[0] += bank.motor_constant[index] ** 2 / bank.resistance[index]
        spec.actuator(name).set_to_motor()
    _set_contacts(spec, robot, options.whole_body)
    return spec.compile()


def floor_names(robot: Robot) -> list[str]:
    """Floors of the feet, in the order of `robot.feet`."""
    return [f"{FLOOR}_{index}" for index in range(len(robot.feet))]


def _set_contacts(spec: mujoco.MjSpec, robot: Robot, whole_body: bool) -> None:
    feet = {_carrier(robot, foot.link): index for index, foot in enumerate(robot.feet)}
    shapes: dict[str, list[str]] = {}
    for body in spec.bodies:
        for place, geom in enumerate(list(body.geoms)):
            if not geom.contype:
                continue
            geom.name = f"{body.name}#{place}"
            shapes.setdefault(body.name, []).append(geom.name)
            bit = FEET_FLOORS << feet[body.name] if body.name in feet else COMMON_FLOOR
            # kinds that nobody else looks for: shapes meet only floors, and whom pairs name
            geom.contype, geom.conaffinity = 0, bit
    if not set(feet) <= set(shapes):
        missing = ", ".join(sorted(set(feet) - set(shapes)))
        raise OlympianError(f"robot '{robot.name}': foot {missing} has no collision shape")
    for index, name in enumerate(floor_names(robot)):
        _add_floor(spec, name, FEET_FLOORS << index)
    if whole_body:
        _add_floor(spec, FLOOR, COMMON_FLOOR)
    excluded = {frozenset((item.bodyname1, item.bodyname2)) for item in spec.excludes}
    for first, second in _pairs(robot, shapes):
        if frozenset((first, second)) in excluded:
            continue
        for one in shapes[first]:
            for other in shapes[second]:
                spec.add_pair(geomname1=one, geomname2=other)


def _add_floor(spec: mujoco.MjSpec, name: str, bit: int) -> None:
    spec.worldbody.add_geom(
        name=name,
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=(0.0, 0.0, 1.0),
        priority=1,
        friction=(1.0, SPIN_FRICTION, ROLL_FRICTION),
        contype=bit,
        conaffinity=0,
    )


def _carrier(robot: Robot, sole: str) -> str:
    """The link that a sole is part of: the child of the last joint before it that moves."""
    link = sole
    while not robot.tree.parent_joint[link].movable:
        link = robot.tree.parent_joint[link].parent
    return link


def _pairs(robot: Robot, shapes: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Bodies that may touch: the lower parts of both legs, and each arm's end with its leg."""
    legs = [_solid(robot, leg, shapes) for leg in robot.legs]
    pairs = [
        (first, second)
        for index, one in enumerate(legs)
        for other in legs[index + 1 :]
        for first in one[-LOWER:]
        for second in other[-LOWER:]
    ]
    for arm in robot.arms:
        hand = _solid(robot, arm, shapes)[-1:]
        for leg, parts in zip(robot.legs, legs, strict=True):
            if leg.side == arm.side:
                pairs += [(first, second) for first in hand for second in parts[:-1]]
    return pairs


def _solid(robot: Robot, limb: Limb, shapes: dict[str, list[str]]) -> list[str]:
    """Links of a limb that have a shape, from the trunk outwards."""
    by_name = {joint.name: joint.child for joint in robot.tree.movable}
    links = [by_name[name] for name in limb.chain.joint_names]
    return [link for link in links if link in shapes]
