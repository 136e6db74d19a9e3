"""A number that a driver may turn while the robot moves."""

from dataclasses import dataclass, replace

__all__ = ["Parameter"]


@dataclass(frozen=True)
class Parameter:
    """One of HOly's online parameters (III-D1): what it is now, and how far it may go."""

    name: str
    label: str
    """In plain words."""
    value: float
    low: float
    high: float
    step: float
    """How much one key press changes it."""
    unit: str
    scale: float = 1.0
    """Shown value per SI value: 1000 shows metres as millimetres."""

    def turned(self, steps: int) -> "Parameter":
        """The same, so many steps further, and never beyond its ends."""
        return self.at(self.value + steps * self.step)

    def at(self, value: float) -> "Parameter":
        """The same at another value, and never beyond its ends."""
        return replace(self, value=min(self.high, max(self.low, value)))

    @property
    def text(self) -> str:
        """As people read it: `step length 30 mm`."""
        shown = self.scale * self.value
        digits = 0 if shown >= 100 else 1
        number = f"{shown:.{digits}f}".removesuffix(".0")
        gap = "" if self.unit.startswith("°") else " "
        return f"{self.label} {number}{gap}{self.unit}".rstrip()
