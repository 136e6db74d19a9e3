"""Servos: catalogue, DC motor, firmware, heat and shutdown, all joints in one compiled step."""

from olympian.servo.bank import ServoBank
from olympian.servo.guess import ServoGuess, guess_servos
from olympian.servo.motor import MotorConstants
from olympian.servo.registers import Registers
from olympian.servo.spec import (
    AMBIENT_C,
    ServoSpec,
    current_controlled,
    generic_servo,
    servo,
    servo_names,
    servo_type,
)

__all__ = [
    "AMBIENT_C",
    "MotorConstants",
    "Registers",
    "ServoBank",
    "ServoGuess",
    "ServoSpec",
    "current_controlled",
    "generic_servo",
    "guess_servos",
    "servo",
    "servo_names",
    "servo_type",
]
