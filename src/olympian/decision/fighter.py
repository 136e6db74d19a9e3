"""An attacker that feels its way: step up, punch, and follow up what landed."""

from enum import Enum
from itertools import cycle
from math import radians

import numpy as np

from olympian.decision.modes.body import Body
from olympian.motion import SkillStatus
from olympian.motion.animate import Animator, ComplianceHook, load_movement
from olympian.motion.step import Stepper, ahead_steps, read_gait
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot

__all__ = ["DISTANCE", "FightState", "Fighter"]

DISTANCE = 0.30
"""Metres between two fighters' feet at the bell: the ring's rule, and all that is known beforehand
of where the opponent stands. Guards do not touch, and an arm does not reach the other's head."""
REACH = 0.215
"""Metres between the torsos at which a punch meets the other's high guard with the arm still
stretching: from 0.18 to 0.24 one was enough, at 0.27 it did not reach."""
CLOSER = 0.02
"""Metres to step up after a punch that met nothing."""
CLOSEST = 0.17
"""Metres between the torsos below which guards and knees tangle."""
SHOVED = 0.02
"""Metres by which a blow that landed moves an opponent that stays on its feet."""
STANCE, GAIT = "fight_stance", "fight"
PUNCHES = ("punch_right", "punch_left")
"""In turn. Uppercuts and kicks are left out: so near, they fell the attacker as well."""
FOLLOW_UPS = {"punch_right": "lever_right", "punch_left": "lever_left"}
"""What comes after a punch that landed on an opponent that may still stand."""
ATTACKS = (*PUNCHES, *FOLLOW_UPS.values())
FELT = radians(4.0)
"""Tilt of the torso that says a blow landed: in free air an attack tilts it by less than 2.5°."""
SWAYING = 0.25
"""rad/s of the torso above which it waits until it stands still again."""


class FightState(Enum):
    """What the fighter is about."""

    GUARD = "guard"
    """In its stance, waiting for the bell."""
    STEP_UP = "step up"
    ATTACK = "attack"


class Fighter:
    """A skill for one round: goes into its stance, and attacks from the bell (`begin`) on.

    It has its own sensors and nothing else. That a blow landed it feels as the push back, which
    tilts it; then it strikes again from where it is. After a blow that met nothing it steps up.
    """

    def __init__(self, robot: Robot, on_compliance: ComplianceHook | None = None) -> None:
        sets = [load_movement(robot, name) for name in (STANCE, *ATTACKS)]
        self._gait = read_gait(robot.name, GAIT)
        animator = Animator(robot, sets, on_compliance, robot.ready)
        self._body = Body(robot, animator, Stepper(robot, self._gait, on_compliance))
        self.reset()

    def reset(self) -> None:
        """Back in the ready pose, before the bell."""
        self._body.reset()
        self._bell = False
        self._gap = DISTANCE
        self._punches = cycle(PUNCHES)
        self._punch = self._attack = next(self._punches)
        self._tilt = 0.0
        self.doing = FightState.GUARD
        self.landed = 0
        """Attacks that met something."""
        self._body.play(STANCE)

    @property
    def status(self) -> SkillStatus:
        """It fights on until the round is over, which it is not asked about."""
        return SkillStatus.RUNNING

    def begin(self) -> None:
        """The bell."""
        self._bell = True

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        self._tilt = max(self._tilt, _tilt(state))
        if self._bell and not self._body.busy and _still(state):
            self._decide()
        return self._body.step(state, dt)

    def _decide(self) -> None:
        """What to do after what has just ended."""
        landed, self._tilt = self._tilt > FELT, 0.0
        if self.doing is FightState.GUARD:
            self._step_up(DISTANCE - REACH)
        elif self.doing is FightState.STEP_UP:
            self._strike(self._punch)
        elif landed:
            self.landed += 1
            self._gap += SHOVED
            self._strike(FOLLOW_UPS.get(self._attack, self._punch))
        elif self._gap - CLOSER > CLOSEST:
            self._step_up(CLOSER)
        else:
            self._punch = next(self._punches)
            self._strike(self._punch)

    def _step_up(self, distance: float) -> None:
        self.doing = FightState.STEP_UP
        self._gap -= distance
        self._body.stepper().take(ahead_steps(self._gait, distance))

    def _strike(self, attack: str) -> None:
        self.doing, self._attack = FightState.ATTACK, attack
        self._body.play(attack)


def _tilt(state: RobotState) -> float:
    return float(np.arccos(np.clip(state.R_world_torso[2, 2], -1.0, 1.0)))


def _still(state: RobotState) -> bool:
    return float(np.linalg.norm(state.angular_velocity_in_torso)) < SWAYING
