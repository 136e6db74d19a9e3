"""Ticks of equal length, by the clock of the ports."""

from olympian.dynamixel import Port


class TickClock:
    """When the present tick ends; a tick that took too long does not shorten the next."""

    def __init__(self, port: Port, dt: float) -> None:
        self._port, self._dt = port, dt
        self.begin()

    def begin(self) -> None:
        """Now is zero."""
        self._zero = self.end = self._port.now()

    @property
    def now(self) -> float:
        """By the port's clock, s."""
        return self._port.now()

    @property
    def t(self) -> float:
        """Seconds since `begin`."""
        return self._port.now() - self._zero

    def next(self) -> bool:
        """Begin the next tick; was the last one late?"""
        now = self._port.now()
        late = now > self.end + self._dt
        self.end = (now if late else self.end) + self._dt
        return late

    def wait(self, until: float) -> None:
        """Let time pass; none where it is past already."""
        if until > self._port.now():
            self._port.sleep_until(until)
