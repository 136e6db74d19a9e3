"""A real serial line: a USB adapter, a UART, or a pty."""

import os
from contextlib import suppress
from errno import EACCES, EAGAIN, EBUSY, EPERM
from pathlib import Path
from select import select
from time import monotonic, sleep

import serial

from olympian.errors import OlympianError

__all__ = ["SerialPort"]

ADAPTER_LATENCY = 16e-3
"""Seconds that adapters keep bytes as delivered; assumed where the driver does not say."""
TTY_CLASS = Path("/sys/class/tty")


class SerialPort:
    """A `Port` on a serial device, for this program alone."""

    def __init__(
        self,
        path: str | Path,
        baud: int = 1_000_000,
        latency: float | None = None,
        awake: bool = False,
    ) -> None:
        """Args:
        latency: seconds that the adapter keeps bytes; by default what its driver says, after it
            was asked for the least.
        awake: wait in a loop instead of asleep, as the official SDK does. An answer is noticed some
            20 µs earlier, and a core does nothing else.
        """
        self.path, self.baud, self.awake = str(path), baud, awake
        try:
            self._line = serial.Serial(self.path, baud, timeout=0, exclusive=True)
        except (serial.SerialException, OSError, ValueError) as error:
            raise OlympianError(_why_closed(self.path, baud, error)) from None
        self._file = self._line.fileno()
        self.latency = _lowest_latency(self._line) if latency is None else latency

    def write(self, data: bytes) -> None:
        """Send; waits only where the driver's buffer is full."""
        while data:
            try:
                data = data[os.write(self._file, data) :]
            except BlockingIOError:
                select([], [self._file], [])
            except OSError:
                raise self._gone() from None

    def read(self, at_most: int, until: float) -> bytes:
        """What has come, as soon as there is anything; b"" when the clock passes `until`."""
        try:
            if not self._wait(until):
                return b""
            data = os.read(self._file, at_most)
        except (OSError, ValueError):
            raise self._gone() from None
        if not data:  # a line that is ready and empty has been hung up
            raise self._gone()
        return data

    def _wait(self, until: float) -> bool:
        """Is there something to read before the clock passes `until`?"""
        if not self.awake:
            return bool(select([self._file], [], [], max(0.0, until - monotonic()))[0])
        while not (ready := select([self._file], [], [], 0.0)[0]) and monotonic() < until:
            pass
        return bool(ready)

    def now(self) -> float:
        """The system's monotonic clock, s."""
        return monotonic()

    def sleep_until(self, t: float) -> None:
        """Let real time pass."""
        sleep(max(0.0, t - monotonic()))

    def discard(self) -> None:
        """Throw away what has come and was not read."""
        while self.read(4096, 0.0):
            pass

    def fileno(self) -> int:
        """For `select`."""
        return self._file

    def close(self) -> None:
        """Let go of the line."""
        self._line.close()

    def _gone(self) -> OlympianError:
        return OlympianError(
            f"'{self.path}' has gone: the adapter was unplugged, or the other end closed it"
        )


def _why_closed(path: str, baud: int, error: Exception) -> str:
    """One sentence that says what to do."""
    number = getattr(error, "errno", None)
    if not Path(path).exists():
        return f"there is no serial port '{path}'; {_there_are()}"
    if number in (EACCES, EPERM):
        return f"'{path}' may not be opened: join its group, with 'sudo usermod -aG dialout $USER'"
    if number in (EAGAIN, EBUSY):
        return f"'{path}' is in use by another program; a bus has one master"
    return f"'{path}' cannot be opened at {baud} baud: {error}"


def _there_are() -> str:
    adapters = [*Path("/dev").glob("ttyUSB*"), *Path("/dev").glob("ttyACM*")]
    names = ", ".join(sorted(map(str, adapters)))
    return f"there is {names}" if names else "no USB adapter is plugged in"


def _lowest_latency(line: serial.Serial) -> float:
    """Ask the driver not to keep bytes; what it says then, s.

    FTDI adapters have a timer in sysfs, which udev may have made writable. The low-latency flag of
    the port does the same in their driver, and needs no permission for that file. A pty, a UART
    and other drivers have neither.
    """
    timer = TTY_CLASS / Path(str(line.port)).resolve().name / "device" / "latency_timer"
    with suppress(OSError, ValueError, NotImplementedError):
        line.set_low_latency_mode(True)
    with suppress(OSError):
        timer.write_text("1")
    try:
        return int(timer.read_text()) * 1e-3
    except (OSError, ValueError):
        return ADAPTER_LATENCY
