"""Trials over virtual buses, beside the same trials in direct simulation."""

from olympian.arena.hardware.bench import HardwareReport, measure

__all__ = ["HardwareReport", "measure"]
