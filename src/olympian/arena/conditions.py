"""What differs from trial to trial, drawn from its seed, and how robots find it out beforehand."""

from functools import lru_cache
from math import radians

import msgspec
import numpy as np

from olympian.backend import (
    FRICTION,
    MASS,
    STRENGTH,
    ZERO,
    Backend,
    CalibratedBackend,
    FallWatch,
    Lie,
    Simulation,
    Specimen,
    Start,
)
from olympian.breaker import STRICT
from olympian.geometry import Vec
from olympian.humanoid import BareHumanoid
from olympian.motion import SkillStatus
from olympian.motion.calibrate import Calibrate, can_calibrate
from olympian.robot import Calibration, Robot
from olympian.world import flat

PLACE = 0.01
YAW = radians(3.0)
JOINTS = radians(1.0)
"""How exactly a person puts a robot down: metres, radians, and the play of its joints."""


class Conditions(msgspec.Struct, frozen=True):
    """One trial's floor, robot and start; the sensors' noise follows from the same seed.

    What differs joint by joint and link by link is in `specimen`, drawn from the same seed again.
    """

    seed: int
    robot: int
    """Place among the robots of the trial: each is another specimen."""
    friction: float
    imu_roll: float
    imu_pitch: float
    """How the inertial sensor is turned against its place, rad."""
    x: float
    y: float
    yaw: float

    @staticmethod
    def of(seed: int, robot: int = 0) -> "Conditions":
        """The same seed gives the same conditions, for ever."""
        chance = np.random.default_rng([seed, robot])
        roll, pitch = chance.normal(0.0, ZERO, 2)
        x, y = chance.uniform(-PLACE, PLACE, 2)
        yaw = chance.uniform(-YAW, YAW)
        # one floor for all robots of a trial
        friction = np.random.default_rng(seed).uniform(*FRICTION)
        values = (friction, roll, pitch, x, y, yaw)
        return Conditions(seed, robot, *(round(float(value), 5) for value in values))

    def specimen(self, robot: Robot) -> Specimen:
        """The robot of this trial: every servo and every link is another."""
        chance = np.random.default_rng([self.seed, self.robot, 4])
        return Specimen(
            mass=1.0 + chance.uniform(-MASS, MASS, len(robot.tree.links)),
            strength=1.0 + chance.uniform(-STRENGTH, STRENGTH, robot.dof),
            zero_offset=chance.normal(0.0, ZERO, robot.dof),
            imu_rpy=(self.imu_roll, self.imu_pitch, 0.0),
        )

    def start(
        self, robot: Robot, q: Vec | None = None, lie: Lie = Lie.UPRIGHT, ahead: float = 0.0
    ) -> Start:
        """Nearly at the start, nearly in posture `q` (ready).

        Args:
            ahead: metres from the world's own starting place.
        """
        chance = np.random.default_rng([self.seed, self.robot, 1])
        q_start = np.asarray(robot.ready if q is None else q)
        q_start = q_start + chance.uniform(-JOINTS, JOINTS, robot.dof)
        x = ahead + self.x - (_feet_ahead(robot) if lie is Lie.UPRIGHT else 0.0)
        return Start(x, self.y, self.yaw, np.clip(q_start, robot.lower, robot.upper), lie)


def _feet_ahead(robot: Robot) -> float:
    """Metres from below the torso's origin to midway between the soles of the ready pose.

    A start with joint angles places the torso; people place feet.
    """
    soles = [robot.forward(foot.link, robot.ready)[0, 3] for foot in robot.require_feet()]
    return float(np.mean(soles))


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
