"""A robot finds out how its joints and its inertial sensor are off: it stands on each leg."""

from dataclasses import replace as replaced

import numpy as np
from msgspec.structs import replace

from olympian.errors import OlympianError
from olympian.motion.calibrate.fit import OneLeg, fit
from olympian.motion.skill import SkillStatus
from olympian.motion.step import SIDES, Footstep, Stepper, gait_names, read_gait
from olympian.records import JointGoal, RobotState, Sensors
from olympian.robot import Calibration, Foot, Robot

GAIT = "calibrate"
HEIGHTS = (0.215, 0.185)
"""Of the torso, metres: errors of hip, knee and ankle look alike at one height, less so at two."""
FIRST = 0.5
"""Seconds of standing before it begins."""
SETTLE, MEASURE = 0.5, 0.5
"""Seconds on one leg before it listens, and while it does."""
PACE, CLOSE = 0.05, 1e-4
"""rad/s at which goals take over what it has found, and rad that may be left."""
ALOFT = "advance "
"""Phase of a step in which the foot is up."""


def can_calibrate(robot: Robot) -> bool:
    """Does it have the gait and the sensors for it?"""
    return GAIT in gait_names(robot) and not robot.lacks


class Calibrate:
    """Shifts the weight over one foot, lifts the other, listens, and so on; then it thinks.

    It begins in the ready pose on a level floor, and needs no help. Soles tell where the
    weight is, the inertial sensor tells the torso's tilt, joints tell what both should be.
    """

    def __init__(self, robot: Robot) -> None:
        """Raises: OlympianError: it lacks a sensor."""
        if robot.lacks:
            raise OlympianError(
                f"'{robot.name}' lacks {' and '.join(sorted(robot.lacks))}, by which a robot"
                " calibrates itself: set its zeros by hand, with 'olympian servo calibrate'"
            )
        self._robot = robot
        self._gait = read_gait(robot, GAIT)
        self._stepper = Stepper(robot, self._gait)
        self.reset()

    def reset(self) -> None:
        """Nothing is known."""
        self._stepper.reset()
        self._heights = list(HEIGHTS)
        self._waited = 0.0
        self._stands: list[OneLeg] = []
        self._believed = np.zeros(self._robot.dof)
        """Zeros by what was heard so far: the next step is safer with them."""
        self._zeros = np.zeros(self._robot.dof)
        """Those on which the goals are, on the way there."""
        self._heard: list[Sensors] = []
        self._still = 0.0
        self._done = ""
        """Foot that was lifted last, and listened to."""
        self.calibration: Calibration | None = None
        """What it found, once it is done."""

    @property
    def status(self) -> SkillStatus:
        """Running until it knows."""
        return SkillStatus.RUNNING if self.calibration is None else SkillStatus.DONE

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals of this tick."""
        self._waited += dt
        if self._waited > FIRST and self._stepper.status is not SkillStatus.RUNNING:
            self._next_height()
        lifted = self._stepper.phase.removeprefix(ALOFT)
        if lifted in SIDES and lifted != self._done:
            self._listen(state, dt, lifted)
        goal = self._stepper.step(state, dt)
        self._zeros += np.clip(self._believed - self._zeros, -PACE * dt, PACE * dt)
        return replaced(goal, q=goal.q + self._zeros)

    def _next_height(self) -> None:
        self._done = ""
        if self._heights:
            self._stepper.gait = replace(self._gait, torso_height=self._heights.pop(0))
            self._stepper.take([Footstep(side) for side in SIDES])
        elif self.calibration is None:
            self.calibration = fit(self._robot, self._stands)

    def _listen(self, state: RobotState, dt: float, lifted: str) -> None:
        """Stand still on one leg until it has heard enough, and goals follow what it heard."""
        self._still += dt
        self._stepper.frozen = True
        if SETTLE < self._still <= SETTLE + MEASURE:
            self._heard.append(state.sensors)
        elif self._heard:
            self._stands.append(self._stand(self._robot.feet[self._standing(lifted)]))
            self._believed = fit(self._robot, self._stands).zeros
            self._heard = []
        elif self._still > SETTLE and np.abs(self._believed - self._zeros).max() < CLOSE:
            self._stepper.frozen = False
            self._still, self._done = 0.0, lifted

    def _stand(self, foot: Foot) -> OneLeg:
        """What was heard, averaged."""
        row = self._robot.feet.index(foot)
        felt = [(heard.imu, heard.foot_pressure) for heard in self._heard]
        up = np.mean([imu.accelerometer for imu, _ in felt if imu is not None], axis=0)
        cells = np.mean([cells[row] for _, cells in felt if cells is not None], axis=0)
        return OneLeg(
            foot=row,
            q=np.mean([heard.q for heard in self._heard], axis=0),
            up=up / np.linalg.norm(up),
            centre=cells @ foot.pressure / cells.sum(),
        )

    def _standing(self, lifted: str) -> int:
        """Row of the foot that carries."""
        sides = [self._robot.limbs[foot.limb].side for foot in self._robot.feet]
        return next(row for row, side in enumerate(sides) if side != lifted)
