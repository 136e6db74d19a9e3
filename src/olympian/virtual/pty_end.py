"""The host's end of a virtual bus as a serial device: a pty behind a path that stays the same."""

import fcntl
import os
import pty
import tty
from contextlib import suppress
from pathlib import Path
from struct import unpack_from

__all__ = ["PtyEnd"]

TCGETS2 = 0x802C542A
"""Linux: all settings of a terminal, with its rate as a number."""
SETTINGS, RATE = bytes(44), 40
"""Size of them, and where the rate stands."""


class PtyEnd:
    """A pty that programs open by the path of a link; pulled, the link leads nowhere."""

    def __init__(self, path: Path) -> None:
        """Args: path: where programs find it."""
        self.path = path
        self._host = self._device = -1
        self.plug()

    @property
    def plugged(self) -> bool:
        """Is the cable in?"""
        return self._host >= 0

    def fileno(self) -> int:
        """For `select`."""
        return self._host

    def plug(self) -> None:
        """A fresh device at the old path; harmless when it is plugged."""
        if self.plugged:
            return
        self._host, self._device = pty.openpty()
        tty.setraw(self._device)
        os.set_blocking(self._host, False)
        self.path.symlink_to(os.ttyname(self._device))

    def pull(self) -> None:
        """Programs that have it open read that it is gone."""
        if self.plugged:
            self.path.unlink(missing_ok=True)
            os.close(self._device)
            os.close(self._host)
            self._host = self._device = -1

    @property
    def baud(self) -> int:
        """Bits per second that the program at the other end has set."""
        return unpack_from("<I", fcntl.ioctl(self._host, TCGETS2, SETTINGS), RATE)[0]

    def read(self) -> bytes:
        """What the program has written."""
        with suppress(BlockingIOError, OSError):
            return os.read(self._host, 4096)
        return b""

    def write(self, data: bytes) -> None:
        """Hand bytes to the program; what it does not read in time is lost, as in a real buffer."""
        with suppress(BlockingIOError, OSError):
            os.write(self._host, data)
