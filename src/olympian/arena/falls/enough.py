"""How hard a shove must be to make a robot fall: where every other one does."""

from collections.abc import Sequence

import msgspec

from olympian.arena.falls.drop import run_drop
from olympian.arena.falls.faller import heedless
from olympian.arena.falls.shove import KnockDown
from olympian.motion.walks import make_walk
from olympian.robot import Robot

__all__ = ["JUST_ENOUGH", "just_enough"]

JUST_ENOUGH = {"fumanoid": 2.7, "wolfgang": 3.0, "bioloid": 0.9}
"""N s; read off 58 shoves of random strength (seeds 0 to 19), between those survived and those not.
The ladder below measures the same with more trials."""
RISE = 1.15
"""Factor from rung to rung."""
ENOUGH = 0.5
"""Share of shoves, in any direction and doing anything, that knock it over."""


def just_enough(robot: Robot, first: float, seeds: Sequence[int] = range(12)) -> float:
    """The lowest rung, N s, at which half of the shoves make the unprotected robot fall.

    Args: first: N s that it surely survives more often than not.
    """
    top_speed = make_walk(robot).top_speed
    level = first
    while True:
        shoves = [
            msgspec.structs.replace(KnockDown.of(seed, top_speed, 1.0), ns=level) for seed in seeds
        ]
        fell = sum(run_drop(robot, shove, heedless).fell for shove in shoves)
        if fell >= ENOUGH * len(shoves):
            return level
        level *= RISE
