"""The servo's law read backwards: how far ahead its goal must stand to give a torque at a speed."""

import numpy as np

from olympian.geometry import Vec
from olympian.servo.table import PID, Table

__all__ = ["lead"]

TURNING = 0.1
"""rad/s at which a joint surely turns, so that dry friction opposes it in full."""
PUNCHED = 0.05
"""Duty at which the dead band around the goal is surely overcome."""
NARROWEST, WIDEST = 2, 128
"""Ticks over which the compliance ramp can rise."""


def lead(servos: Table, resistance: Vec, friction: Vec, torque: Vec, speed: Vec) -> Vec:
    """Joint angle from where each joint is to the goal that makes its servo push just so.

    Integral gain is left out: it only takes over what the goal gives at once.
    """
    constant = servos["torque_constant"]
    against = friction * np.clip(speed / TURNING, -1.0, 1.0)
    volts = (torque + against) * resistance / constant + constant * speed
    duty = np.clip(volts / servos["supply"], -1.0, 1.0)
    return np.where(
        servos["controller"] == PID, _pid(servos, duty, speed), _compliance(servos, duty)
    )


def _compliance(servos: Table, duty: Vec) -> Vec:
    """The ramp of the AX firmware; both directions are taken to be set alike."""
    punch = servos["punch"] / 1023.0
    slope = np.clip(servos["slope_cw"], NARROWEST, WIDEST)
    width = 2.0 ** np.floor(np.log2(slope))
    size = np.abs(duty)
    ramp = width * np.maximum(size - punch, 0.0) / (1.0 - punch)
    band = servos["margin_cw"] * np.minimum(size / PUNCHED, 1.0)
    return np.sign(duty) * (ramp + band) * servos["tick"]


def _pid(servos: Table, duty: Vec, speed: Vec) -> Vec:
    gain = np.maximum(servos["p_gain"], 1) * servos["p_unit"]
    return (duty + servos["d_gain"] * servos["d_unit"] * speed) / gain
