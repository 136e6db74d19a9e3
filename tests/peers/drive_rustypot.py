"""rustypot drives three AX-12A on a serial port: `python drive_rustypot.py PORT`; prints JSON."""

import json
import sys
import time

import rustypot

servos = rustypot.AxPyController(sys.argv[1], 1_000_000, 0.5)
ids, goals = [1, 2, 3], [0.4, -0.3, 0.2]
begin = [servos.read_present_position(id)[0] for id in ids]
servos.sync_write_goal_position(ids, goals)
until, end = time.monotonic() + 10.0, begin
while max(abs(a - b) for a, b in zip(goals, end, strict=True)) > 0.015 and time.monotonic() < until:
    end = [servos.read_present_position(id)[0] for id in ids]
print(json.dumps({"begin": begin, "goals": goals, "end": end}))
