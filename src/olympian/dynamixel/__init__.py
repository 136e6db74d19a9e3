"""Dynamixel: control tables of the servos."""

from olympian.dynamixel.control_table import (
    ControlTable,
    control_table,
    control_table_of,
    table_names,
)
from olympian.dynamixel.register import Quantity, Register

__all__ = [
    "ControlTable",
    "Quantity",
    "Register",
    "control_table",
    "control_table_of",
    "table_names",
]
