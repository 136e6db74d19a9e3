"""What drives the robots of a trial: animators, steppers and walks with their servos' registers."""

from collections.abc import Callable
from functools import cache

from olympian.arena.conditions import Conditions
from olympian.arena.film import View
from olympian.arena.stage import Stage
from olympian.backend import Actor
from olympian.backend.compliance import ComplianceSwitch
from olympian.geometry import Vec
from olympian.motion import Skill
from olympian.motion.animate import Animator, BuiltSet, load_movement
from olympian.motion.step import Stepper, read_gait
from olympian.motion.walks import Walk, make_walk
from olympian.robot import Robot
from olympian.world import World
from olympian.world.catalogue import flat

__all__ = ["READY", "SETTLE", "animator", "stepper", "stepping", "waiting", "walk"]

READY = 5.0
"""Seconds of standing before the first command: the gyro's bias shows."""
SETTLE = 1.0
"""Seconds of standing after the last command, and of lying before it."""


def animator(robot: Robot, *names: str) -> Callable[[Actor], Animator]:
    """Makes an animator that knows these movements, and holds the ready pose until it plays."""

    def make(actor: Actor) -> Animator:
        sets = [_built(robot, name) for name in names]
        return Animator(robot, sets, ComplianceSwitch(robot, actor.servos), robot.ready)

    return make


def stepper(robot: Robot, gait: str, q_start: Vec | None = None) -> Callable[[Actor], Stepper]:
    """Makes a stepper that stands, in the ready pose or at `q_start`, until it is told to go."""
    return lambda actor: Stepper(
        robot, read_gait(robot.name, gait), ComplianceSwitch(robot, actor.servos), q_start
    )


def walk(robot: Robot, name: str) -> Callable[[Actor], Walk]:
    """Makes a walk that stands until it is told to go."""
    return lambda actor: make_walk(robot, name, ComplianceSwitch(robot, actor.servos))


def waiting(
    robot: Robot,
    program: Callable[[Actor], Skill],
    seed: int,
    view: View,
    film: bool,
    world: Callable[[float], World] = flat,
) -> Stage:
    """A trial of one robot, upright and ready, at the moment of the first command.

    Args:
        world: makes the floor from its friction.
    """
    conditions = Conditions.of(seed)
    stage = Stage.alone(robot, world(conditions.friction), conditions, program, view, film)
    stage.stand(READY)
    stage.mark()
    return stage


def stepping(
    robot: Robot,
    gait: str,
    seed: int,
    view: View,
    film: bool,
    world: Callable[[float], World] = flat,
) -> tuple[Stage, Stepper]:
    """A trial of one robot that steps, at the moment of the first command."""
    stage = waiting(robot, stepper(robot, gait), seed, view, film, world)
    return stage, stage.program(Stepper)


@cache
def _built(robot: Robot, name: str) -> BuiltSet:
    """Movements are built once, however many trials play them."""
    return load_movement(robot, name)
