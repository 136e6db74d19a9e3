"""Trials over virtual buses, beside the same trials in direct simulation."""

from olympian.arena.hardware.bench import HardwareRow, measure

__all__ = ["HardwareRow", "measure"]
