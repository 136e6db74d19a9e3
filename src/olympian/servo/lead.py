"""The servo's law read backwards: how far ahead its goal must stand to give a torque at a speed."""

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import Vec
from olympian.servo.kernel import FULL_DUTY
from olympian.servo.table import PID, Table

__all__ = ["lead"]

TURNING = 0.1
"""rad/s at which a joint surely turns, so that dry friction opposes it in full."""
PUNCHED = 0.05
"""Duty at which the dead band around the goal is surely overcome."""
NARROWEST, WIDEST = 2, 128
"""Ticks over which the compliance ramp can rise."""


@compiled
def _compliance(servo, duty):
    """The ramp of the AX firmware; both directions are taken to be set alike."""
    width = NARROWEST
    while width < WIDEST and 2 * width <= servo.slope_cw:
        width *= 2
    punch = servo.punch / FULL_DUTY
    size = abs(duty)
    ramp = width * max(size - punch, 0.0) / (1.0 - punch)
    band = servo.margin_cw * min(size / PUNCHED, 1.0)
    return np.sign(duty) * (ramp + band) * servo.tick


@compiled
def _pid(servo, duty, speed):
    gain = max(servo.p_gain, 1) * servo.p_unit
    return (duty + servo.d_gain * servo.d_unit * speed) / gain


@compiled
def _lead(servos, resistance, friction, torque, speed):
    ahead = np.empty(len(servos))
    for i in range(len(servos)):
        servo = servos[i]
        constant = servo.torque_constant
        against = friction[i] * min(max(speed[i] / TURNING, -1.0), 1.0)
        volts = (torque[i] + against) * resistance[i] / constant + constant * speed[i]
        duty = min(max(volts / servo.supply, -1.0), 1.0)
        if servo.controller == PID:
            ahead[i] = _pid(servo, duty, speed[i])
        else:
            ahead[i] = _compliance(servo, duty)
    return ahead


def lead(servos: Table, resistance: Vec, friction: Vec, torque: Vec, speed: Vec) -> Vec:
    """Joint angle from where each joint is to the goal that makes its servo push just so.

    Integral gain is left out: it only takes over what the goal gives at once. Compiled; the NumPy
    twin is in `tests/twins/servo.py`.
    """
    return _lead(servos, resistance, friction, torque, speed)
