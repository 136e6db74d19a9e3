"""A bus on the bench: opened at any rate, and asked who is there."""

from collections.abc import Callable, Iterable, Iterator

from olympian.dynamixel import (
    Bus,
    BusTiming,
    ControlTable,
    Found,
    Port,
    SerialPort,
    control_table_of,
)
from olympian.errors import OlympianError

BAUDS = (1_000_000, 57_600, 2_000_000, 115_200, 3_000_000, 4_000_000, 500_000, 400_000, 250_000)
BAUDS += (200_000, 19_200, 9_600)
"""Rates at which servos are found, the likeliest first."""
DELIVERED = BusTiming(return_delay=510e-6, patience=50e-3)
"""Servos fresh from the box wait for half a millisecond. Nothing here is in a hurry, and a busy
computer hears answers late."""
HIGHEST = 252

OpenBus = Callable[[int, int], Bus]
"""Opens a bus at a rate, in a protocol; the one that was open before is closed."""


def open_bus(port: Port, protocol: int) -> Bus:
    """A bus on an open port, patient with servos fresh from the box."""
    return Bus(port, protocol, DELIVERED)


def opener(path: str) -> OpenBus:
    """Opens the serial port `path`, again and again, at different rates."""
    last: list[Bus] = []

    def reopen(baud: int, protocol: int) -> Bus:
        while last:
            last.pop().close()
        last.append(open_bus(SerialPort(path, baud), protocol))
        return last[0]

    return reopen


def search(
    connect: OpenBus,
    bauds: Iterable[int] = BAUDS,
    protocols: Iterable[int] = (1, 2),
    likely: Iterable[int] = (),
) -> Iterator[tuple[int, int, list[Found]]]:
    """Rate, protocol and who answered, for every pair that is tried.

    Args: likely: ids that are asked once more, without hurry, where anybody answers.
    """
    protocols, likely = tuple(protocols), set(likely)
    for baud in bauds:
        for protocol in protocols:
            bus = connect(baud, protocol)
            found = {one.id: one for one in bus.scan(range(HIGHEST + 1))}
            if found:  # whose answer came too late or met the next question is heard now
                silent = [id for id in range(HIGHEST + 1) if id not in found]
                found |= {one.id: one for one in bus.scan(silent)}
            late = likely - found.keys() if found else set()
            found |= {id: one for id in late if (one := bus.ping(id)) is not None}
            yield baud, protocol, sorted(found.values())


def model_of(found: Found, protocol: int) -> ControlTable | None:
    """The control table of who answered; None for a stranger."""
    try:
        return control_table_of(found.model_number, protocol)
    except OlympianError:
        return None
