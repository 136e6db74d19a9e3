"""LeRobot 0.4.4 drives the XM430 11 to 15: `python drive_lerobot.py PORT`; prints JSON.

LeRobot itself is used as it comes; `stand_ins` says what need not be installed for it.
"""

import json
import sys
import time

import stand_ins

stand_ins.install()

from lerobot.motors import Motor, MotorNormMode  # noqa: E402
from lerobot.motors.dynamixel import DynamixelMotorsBus, OperatingMode  # noqa: E402

motors = {f"joint_{id}": Motor(id, "xm430-w350", MotorNormMode.DEGREES) for id in range(11, 16)}
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
until, end = time.monotonic() + 10.0, begin
while max(abs(goals[motor] - end[motor]) for motor in motors) > 20 and time.monotonic() < until:
    end = bus.sync_read("Present_Position", normalize=False)
bus.disconnect()
print(json.dumps({"found": found, "homings": homings, "begin": begin, "goals": goals, "end": end}))
