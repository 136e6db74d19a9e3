"""LeRobot 0.4.4 drives five XM430 on a serial port: `python drive_lerobot.py PORT`; prints JSON.

Its motors need none of the learning stack that its helpers import; where that is not installed,
empty modules stand in for it. LeRobot itself is used as it comes.
"""

import json
import sys
import time
from importlib.util import find_spec
from types import ModuleType

UNUSED = ("torch", "accelerate", "datasets", "datasets.utils", "datasets.utils.logging")


class Unused:
    """Whatever is imported from a stand-in, and never called."""


def stand_in(name: str) -> None:
    """An empty module where the real one is missing."""

    def find(attribute: str) -> type[Unused]:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return Unused

    vars(sys.modules.setdefault(name, ModuleType(name)))["__getattr__"] = find


missing = {name for name in UNUSED if "." not in name and find_spec(name) is None}
for name in UNUSED:
    if name.split(".")[0] in missing:
        stand_in(name)

from lerobot.motors import Motor, MotorNormMode  # noqa: E402
from lerobot.motors.dynamixel import DynamixelMotorsBus, OperatingMode  # noqa: E402

motors = {
    f"joint_{id}": Motor(id, "xm430-w350", MotorNormMode.DEGREES) for id in range(1, 6)
}
bus = DynamixelMotorsBus(sys.argv[1], motors)
bus.connect()
found = bus.broadcast_ping()
bus.disable_torque()
bus.configure_motors()
for motor in motors:
    bus.write("Operating_Mode", motor, OperatingMode.EXTENDED_POSITION.value)
calibration = bus.read_calibration()
bus.write_calibration(calibration)
homings = bus.set_half_turn_homings()
bus.enable_torque()
begin = bus.sync_read("Present_Position", normalize=False)
goals = {motor: value + 400 for motor, value in begin.items()}
bus.sync_write("Goal_Position", goals, normalize=False)
time.sleep(1.5)
end = bus.sync_read("Present_Position", normalize=False)
bus.disconnect()
print(json.dumps({"found": found, "homings": homings, "begin": begin, "goals": goals, "end": end}))
