"""A robot on Dynamixel buses."""

from olympian.backend.dynamixel.cycle import DynamixelStatistics
from olympian.backend.dynamixel.dynamixel import Dynamixel
from olympian.backend.dynamixel.senses import ImuSource, PressureSource, SerialImu

__all__ = ["Dynamixel", "DynamixelStatistics", "ImuSource", "PressureSource", "SerialImu"]
