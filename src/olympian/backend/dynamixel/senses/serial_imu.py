"""An inertial sensor on a serial port of its own, which sends lines of numbers."""

from math import isfinite

import numpy as np

from olympian.backend.dynamixel.senses.sources import LEVEL
from olympian.dynamixel import Port
from olympian.errors import OlympianError
from olympian.geometry import frozen
from olympian.records import Imu

CHUNK = 4096
LONGEST_LINE = 200
"""Bytes; what is longer is no line of this sensor."""
FASTEST, HARDEST = 100.0, 500.0
"""rad/s and m/s²: three times what the chips of cheap sensors can measure."""


class SerialImu:
    """Lines `t,gx,gy,gz,ax,ay,az`: seconds of any clock, rad/s and m/s² along the sensor's axes.

    At rest and upright it says az = +9.81. A reading is the mean of all lines since the last.
    Lines that are torn, or say what no sensor can measure, are dropped and counted.
    """

    def __init__(self, port: Port) -> None:
        self._port = port
        self._rest = b""
        self._last = LEVEL
        self.dropped = 0
        """Lines that were no measurement."""
        self.trouble = ""
        """Why it is not there, if it has gone."""

    def imu(self) -> Imu:
        """The mean since the last reading; the same again where nothing came."""
        samples = [sample for line in self._lines() if (sample := self._sample(line)) is not None]
        if samples:
            mean = np.mean(samples, axis=0)
            self._last = Imu(frozen(mean[:3]), frozen(mean[3:]))
        return self._last

    def _lines(self) -> list[bytes]:
        """What has come, up to the last end of a line."""
        try:
            while data := self._port.read(CHUNK, self._port.now()):
                self._rest += data
        except OlympianError as error:
            self.trouble = str(error)
        *lines, rest = self._rest.split(b"\n")
        self._rest = rest if len(rest) < LONGEST_LINE else b""
        return lines

    def _sample(self, line: bytes) -> list[float] | None:
        """Six numbers; None for what is no measurement."""
        try:
            numbers = [float(word) for word in line.split(b",")]
        except ValueError:
            numbers = []
        rates, pulls = numbers[1:4], numbers[4:]
        sane = len(numbers) == 7 and all(map(isfinite, numbers))
        if sane and max(map(abs, rates)) < FASTEST and max(map(abs, pulls)) < HARDEST:
            return numbers[1:]
        self.dropped += 1
        return None

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()
