"""One row per joint: all that the compiled step reads and writes, field by field.

`table["temperature_c"]` is a vector over joints; `table[3]` is one servo.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from olympian.servo.motor import MotorConstants
from olympian.servo.spec import ServoSpec

__all__ = [
    "COMPLIANCE",
    "DUTY",
    "PID",
    "POSITION",
    "SERVO",
    "SPEED",
    "TORQUE",
    "Table",
    "new_table",
]

COMPLIANCE, PID = 0, 1
"""Values of the field `controller`."""

POSITION, TORQUE, SPEED, DUTY = 0, 1, 2, 3
"""Values of the field `mode`: what the firmware makes of goals. DUTY drives without control."""

STILL_SHARE = 0.05
"""Below this share of the no-load speed a servo at its torque limit counts as stuck."""

Table: TypeAlias = NDArray[Any]

# What the mechanics and the wiring fix.
_BODY = (
    "tick",
    "centre_ticks",
    "top_ticks",
    "sign",
    "zero",
    "torque_constant",
    "wound_stall",
    "rated_voltage",
    "still_speed",
    "speed_unit",
    "speed_filter",
    "p_unit",
    "i_unit",
    "d_unit",
    "stall_rise_c",
    "cooling_time",
    "supply",
    "strength",
)
# What changes while it runs. The current counts stall currents at the rated voltage.
_STATE = (
    "position_ticks",
    "set_point_ticks",
    "speed",
    "integral",
    "duty",
    "current",
    "temperature_c",
    "overload_time",
)
# What can be set over the bus, as whole numbers: see `registers`.
_REGISTERS = (
    "torque_enable",
    "goal_ticks",
    "moving_speed",
    "torque_limit",
    "max_torque",
    "margin_cw",
    "margin_ccw",
    "slope_cw",
    "slope_ccw",
    "punch",
    "p_gain",
    "i_gain",
    "d_gain",
    "temperature_limit",
    "low_voltage_limit",
    "high_voltage_limit",
    "shutdown",
)
# The firmware's kind, what it drives after, and what it has noticed. `goal_speed` counts the speed
# unit, `goal_duty` 1/1023 of full duty, both with a sign; an `endless` servo counts its turns.
_FLAGS = (
    "controller",
    "mode",
    "goal_current",
    "goal_speed",
    "goal_duty",
    "endless",
    "goal_clamped",
    "latched",
    "fault",
)

SERVO = np.dtype(
    [(name, np.float64) for name in (*_BODY, *_STATE)]
    + [(name, np.int32) for name in (*_REGISTERS, *_FLAGS)],
    align=True,
)
"""Record of one servo; the kernel is compiled for exactly this layout."""


def new_table(specs: Sequence[ServoSpec], signs: Sequence[float], zeros: Sequence[float]) -> Table:
    """Servos as they come out of the box, wired with `signs` and `zeros` (rad), torque off."""
    table = np.zeros(len(specs), dtype=SERVO)
    for row, spec, sign, zero in zip(table, specs, signs, zeros, strict=True):
        _wire(row, spec, sign, zero)
        _power_on(row, spec)
    return table


def _wire(row: Any, spec: ServoSpec, sign: float, zero: float) -> None:
    row["tick"], row["centre_ticks"], row["top_ticks"] = spec.tick, spec.ticks // 2, spec.ticks - 1
    row["sign"], row["zero"] = sign, zero
    row["torque_constant"] = MotorConstants.of(spec).torque_constant
    # What the winding gives at the rated voltage, before friction takes its part.
    row["wound_stall"] = spec.stall + spec.friction
    row["rated_voltage"], row["supply"], row["strength"] = spec.voltage, spec.voltage, 1.0
    row["still_speed"] = STILL_SHARE * spec.no_load
    row["speed_unit"], row["speed_filter"] = spec.speed_unit, spec.speed_filter
    row["p_unit"], row["i_unit"], row["d_unit"] = spec.gain_unit
    row["stall_rise_c"], row["cooling_time"] = spec.stall_rise_c, spec.cooling_time


def _power_on(row: Any, spec: ServoSpec) -> None:
    row["controller"] = PID if spec.controller == "pid" else COMPLIANCE
    row["goal_ticks"] = spec.ticks // 2
    row["torque_limit"] = row["max_torque"] = spec.max_torque
    row["margin_cw"] = row["margin_ccw"] = spec.margin_ticks
    row["slope_cw"] = row["slope_ccw"] = spec.slope_ticks
    row["punch"] = spec.punch
    row["p_gain"], row["i_gain"], row["d_gain"] = spec.gains
    row["temperature_limit"] = spec.temperature_limit_c
    row["low_voltage_limit"], row["high_voltage_limit"] = spec.voltage_limit_dv
    row["shutdown"] = spec.shutdown
