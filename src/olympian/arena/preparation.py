"""Before the games: each robot finds out what is wrong with it, on a floor of its own."""

from functools import lru_cache

import numpy as np

from olympian.arena.conditions import Conditions
from olympian.backend import Backend, CalibratedBackend, FallWatch, Simulation
from olympian.breaker import STRICT
from olympian.humanoid import BareHumanoid
from olympian.motion import SkillStatus
from olympian.motion.calibrate import Calibrate, can_calibrate
from olympian.robot import Calibration, Robot
from olympian.world import flat

__all__ = ["calibration_of", "prepared"]

LONGEST = 60.0
"""Seconds that a calibration may take."""


def prepared(body: Backend, conditions: Conditions) -> Backend:
    """The body of a trial, with what the same robot found out about itself beforehand."""
    if not can_calibrate(body.robot):
        return body
    return CalibratedBackend(body, calibration_of(body.robot, conditions))


@lru_cache(maxsize=1000)
def calibration_of(robot: Robot, conditions: Conditions) -> Calibration:
    """What this specimen finds, with its own sensors; nothing, if it falls on the way.

    Noise and biases of the sensors are others than in the trial: only the robot is the same.
    """
    seed = int(np.random.SeedSequence([conditions.seed, conditions.robot, 5]).generate_state(1)[0])
    simulation = Simulation(
        robot,
        flat(conditions.friction),
        seed,
        starts=[conditions.start(robot)],
        specimens=[conditions.specimen(robot)],
    )
    actor, watch = simulation.actors[0], FallWatch(simulation)
    skill = Calibrate(robot)
    one = BareHumanoid(robot, skill, actor, breaker=STRICT)
    while skill.status is SkillStatus.RUNNING and not watch.fell and simulation.t < LONGEST:
        one.tick()
        watch.step()
    return skill.calibration or Calibration.none(robot.dof)
