"""The biped as a machine: goals in, time passes, what its sensors tell comes out."""

from collections import deque
from dataclasses import dataclass
from math import cos, sin

import mujoco
import numpy as np

from olympian.geometry import Vec
from olympian.lab.walker.biped_model import ANKLE, LEVEL, SIDES, TIME_STEP, BipedModel

CONTROL_DT = 0.002
DELAY = 0.01
"""Seconds between a measurement and its use, as on a servo bus."""
NOISE = 0.003
"""Of the stance angle (σ), rad: half a tick of an AX-12 is 0.0026."""
FALLEN = 0.8
"""Share of the leg's length under which the hip has fallen."""


@dataclass(frozen=True)
class Goals:
    """What the biped should do now; angles in rad, lengths in m, torque in N m."""

    opening: float
    """swing foot ahead of the stance foot, as the angle between the legs"""
    swing_length: float
    """change of the swing leg from its length at rest"""
    stance_length: float
    ankle_torque: float = 0.0
    """positive drives the body on"""


@dataclass(frozen=True)
class BipedReading:
    """Stance angle from upright (positive: the hip is ahead of the foot), its speed, contact."""

    theta: float
    speed: float
    swing_contact: bool


class Biped:
    """One biped on flat ground, its measurements late and noisy. Legs are 0 (left), 1 (right)."""

    def __init__(self, build: BipedModel, rng: np.random.Generator) -> None:
        self.build = build
        self.model = model = build.compile()
        self.data = mujoco.MjData(model)
        self._rng = rng
        self._late: deque[tuple[float, float]] = deque(maxlen=1 + round(DELAY / CONTROL_DT))
        # Planar joints of one number each: places in qpos and qvel are the same.
        self._hips = [model.joint(f"{side}_hip").id for side in SIDES]
        self._ankles = [model.joint(f"{side}_ankle").id for side in SIDES]
        self._feet = [model.body(f"{side}_foot").id for side in SIDES]
        self._soles = [model.geom(f"{side}_sole").id for side in SIDES]
        self._knee_motors = [model.actuator(f"{side}_knee").id for side in SIDES]
        self._levels = [model.actuator(f"{side}_level").id for side in SIDES]
        self._ankle_motors = [model.actuator(f"{side}_ankle").id for side in SIDES]

    def begin(self, opening: float, speed: float) -> None:
        """At a heel strike, left foot ahead, the hip moving at `speed` m/s about that foot."""
        lean, turn = opening / 2, speed / self.build.leg
        qpos, qvel = self.data.qpos, self.data.qvel
        qpos[1] = -(self.build.leg - ANKLE) * (1 - cos(lean))
        qvel[:2] = speed * cos(lean), speed * sin(lean)
        qpos[self._hips], qvel[self._hips] = (-lean, lean), (turn, -turn)
        qpos[self._ankles], qvel[self._ankles] = (lean, -lean), (-turn, turn)
        mujoco.mj_forward(self.model, self.data)

    def read(self, stance: int) -> BipedReading:
        """Stance angle as known now: measured a while ago, carried on by its speed (7.5)."""
        hip = self._hips[stance]
        noisy = float(self.data.qpos[hip]) + NOISE * self._rng.standard_normal()
        self._late.append((noisy, float(self.data.qvel[hip])))
        theta, speed = self._late[0]
        age = (len(self._late) - 1) * CONTROL_DT
        return BipedReading(theta + speed * age, speed, self._touches(1 - stance))

    def forget(self) -> None:
        """The other leg stands now: what was measured belongs to the wrong one."""
        self._late.clear()

    def write(self, stance: int, goals: Goals, force: float = 0.0) -> None:
        """Hold the goals for one control period; `force` pushes the hip ahead, N."""
        swing, ctrl = 1 - stance, self.data.ctrl
        ctrl[0] = goals.opening if stance == 0 else -goals.opening
        ctrl[self._knee_motors[stance]] = goals.stance_length
        ctrl[self._knee_motors[swing]] = goals.swing_length
        self._drive_ankles(stance, goals.ankle_torque)
        self.data.qfrc_applied[0] = force
        mujoco.mj_step(self.model, self.data, round(CONTROL_DT / TIME_STEP))

    @property
    def fallen(self) -> bool:
        """Whether the hip is too low to be walking."""
        return bool(self.hip[1] < FALLEN * self.build.leg)

    @property
    def com(self) -> Vec:
        """Centre of mass in the world, m."""
        return self.data.sensordata[:3].copy()

    @property
    def hip(self) -> Vec:
        """Ahead and up, m."""
        return self.data.qpos[:2] + np.array([0.0, self.build.leg])

    @property
    def feet(self) -> Vec:
        """(2, 2) ankles of the left and the right leg, ahead and up, m."""
        return self.data.xpos[self._feet][:, [0, 2]]

    def opening(self, stance: int) -> float:
        """Angle of the other foot ahead of the stance foot, rad."""
        return float(self.data.qpos[self._hips[stance]] - self.data.qpos[self._hips[1 - stance]])

    def _drive_ankles(self, stance: int, torque: float) -> None:
        """The stance sole is driven by torque alone; the swinging one is held level."""
        for leg in (0, 1):
            stiffness = 0.0 if leg == stance else LEVEL
            level = self._levels[leg]
            self.model.actuator_gainprm[level, 0] = stiffness
            self.model.actuator_biasprm[level, 1] = -stiffness
            self.data.ctrl[level] = -self.data.qpos[self._hips[leg]]
            self.data.ctrl[self._ankle_motors[leg]] = torque if leg == stance else 0.0

    def _touches(self, leg: int) -> bool:
        return bool((self.data.contact.geom == self._soles[leg]).any())
