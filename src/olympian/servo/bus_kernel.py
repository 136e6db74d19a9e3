"""What a tick moves over the bus, in compiled code: goals to the servos, readings from them.

The NumPy twin of each function is in `tests/twins/servo.py` and agrees bit for bit.
"""

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import compiled
from olympian.geometry import Vec
from olympian.servo.kernel import FULL_DUTY
from olympian.servo.table import POSITION, TORQUE, Table

__all__ = ["read_servos", "write_goals", "write_torques"]


@compiled
def _read(servos):
    readings = np.empty((5, len(servos)))
    for i in range(len(servos)):
        servo = servos[i]
        angle = (servo.position_ticks - servo.centre_ticks) * servo.tick
        readings[0, i] = servo.sign * (angle - servo.zero)
        readings[1, i] = servo.sign * np.rint(servo.speed / servo.speed_unit) * servo.speed_unit
        readings[2, i] = servo.sign * np.rint(servo.duty * FULL_DUTY) / FULL_DUTY
        readings[3, i] = np.floor(servo.temperature_c)
        readings[4, i] = np.rint(servo.supply * 10.0) / 10.0
    return readings


@compiled
def _write(servos, q, speed, mask):
    for i in range(len(servos)):
        servo = servos[i]
        if not mask[i]:
            continue
        angle = servo.sign * q[i] + servo.zero
        wanted = np.floor(angle / servo.tick + servo.centre_ticks + 0.5)
        ticks = min(max(wanted, 0.0), servo.top_ticks)
        servo.goal_ticks = int(ticks)
        servo.goal_clamped = 1 if ticks != wanted else 0
        servo.mode = POSITION
        servo.moving_speed = 0
        if np.isfinite(speed[i]):
            units = np.rint(speed[i] / servo.speed_unit)
            servo.moving_speed = int(min(max(units, 1.0), FULL_DUTY))


@compiled
def _push(servos, torque, mask):
    for i in range(len(servos)):
        servo = servos[i]
        if not mask[i]:
            continue
        counts = np.rint(servo.sign * torque[i] / servo.wound_stall * FULL_DUTY)
        servo.goal_current = int(min(max(counts, -FULL_DUTY), FULL_DUTY))
        servo.goal_clamped = 0
        servo.mode = TORQUE


def read_servos(servos: Table) -> Vec:
    """(5, n) as the registers report: angle, speed, load, temperature in °C, voltage."""
    return _read(servos)


def write_goals(servos: Table, q: Vec, speed: Vec, mask: NDArray[np.bool_]) -> None:
    """Set goals and moving speeds of the joints in `mask`; they control their angle from now on.

    Args:
        q: (n,) rad, finite under the mask.
        speed: (n,) rad/s, not negative under the mask; infinity: as fast as it can.
    """
    _write(servos, q, speed, mask)


def write_torques(servos: Table, torque: Vec, mask: NDArray[np.bool_]) -> None:
    """Let the joints in `mask` push with `torque`, (n,) N m in the joint's sense, finite there.

    Rounded to counts of 1/1023 of the stall current, as the registers of MX and X servos hold it.
    """
    _push(servos, torque, mask)
