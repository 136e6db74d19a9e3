"""pypot drives three AX-12A on a serial port: `python drive_pypot.py PORT`; prints JSON."""

import json
import sys
import time

from pypot.dynamixel.io import DxlIO


def near(goal: float, degrees: float) -> bool:
    """Has a servo arrived?"""
    return abs(goal - degrees) < 1.0


with DxlIO(sys.argv[1], baudrate=1_000_000, timeout=0.5) as io:
    found = io.scan(range(1, 5))
    models = io.get_model(found)
    begin = io.get_present_position(found)
    goals = [20.0, -30.0, 10.0]
    io.set_goal_position(dict(zip(found, goals, strict=True)))
    until, end = time.monotonic() + 10.0, begin
    while (
        not all(near(*pair) for pair in zip(goals, end, strict=True)) and time.monotonic() < until
    ):
        # before each packet it throws away what the port has not yet taken: so it repeats
        io.set_goal_position(dict(zip(found, goals, strict=True)))
        end = io.get_present_position(found)
    limits, shutdown = io.get_angle_limit([1]), io.get_alarm_shutdown([1])
print(
    json.dumps(
        {
            "found": found,
            "models": models,
            "begin": begin,
            "goals": goals,
            "end": end,
            "limits": limits,
            "shutdown": [str(one) for one in shutdown[0]],
        }
    )
)
