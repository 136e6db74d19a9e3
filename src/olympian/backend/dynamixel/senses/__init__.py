"""Sensors of a real robot that are not in its servos."""

from olympian.backend.dynamixel.senses.senses import Senses
from olympian.backend.dynamixel.senses.sensor_board import SensorBoard
from olympian.backend.dynamixel.senses.serial_imu import SerialImu
from olympian.backend.dynamixel.senses.sources import ImuSource, PressureSource

__all__ = ["ImuSource", "PressureSource", "Senses", "SensorBoard", "SerialImu"]
