"""What moves when servos drive: a simulated robot, or servos on a table that turn flywheels."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from olympian.backend import Simulation
from olympian.geometry import Vec
from olympian.records import Sensors
from olympian.servo import ServoBank, ServoSpec

__all__ = ["Flywheels", "MovedBody", "SimulatedRobot"]

SAMPLE_STEPS = 5
"""Steps of physics between samples of sensors: 200 Hz, as cheap boards have it."""
LOAD = 3.0
"""Inertia of a flywheel in inertias of the servo's own rotor."""


class MovedBody(Protocol):
    """Servos and what hangs on them."""

    servos: ServoBank
    dt: float
    """Seconds of a step."""

    @property
    def t(self) -> float:
        """Seconds so far."""
        ...

    def step(self) -> None:
        """Let `dt` pass."""
        ...


class SimulatedRobot:
    """The first robot of a simulation, whose sensors are sampled a few times a tick."""

    def __init__(self, simulation: Simulation) -> None:
        """Args: simulation: one whose tick is one step of its physics."""
        self.simulation = simulation
        self._actor = simulation.actors[0]
        self.servos = self._actor.servos
        self.dt = simulation.options.tick_dt
        self.sensors = self._actor.read()
        """The last sample."""
        self.on_sample: list[Callable[[Sensors, float], None]] = []
        """Called with each sample, and the seconds since the last one."""
        self._steps = 0

    @property
    def t(self) -> float:
        """Seconds so far."""
        return self._steps * self.dt

    def step(self) -> None:
        """Let one step of physics pass."""
        self.simulation.advance()
        self._steps += 1
        if self._steps % SAMPLE_STEPS == 0:
            self.sensors = self._actor.read()
            for take in self.on_sample:
                take(self.sensors, SAMPLE_STEPS * self.dt)


class Flywheels:
    """Servos that lie on a table; each turns a disc, and nothing stops it."""

    def __init__(self, specs: Sequence[ServoSpec], names: Sequence[str], dt: float = 0.001) -> None:
        count = len(specs)
        self.servos = ServoBank(names, specs, [1.0] * count, [0.0] * count)
        self.servos.reset(np.zeros(count), torque_on=False)
        self.dt, self._steps = dt, 0
        self._q, self._dq = np.zeros(count), np.zeros(count)
        self._inertia = (1.0 + LOAD) * self.servos.armature

    @property
    def t(self) -> float:
        """Seconds so far."""
        return self._steps * self.dt

    def step(self) -> None:
        """Motors push, friction holds; back-EMF is taken implicitly, so no step is too long."""
        bank, dt = self.servos, self.dt
        volts = bank.step(self._q, self._dq, dt)
        k, resistance = bank.motor_constant, bank.resistance
        pushed = self._dq * self._inertia + dt * k / resistance * volts
        damped = self._inertia + dt * k * k / resistance
        speed: Vec = pushed / damped
        slowed = dt * bank.friction / damped
        self._dq = np.sign(speed) * np.maximum(np.abs(speed) - slowed, 0.0)
        self._q = self._q + dt * self._dq
        self._steps += 1
