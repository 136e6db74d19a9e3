"""A robot on Dynamixel buses."""

from olympian.backend.dynamixel.cycle import DynamixelStatistics
from olympian.backend.dynamixel.dynamixel import Dynamixel
from olympian.backend.dynamixel.senses import ImuSource, PressureSource
from olympian.backend.dynamixel.serial_imu import SerialImu

__all__ = ["Dynamixel", "DynamixelStatistics", "ImuSource", "PressureSource", "SerialImu"]
