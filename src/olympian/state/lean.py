"""The lean that a robot learns about itself while it stands still."""

import numpy as np

from olympian.geometry import GRAVITY, Vec2
from olympian.kinematics import lean_on_soles
from olympian.records import RobotState
from olympian.robot import Robot

LONGEST = 0.5
"""Seconds of standing over which is averaged: a sway at the beginning is forgotten."""
LIGHTEST = 0.5
"""Share of the weight below which somebody holds it up, and the soles say nothing."""


class StandingLean:
    """Roll and pitch of the soles against what the joints say, kept over falls."""

    def __init__(self, robot: Robot) -> None:
        self._places = [foot.pressure for foot in robot.feet]
        self._least = LIGHTEST * GRAVITY * robot.tree.mass
        self.reset()

    def reset(self) -> None:
        """Nothing is known, and nothing assumed."""
        self.lean: Vec2 = np.zeros(2)
        """(roll, pitch), rad."""
        self._stood = 0.0

    def step(self, state: RobotState, dt: float) -> None:
        """One tick of standing still."""
        pressure = state.sensors.foot_pressure
        if pressure is None or not state.contacts.all() or pressure.sum() < self._least:
            return
        assert state.soles is not None, "an estimator tells where they are"
        felt = lean_on_soles(list(state.soles), state.com_in_torso, list(pressure), self._places)
        self._stood = min(self._stood + dt, LONGEST)
        self.lean = self.lean + dt / self._stood * (felt - self.lean)
