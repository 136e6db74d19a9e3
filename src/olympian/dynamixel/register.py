"""One register of a control table: where it lies, what it takes, and what a count of it means."""

from dataclasses import dataclass
from math import pi
from typing import Literal

from olympian.errors import OlympianError

__all__ = ["COUNT", "Access", "Quantity", "Register"]

Access = Literal["r", "rw"]

_SI = {
    "": ("", 1.0),
    "share": ("", 1.0),
    "deg": ("rad", pi / 180.0),
    "deg/s": ("rad/s", pi / 180.0),
    "deg/s²": ("rad/s²", pi / 180.0),
    "rpm": ("rad/s", pi / 30.0),
    "rev/min²": ("rad/s²", 2.0 * pi / 3600.0),
    "mA": ("A", 1e-3),
    "V": ("V", 1.0),
    "°C": ("°C", 1.0),
    "ms": ("s", 1e-3),
    "µs": ("s", 1e-6),
    "m/s²": ("m/s²", 1.0),
}
"""Units in which manuals print, and what one of them is in SI."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """What counts of a register measure: `(count − zero) · step` in the unit of the manual."""

    step: float = 1.0
    of: str = ""
    zero: int = 0

    def __post_init__(self) -> None:
        if self.of not in _SI:
            raise OlympianError(f"unknown unit '{self.of}'; choose from {', '.join(_SI)}")

    @property
    def si(self) -> str:
        """Name of the SI unit; empty for plain counts and shares."""
        return _SI[self.of][0]

    @property
    def scale(self) -> float:
        """One count in SI."""
        return self.step * _SI[self.of][1]


COUNT = Quantity()
"""Ids, flags and modes: numbers that measure nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """A number in the memory of a servo, least significant byte first."""

    name: str
    address: int
    size: int
    access: Access
    eeprom: bool
    """Does it outlast the power? Then it can only be written while the motor is off."""
    low: int
    high: int
    default: int
    signed: bool = False
    """Two's complement?"""
    sign_bit: int | None = None
    """The bit that is set while the rest counts clockwise; None: it has no such bit."""
    unit: Quantity = COUNT

    @property
    def end(self) -> int:
        """Address behind it."""
        return self.address + self.size

    def encode(self, value: int) -> bytes:
        """The bytes that stand for `value`.

        Raises:
            OlympianError: the register takes no such number.
        """
        if not self.low <= value <= self.high:
            raise OlympianError(
                f"register '{self.name}' takes {self.low} to {self.high}, not {value}"
            )
        return self.pack(value)

    def pack(self, value: int) -> bytes:
        """The bytes of any number of this size, in or out of range."""
        return (value % (1 << 8 * self.size)).to_bytes(self.size, "little")

    def decode(self, data: bytes) -> int:
        """The number that `data` stands for.

        Raises:
            OlympianError: these are not the bytes of one such register.
        """
        if len(data) != self.size:
            raise OlympianError(f"register '{self.name}' has {self.size} bytes, not {len(data)}")
        return int.from_bytes(data, "little", signed=self.signed)

    def to_si(self, raw: int) -> float:
        """What `raw` counts mean; clockwise is negative."""
        if self.sign_bit is not None and raw & (1 << self.sign_bit):
            raw = -(raw & ((1 << self.sign_bit) - 1))
        return (raw - self.unit.zero) * self.unit.scale

    def to_raw(self, si: float) -> int:
        """The nearest number of counts, whether or not the register takes it."""
        raw = round(si / self.unit.scale) + self.unit.zero
        if self.sign_bit is None or raw >= 0:
            return raw
        return min(-raw, (1 << self.sign_bit) - 1) | (1 << self.sign_bit)
