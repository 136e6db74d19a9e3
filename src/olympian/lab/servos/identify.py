"""The friction, inertia and delay with which the servo model moves as a recorded servo did."""

from math import radians
from typing import NamedTuple

import msgspec
import numpy as np

from olympian.geometry import Vec
from olympian.lab.servos.bench_servo import BenchServo
from olympian.servo import ServoBank, ServoSpec

STEPS_DEG = (20.0, -15.0, 30.0, -25.0, 10.0, -20.0, 5.0, -5.0)
"""Goals, one after the other, from where it stands: large and small, both ways."""
STEP_S = 0.4
DT = 0.001
ROUNDS = 14
"""Of the search: each halves its steps or moves on."""


class HornRecording(msgspec.Struct, frozen=True):
    """What a free horn was told, and what it did; rad of the servo, seconds from the start."""

    model: str
    voltage: float
    told_t: list[float]
    told: list[float]
    t: list[float]
    angle: list[float]


class Parameters(NamedTuple):
    """What is fitted."""

    friction: float
    """N m at the horn."""
    inertia: float
    """kg m² at the horn, rotor and all."""
    delay: float
    """s from the goal to the servo's acting on it."""


class Identified(msgspec.Struct, frozen=True):
    """The outcome, and how well the model moves with it."""

    model: str
    friction: float
    inertia: float
    delay_s: float
    error_deg: float
    """Root mean square between model and servo."""
    before_deg: float
    """The same with the catalogue's numbers and a bare rotor."""
    tick_deg: float
    """One tick of its sensor: no model comes much below."""

    @property
    def verdict(self) -> str:
        """In words."""
        if self.error_deg < 3.0 * self.tick_deg:
            return "the simulation moves as the servo does"
        return "the simulation differs: is the horn free, and not lifting anything?"


def record_horn(horn: BenchServo) -> HornRecording:
    """Step a servo to and fro and note where it is; its motor is off afterwards."""
    centre = horn.state().angle
    volts = _volts(horn)
    told_t, told, t, angle = [0.0], [centre], [], []
    horn.go(centre)
    horn.wait(STEP_S)
    start = horn.state().t
    try:
        for step in STEPS_DEG:
            goal = centre + radians(step)
            told_t.append(horn.bus.port.now() - start)
            told.append(goal)
            horn.go(goal)
            while horn.bus.port.now() - start < told_t[-1] + STEP_S:
                now = horn.state()
                t.append(now.t - start)
                angle.append(now.angle)
    finally:
        horn.power(False)
    return HornRecording(horn.table.model, volts, told_t, told, t, angle)


def _volts(horn: BenchServo) -> float:
    name = "present_voltage" if "present_voltage" in horn.table else "present_input_voltage"
    return horn.table[name].to_si(horn.get(name))


def replay_horn(spec: ServoSpec, recording: HornRecording, tries: list[Parameters]) -> Vec:
    """(tries, samples) angles of the model, for each set of parameters; all in one bank."""
    count = len(tries)
    friction, inertia, delay = np.array(tries).T
    names = [str(number) for number in range(count)]
    bank = ServoBank(names, [spec] * count, [1.0] * count, [0.0] * count)
    q, dq = np.full(count, recording.told[0]), np.zeros(count)
    bank.set_supply(recording.voltage)
    bank.reset(q)
    k, resistance = bank.motor_constant, bank.resistance
    told_t, told = np.array(recording.told_t), np.array(recording.told)
    damped = inertia + DT * k * k / resistance
    steps = int(recording.t[-1] / DT) + 2
    track = np.empty((steps, count))
    held = np.full(count, -1)
    for number in range(steps):
        due = np.searchsorted(told_t, number * DT - delay, side="right") - 1
        if (due != held).any():
            held = due
            bank.set_goal(told[np.maximum(due, 0)])
        volts = bank.step(q, dq, DT)
        speed = (dq * inertia + DT * k / resistance * volts) / damped
        dq = np.sign(speed) * np.maximum(np.abs(speed) - DT * friction / damped, 0.0)
        q = q + DT * dq
        track[number] = q
    at = np.array(recording.t) / DT
    return np.array([np.interp(at, np.arange(1, steps + 1), track[:, i]) for i in range(count)])


def identify(spec: ServoSpec, recording: HornRecording) -> Identified:
    """The parameters with which the model moves like the recording: a search by halved steps."""
    catalogue = Parameters(max(spec.friction, 1e-4), spec.armature, 0.002)
    best, scale = catalogue, np.array([2.0, 2.0, 0.004])
    (before,) = errors = _errors(spec, recording, [catalogue])
    error = float(errors[0])
    for _ in range(ROUNDS):
        tries = _around(best, scale)
        errors = _errors(spec, recording, tries)
        place = int(errors.argmin())
        if errors[place] < error:
            best, error = tries[place], float(errors[place])
        else:
            scale = np.array([scale[0] ** 0.5, scale[1] ** 0.5, scale[2] / 2.0])
    return Identified(
        recording.model,
        float(best.friction),
        float(best.inertia),
        float(best.delay),
        float(np.degrees(error)),
        float(np.degrees(before)),
        float(np.degrees(spec.tick)),
    )


def _around(best: Parameters, scale: Vec) -> list[Parameters]:
    """All neighbours: friction and inertia by factors, the delay by seconds."""
    return [
        Parameters(
            best.friction * scale[0] ** a,
            best.inertia * scale[1] ** b,
            max(best.delay + c * scale[2], 0.0),
        )
        for a in (-1, 0, 1)
        for b in (-1, 0, 1)
        for c in (-1, 0, 1)
        if (a, b, c) != (0, 0, 0)
    ]


def _errors(spec: ServoSpec, recording: HornRecording, tries: list[Parameters]) -> Vec:
    """Root mean square of each, rad."""
    off = replay_horn(spec, recording, tries) - np.array(recording.angle)
    return np.sqrt((off**2).mean(axis=1))
