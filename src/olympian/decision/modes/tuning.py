"""A gait whose parameters are turned while the robot walks."""

from msgspec.structs import replace

from olympian.decision.modes.parameter import Parameter
from olympian.motion.step import Gait

LEAST, PARTS = 0.4, 10
MOST = {"length": 1.2, "side": 1.2, "height": 1.5, "turn_deg": 1.2, "acceleration_deg_s2": 1.5}
"""A driver may go from and to these shares of the library's value, in tenths of it. With steps half
as long again, or turns half as far again, a Bioloid's walk falls every other time."""
SHOWN = {
    "length": ("step length", "mm", 1000.0),
    "side": ("side step", "mm", 1000.0),
    "height": ("step height", "mm", 1000.0),
    "turn_deg": ("turn per step", "°", 1.0),
    "acceleration_deg_s2": ("acceleration", "°/s²", 1.0),
}
"""What they are called (SL, SH, β and a in HOly's figure 9), units, and shown value per value."""


class GaitTuning:
    """The gait of the library, and what a driver has made of it."""

    def __init__(self, base: Gait) -> None:
        self._base = base
        self.gait = base

    def parameter(self, field: str) -> Parameter:
        """One of the gait's numbers, by the name of its field."""
        label, unit, scale = SHOWN[field]
        base = getattr(self._base, field)
        return Parameter(
            name=field,
            label=label,
            value=getattr(self.gait, field),
            low=LEAST * base,
            high=MOST[field] * base,
            step=base / PARTS,
            unit=unit,
            scale=scale,
        )

    def turn(self, field: str, steps: int) -> str:
        """Change a number by so many tenths; what it is now, and whether that is the end."""
        before = self.parameter(field)
        after = before.turned(steps)
        self.gait = replace(self.gait, **{field: after.value})
        at_end = abs(after.value - before.value) < abs(steps * before.step) / 2
        return f"{after.text}, no further" if at_end else after.text

    def put(self, field: str, value: float) -> None:
        """Another value, kept between its ends."""
        self.gait = replace(self.gait, **{field: self.parameter(field).at(value).value})
