"""A program on a real serial device is killed: its servos are let go, whatever they were doing."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from select import select

from olympian.virtual import Service, VirtualRobot

PROGRAM = """
import sys
from olympian.backend import Dynamixel
from olympian.records import JointGoal
body = Dynamixel("bioloid", sys.argv[1])
body.read()
goal = JointGoal.all(body.robot.ready)
body.write(goal)
print("stands", flush=True)
while True:
    body.write(goal)
"""
LIMP_S = 0.5


def test_a_killed_program_leaves_limp_servos(tmp_path: Path) -> None:
    virtual = VirtualRobot("bioloid", seed=1)
    service = Service(virtual, tmp_path)
    servos = virtual.simulation.actors[0].servos
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(service.ends["bus"].path)], stdout=subprocess.PIPE
    )
    try:
        deadline = time.monotonic() + 60.0
        service.run(0.01)
        while not select([program.stdout], [], [], 0)[0] and time.monotonic() < deadline:
            service.turn(float("inf"))
        assert program.stdout.readline() == b"stands\n"
        assert servos.torque_on.all()
        program.send_signal(signal.SIGKILL)
        killed = time.monotonic()
        while servos.torque_on.any() and time.monotonic() < killed + 3.0:
            service.turn(float("inf"))
        assert time.monotonic() - killed < LIMP_S
        assert not servos.torque_on.any()
    finally:
        program.kill()
        program.wait()
        program.stdout.close()
        service.close()
        virtual.close()
