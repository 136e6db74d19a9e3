"""What is measured: so many servos on so many lines, asked in one way or another."""

from typing import Literal

import msgspec

from olympian.dynamixel import BusTiming, ControlTable, control_table

__all__ = ["BAUD", "CASES", "LATENCY", "BusCase"]

BAUD = 1_000_000
LATENCY = 1e-3
"""Seconds that the USB adapter keeps bytes, with its latency timer at its least."""
OVERLAP = 100e-6
"""Seconds between the computed end of an answer and the next question: what the processes at both
ends of a pty need to be on time."""


class BusCase(msgspec.Struct, frozen=True):
    """One way to send all goals and to read all positions."""

    name: str
    model: str
    protocol: int
    servos: int
    buses: int = 1
    read: Literal["poll", "sync_read", "fast_sync_read"] = "poll"
    overlap: float | None = None
    awake: bool = False
    """Wait in a loop, as the SDK always does."""

    @property
    def lines(self) -> dict[str, tuple[int, ...]]:
        """The ids on each bus, by its name."""
        each = self.servos // self.buses
        return {
            f"bus{bus}": tuple(range(bus * each + 1, (bus + 1) * each + 1))
            for bus in range(self.buses)
        }

    @property
    def table(self) -> ControlTable:
        """Where the registers are."""
        return control_table(self.model, self.protocol)

    @property
    def goal(self) -> tuple[int, int]:
        """Address and size of the goal."""
        register = self.table["goal_position"]
        return register.address, register.size

    @property
    def position(self) -> tuple[int, int]:
        """Address and size of the position."""
        register = self.table["present_position"]
        return register.address, register.size

    @property
    def timing(self) -> BusTiming:
        """Servos answer at once here."""
        return BusTiming(return_delay=0.0, reaction=22e-6, overlap=self.overlap)


CASES = (
    BusCase("18 AX-12A, one by one", "ax-12a", 1, 18, awake=True),
    BusCase("18 AX-12A, overlapping", "ax-12a", 1, 18, overlap=OVERLAP),
    BusCase("18 MX-28, sync read", "mx-28", 2, 18, read="sync_read", awake=True),
    BusCase("20 XH540 on four buses, fast", "xh540-w270", 2, 20, 4, "fast_sync_read"),
)
