"""The mode machine of a robot, with everything the library has for it."""

from olympian.breaker import Breaker
from olympian.decision.fighter import MOVEMENTS
from olympian.decision.modes.guarded_walk import GuardedWalk
from olympian.decision.modes.machine import ModeMachine
from olympian.motion.animate import Animator, load_movement, movement_names
from olympian.motion.learnt import LearntWalk
from olympian.motion.static_walk import StaticWalk
from olympian.motion.step import Stepper, gait_names, read_gait
from olympian.motion.walk import DynamicWalk
from olympian.motion.walks import DYNAMIC, LEARNT, STATIC, Walk, make_walk, walk_names
from olympian.robot import Robot

SIDES = ("front", "back", "left", "right")
PROTECTIVE = frozenset(f"{what}_{side}" for what in ("fall", "getup") for side in SIDES) | {
    "sit",
    "rise",
    "dive_left",
    "dive_right",
}
"""Movements that the control module plays by itself; no driver chooses them."""
OF_FIGHTERS = frozenset({*MOVEMENTS, "fight_low"})
"""Movements of the programs that meet in the ring, from feet that a driver does not stand on."""
OWN = (DynamicWalk, LearntWalk, StaticWalk)
"""Walks that need no circuit breaker of their own."""


def mode_machine(
    robot: Robot, walk: str | None = None, breaker: Breaker | None = None
) -> ModeMachine:
    """A machine that offers every mode for which the library has movements, gaits and a walk.

    Args:
        walk: what `run` is made with, by name or file; None for the best of the robot's own, and
            for the static one of a robot that does not feel how it leans.
        breaker: what a walk of somebody else is called through.
    """
    breaker = breaker or Breaker()
    aside = PROTECTIVE | OF_FIGHTERS
    free = [name for name in movement_names(robot) if name not in aside]
    sets = [load_movement(robot, name) for name in free]
    gaits = {name: read_gait(robot, name) for name in gait_names(robot)}
    animator = Animator(robot, sets, robot.ready)
    stepper = Stepper(robot, next(iter(gaits.values()))) if gaits else None
    best = (STATIC,) if "imu" in robot.lacks else (DYNAMIC, LEARNT)
    if walk is None:
        walk = next((name for name in best if name in walk_names(robot)), None)
    runner: Walk | None = None if walk is None else make_walk(robot, walk)
    if walk is not None and runner is not None and type(runner) not in OWN:
        runner = GuardedWalk(runner, walk, robot, breaker)
    return ModeMachine(robot, animator, stepper, gaits, runner)
