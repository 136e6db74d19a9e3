"""The cable of one bus: opened, lost and found again."""

from collections.abc import Callable
from contextlib import suppress

from olympian.backend.dynamixel.torque_off import torque_off
from olympian.dynamixel import Bus, BusStatistics, BusTiming, Port, SerialPort
from olympian.errors import OlympianError
from olympian.robot import BusConfig

Source = str | Port | Callable[[], Port]
"""A serial port by name, an open port, or what opens one."""
CHUNK = 4096
TIMES, PAUSE_S = 3, 0.005
"""How often and how far apart motors are switched off: nobody confirms it, and bytes get lost."""
RETRY_S = 0.5
"""Between two attempts to open a port that has gone."""


class Cable:
    """A port that may go and come back."""

    def __init__(self, name: str, config: BusConfig, source: Source | None) -> None:
        """Args: source: None for the port that the robot's file names."""
        self.name, self.config = name, config
        self._source = source or config.port
        if not self._source:
            raise OlympianError(
                f"bus '{name}' has no port: give one, as in /dev/ttyUSB0, or write it into"
                f" [buses.{name}] of robot.toml"
            )
        self.bus: Bus | None = None
        self.port: Port | None = None
        """The one that was opened last; its clock goes on after it has gone."""
        self.lost = 0
        """How often it went."""
        self.trouble = ""
        """Why it is not there."""
        self._next_try = 0.0
        self._counted: BusStatistics | None = None

    def open(self) -> Bus:
        """The bus, on a fresh port."""
        source = self._source
        if isinstance(source, str):
            self.port = SerialPort(source, self.config.baud)
        else:
            self.port = source() if callable(source) else source
        delay, overlap = 1e-6 * self.config.return_delay_us, 1e-6 * self.config.overlap_us
        timing = BusTiming(return_delay=delay, overlap=overlap or None)
        self.bus = Bus(self.port, self.config.protocol, timing, retries=0, echo=self.config.echo)
        self.trouble = ""
        return self.bus

    def gone(self) -> OlympianError | None:
        """Why the port can be used no more, if that is so."""
        if self.bus is None:
            return None
        try:
            self.bus.port.read(CHUNK, self.bus.port.now())
        except OlympianError as error:
            return error
        return None

    def drop(self, error: OlympianError, now: float) -> None:
        """It has gone."""
        heard = self.bus is not None and self.bus.statistics.received
        self.lost += bool(heard)
        self.trouble, self._next_try = str(error), now + RETRY_S
        self._remember()
        if self.port is not None and self._opens:
            self.port.close()

    def try_again(self, now: float) -> bool:
        """Open it once more, now and then; did it work?"""
        if self.bus is not None or now < self._next_try:
            return False
        self._next_try = now + RETRY_S
        try:
            self.open()
        except OlympianError as error:
            self.trouble = str(error)
        return self.bus is not None

    @property
    def nobody(self) -> str:
        """What to say where no servo answers."""
        where = getattr(self.port, "path", self._source)
        config = self.config
        return (
            f"no servo answers on '{where}' ({config.baud} baud, protocol {config.protocol}): is"
            f" the power on? olympian servo doctor --port {where} finds out who is there"
        )

    def let_go(self) -> None:
        """Switch all motors off, as far as the cable still works."""
        if self.bus is None or self.port is None:
            return
        with suppress(OlympianError):
            for _ in range(TIMES):
                self.port.write(torque_off(self.config.protocol))
                self.port.sleep_until(self.port.now() + PAUSE_S)

    def close(self) -> None:
        """Let go of the port."""
        self._remember()
        if self.port is not None:
            self.port.close()

    def _remember(self) -> None:
        """The bus is no more, what it counted is."""
        if self.bus is not None:
            self._counted = self.bus.statistics
        self.bus = None

    @property
    def statistics(self) -> BusStatistics | None:
        """Of the bus since it was opened last; None if it never was."""
        return self._counted if self.bus is None else self.bus.statistics

    @property
    def _opens(self) -> bool:
        """Is each port a new one?"""
        return isinstance(self._source, str) or callable(self._source)
