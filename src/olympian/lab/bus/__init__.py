"""How quick a bus is: cycles of goals and positions, against the wire and the official SDK."""

from collections.abc import Callable, Sequence
from typing import Any

from olympian.lab.bus.cycles import CycleRow, measure_cycles
from olympian.lab.bus.handling import HandlingRow, measure_handling

__all__ = ["CycleRow", "HandlingRow", "measure"]

HANDLED = 400
"""Cycles of packets for each block of cycles on a line: they are thousands of times quicker."""


def measure(
    rounds: int, progress: Callable[[float], None] | None = None
) -> dict[str, Sequence[Any]]:
    """Both tables, by name. Args: rounds: blocks of cycles for each program."""
    return {
        "cycles": measure_cycles(rounds, progress),
        "packets": measure_handling(rounds * HANDLED),
    }
