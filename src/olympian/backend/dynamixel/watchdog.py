"""What looks after the servos when this program cannot any more."""

import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from select import select
from typing import Literal

from olympian.backend.dynamixel.cable import Cable
from olympian.backend.dynamixel.guardian import QUIT, READY
from olympian.backend.dynamixel.torque_off import torque_off
from olympian.dynamixel import SerialPort
from olympian.errors import OlympianError

WhenGone = Literal["off", "hold"]
"""What the servos do when the program dies: let go, or keep their last goals."""
PATIENCE_S = 10.0
"""Without a tick for so long, the program hangs. Less may be a program that compiles something, and
servos hold for so long without harm. One that dies is noticed at once."""
START_S = 10.0
GUARDIAN = Path(__file__).with_name("guardian.py")


class Watchdog:
    """A process beside this one that holds the ports open and outlives it."""

    def __init__(self, ports: dict[int, int]) -> None:
        """Args: ports: protocol by the number of the open file."""
        pipe, self._beat = os.pipe()
        answer, ready = os.pipe()
        targets = [f"{number}:{torque_off(kind).hex()}" for number, kind in ports.items()]
        words = [sys.executable, "-I", "-S", GUARDIAN, f"{PATIENCE_S}", f"{pipe}", f"{ready}"]
        try:
            self._process = subprocess.Popen(
                [*words, *targets],
                pass_fds=[pipe, ready, *ports],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C in the terminal is not for it
            )
        finally:
            os.close(pipe)
            os.close(ready)
        if not select([answer], [], [], START_S)[0] or os.read(answer, 1) != READY:
            raise OlympianError("the process that guards the servos does not start")
        os.close(answer)
        os.set_blocking(self._beat, False)

    @staticmethod
    def over(cables: Iterable[Cable], when_gone: WhenGone) -> "Watchdog | None":
        """One that guards these cables; None where the servos are to hold, or nothing is real."""
        ports = {
            cable.port.fileno(): cable.config.protocol
            for cable in cables
            if isinstance(cable.port, SerialPort)
        }
        return Watchdog(ports) if ports and when_gone == "off" else None

    def feed(self) -> None:
        """The program is alive."""
        with suppress(BlockingIOError, BrokenPipeError):  # it may be stopped, or gone
            os.write(self._beat, b".")

    def close(self) -> None:
        """All is well, and it may end."""
        if self._beat < 0:
            return
        with suppress(BlockingIOError, BrokenPipeError):
            os.write(self._beat, QUIT)
        os.close(self._beat)
        self._beat = -1
        self._process.wait()
