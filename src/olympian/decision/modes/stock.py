"""What a robot has learned so far: movements by name, gaits, and a walk."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from olympian.motion.step import Gait

__all__ = ["Stock"]


@dataclass(frozen=True)
class Stock:
    """What a mode may rely on."""

    movements: tuple[str, ...] = ()
    gaits: Mapping[str, Gait] = field(default_factory=dict)
    runs: bool = False
    """Has it a walk that is led by a velocity?"""
