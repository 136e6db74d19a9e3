"""A joint's servo on its bus."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeAlias

from olympian.backend.dynamixel.layout import ServoLayout

Talk: TypeAlias = Generator[Any, Any, Any]
"""A plan of a bus: it yields questions and is sent their answers."""


@dataclass(frozen=True)
class BusServo:
    """Which one it is, and how it keeps its registers."""

    row: int
    """Of the joint."""
    id: int
    layout: ServoLayout
