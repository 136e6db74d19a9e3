"""What people and programs ask of the module itself."""

from dataclasses import dataclass
from enum import Enum, auto

from olympian.records import FallDirection


class Stop(Enum):
    """How to stop."""

    SOFT = auto()
    """Finish the step, stand, hold."""
    FREEZE = auto()
    """Hold at this instant if it stands that way; else softly."""
    OFF = auto()
    """Sit, then relax."""


@dataclass
class Wishes:
    """Standing orders: they hold until they are taken back."""

    shutdown: bool = False
    stop: Stop | None = None
    penalty: bool = False
    """The referee has sent it off."""
    record: bool = False
    """Movements are being made: nothing is protected."""
    limp: frozenset[str] = frozenset()
    """Limbs that a hand is to move (teaching)."""
    get_up: bool = False
    """Get up once, where it does not do so by itself."""
    dive: FallDirection | None = None
    """Fall to this side now, on purpose; forgotten after a tick, whether it could or not."""
