"""What makes one kind of device different from another, behind a memory that all have."""

from math import inf

from olympian.dynamixel import Register
from olympian.virtual.devices.memory import DeviceRefusal, Memory

__all__ = ["Firmware"]


class Firmware:
    """A device that does nothing: others override what they do. Times are the line's, s."""

    has_alarm = False
    """May it want `ring` to be called?"""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    @property
    def faults(self) -> int:
        """Bits of `ServoFault` that hold now."""
        return 0

    @property
    def locked(self) -> bool:
        """May EEPROM not be written now?"""
        return False

    def power_on(self) -> None:
        """The power has come, or come back."""

    def power_off(self) -> None:
        """The power is gone."""

    @property
    def alarm(self) -> float:
        """When it wants `ring` to be called next; infinity: never."""
        return inf

    def ring(self, t: float, /) -> None:
        """The time of its alarm has come."""

    def heard(self, t: float) -> None:
        """A packet for it has come."""

    def refresh(self, names: list[str], t: float, /) -> None:
        """Bring these registers up to date: somebody reads them now."""

    def refuses(self, register: Register, value: int) -> DeviceRefusal | None:
        """What is against this value, beyond range and access; None if nothing is."""

    def obey(self, register: Register, value: int) -> None:
        """A value that stands in the register now."""

    def clear(self) -> bool:
        """Forget turns of the horn; False if that cannot be."""
        return False
