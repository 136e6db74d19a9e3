"""What hangs on a virtual line: servos of both protocols, the IO board, the vision module."""

from olympian.virtual.devices.assembly import new_board, new_servo, new_vision
from olympian.virtual.devices.device import Device
from olympian.virtual.devices.dialect import DeviceDialect, ReadOrder, dialect
from olympian.virtual.devices.memory import DeviceRefusal, Memory
from olympian.virtual.devices.servo_firmware import ServoFirmware
from olympian.virtual.devices.vision_module import FRAME_RATE, PICTURE

__all__ = [
    "FRAME_RATE",
    "PICTURE",
    "Device",
    "DeviceDialect",
    "DeviceRefusal",
    "Memory",
    "ReadOrder",
    "ServoFirmware",
    "dialect",
    "new_board",
    "new_servo",
    "new_vision",
]
