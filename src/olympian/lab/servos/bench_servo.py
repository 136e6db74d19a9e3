"""One servo in hand: where it is, and where it is sent, in rad of its horn."""

from typing import NamedTuple

from olympian.backend.dynamixel.layout import ServoLayout
from olympian.dynamixel import Bus, control_table_of
from olympian.errors import OlympianError
from olympian.servo import ServoSpec, servo

FULL_DUTY = 1023
TRIES = 5


class HornState(NamedTuple):
    """What a servo says of itself."""

    t: float
    angle: float
    """rad from its centre, in its own sense."""
    speed: float
    load: float
    """Share of full duty."""


class BenchServo:
    """A servo that is asked and told directly; every command is confirmed, or an error."""

    def __init__(self, bus: Bus, id: int, name: str = "") -> None:
        """Args: name: what people call it, for errors."""
        found = bus.ping(id)
        self.name = name or f"id {id}"
        if found is None:
            raise OlympianError(f"{self.name} does not answer; olympian servo doctor says more")
        table = control_table_of(found.model_number, bus.protocol)
        self.bus, self.id, self.table = bus, id, table
        self.spec: ServoSpec = servo(table.model.removesuffix("-2.0"))
        self.layout = ServoLayout(self.spec, table)
        self._centre = self.spec.ticks // 2
        self._on = False

    @property
    def range(self) -> tuple[float, float]:
        """Lowest and highest angle of its own, rad."""
        return self._angle(0), self._angle(self.spec.ticks - 1)

    def state(self) -> HornState:
        """Where it is now."""
        block = self.layout.motion
        for _ in range(TRIES):
            data = self.bus.read(self.id, block.address, block.size)
            if data is not None:
                moves = self.layout.moves(data)
                angle = self._angle(moves.ticks)
                return HornState(self.bus.port.now(), angle, moves.speed, moves.load)
        raise OlympianError(f"{self.name} stopped answering")

    def go(self, angle: float, speed: float = 0.0) -> None:
        """Send it somewhere; the motor comes on. Args: speed: rad/s; 0: as fast as it can."""
        if not self._on:
            self.power(True)
        ticks = min(max(round(angle / self.spec.tick) + self._centre, 0), self.spec.ticks - 1)
        counts = max(round(speed / self.spec.speed_unit), 1) if speed else 0
        self._write(self.layout.goal.address, self.layout.goal_bytes(ticks, counts))

    def power(self, on: bool) -> None:
        """Switch its motor."""
        self.set("torque_enable", int(on))
        self._on = on

    def set(self, name: str, value: int) -> None:
        """A register, in the counts of the servo model; one that it has not is left out."""
        if name in self.layout.settings:
            register = self.layout.settings[name]
            self._write(register.address, self.layout.setting_bytes(name, value))

    def get(self, name: str) -> int:
        """What it holds of a register that can be set, in its own counts."""
        register = self.table[name]
        data = self.bus.read(self.id, register.address, register.size)
        if data is None:
            raise OlympianError(f"{self.name} does not say its {name}")
        return register.decode(data)

    def weaken(self, share: float) -> None:
        """Limit its torque, as a share of all it has."""
        self.set("torque_limit", round(share * FULL_DUTY))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        port = self.bus.port
        port.sleep_until(port.now() + seconds)

    def _write(self, address: int, data: bytes) -> None:
        if not any(self.bus.write(self.id, address, data) for _ in range(TRIES)):
            raise OlympianError(f"{self.name} does not take what it is told")

    def _angle(self, ticks: int) -> float:
        return (ticks - self._centre) * self.spec.tick
