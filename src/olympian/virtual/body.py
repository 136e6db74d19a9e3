"""What moves when servos drive: a simulated robot, or servos on a table that turn flywheels."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from olympian.backend import Simulation
from olympian.geometry import Vec
from olympian.records import Sensors
from olympian.servo import ServoBank, ServoSpec

__all__ = ["Flywheels", "MovedBody", "SimulatedRobot"]

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

    def sense(self) -> Sensors | None:
        """What the sensors of a robot say now; None: this one has none."""
        ...


class SimulatedRobot:
    """The first robot of a simulation."""

    def __init__(self, simulation: Simulation) -> None:
        """Args: simulation: one whose tick is one step of its physics."""
        self.simulation = simulation
        self._actor = simulation.actors[0]
        self.servos = self._actor.servos
        self.dt = simulation.options.tick_dt

    @property
    def t(self) -> float:
        """Seconds so far."""
        return self.simulation.t

    def step(self) -> None:
        """Let one step of physics pass."""
        self.simulation.advance()

    def sense(self) -> Sensors:
        """What the robot's sensors report, noise and all."""
        return self._actor.read()


class Flywheels:
    """Servos that lie on a table; each turns a disc, and nothing stops it."""

    def __init__(self, specs: Sequence[ServoSpec], names: Sequence[str], dt: float = 0.001) -> None:
        count = len(specs)
        self.servos = ServoBank(names, specs, np.ones(count), np.zeros(count))
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

    def sense(self) -> None:
        """A table has no sensors."""
