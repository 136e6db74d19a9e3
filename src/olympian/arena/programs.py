"""What drives the robots of a trial: animators, steppers and walks."""

from collections.abc import Callable
from functools import cache

from olympian.arena.conditions import Conditions
from olympian.arena.film import FilmView
from olympian.arena.stage import Stage
from olympian.geometry import Vec
from olympian.motion import Skill
from olympian.motion.animate import Animator, BuiltSet, load_movement
from olympian.motion.step import Stepper, read_gait
from olympian.robot import Robot
from olympian.world import World, flat

READY = 5.0
"""Seconds of standing before the first command: the gyro's bias shows."""
SETTLE = 1.0
"""Seconds of standing after the last command, and of lying before it."""


def animator(robot: Robot, *names: str) -> Animator:
    """Knows these movements, and holds the ready pose until it plays one."""
    return Animator(robot, [_built(robot, name) for name in names], robot.ready)


def stepper(robot: Robot, gait: str, q_start: Vec | None = None) -> Stepper:
    """Stands, in the ready pose or at `q_start`, until it is told to go."""
    return Stepper(robot, read_gait(robot, gait), q_start)


def waiting(
    robot: Robot,
    program: Skill,
    seed: int,
    view: FilmView,
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
    view: FilmView,
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
