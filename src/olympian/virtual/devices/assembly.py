"""Devices as they are mounted: with their ids, on a bus with its baud rate and protocol."""

from collections.abc import Mapping

from olympian.dynamixel import ControlTable
from olympian.servo import ServoBank
from olympian.virtual.body import SimulatedRobot
from olympian.virtual.devices.device import Device
from olympian.virtual.devices.io_board import IoBoard
from olympian.virtual.devices.memory import Memory
from olympian.virtual.devices.servo_1 import Servo1
from olympian.virtual.devices.servo_2 import Servo2
from olympian.virtual.devices.vision_module import VisionModule

__all__ = ["new_board", "new_servo", "new_vision"]


def new_servo(
    bank: ServoBank, joint: int, table: ControlTable, eeprom: Mapping[str, int]
) -> Device:
    """The servo of one joint.

    Args: eeprom: how it was set up before it was built in.
    """
    memory = Memory(table, eeprom)
    firmware = Servo1 if table.protocol == 1 else Servo2
    return Device(memory, firmware(memory, bank, joint))


def new_board(
    body: SimulatedRobot,
    cells: list[int],
    full: float,
    table: ControlTable,
    eeprom: Mapping[str, int],
) -> Device:
    """An IO board with pressure cells on its pins, which show `full` newtons at most."""
    memory = Memory(table, eeprom)
    return Device(memory, IoBoard(memory, body, cells, full))


def new_vision(body: SimulatedRobot, table: ControlTable, eeprom: Mapping[str, int]) -> Device:
    """A vision module behind the robot's camera."""
    memory = Memory(table, eeprom)
    return Device(memory, VisionModule(memory, body))
