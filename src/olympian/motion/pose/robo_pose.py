"""A named pose of any number of limbs."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Real
from types import MappingProxyType

from olympian.motion.pose.limb_pose import LimbPose

_OTHER_SIDE = {"left": "right", "right": "left"}


@dataclass(frozen=True)
class RoboPose:
    """Limb poses by limb name, and a name of its own.

    In sums the values of a limb that both poses have add, and other limbs join. The result keeps
    the left pose's name; `named` gives another.
    """

    name: str
    limbs: Mapping[str, LimbPose] = field(default_factory=dict)

    __array_ufunc__ = None  # NumPy's numbers leave arithmetic to this class

    def __post_init__(self) -> None:
        object.__setattr__(self, "limbs", MappingProxyType(dict(self.limbs)))

    def __reduce__(self) -> tuple[type["RoboPose"], tuple[str, dict[str, LimbPose]]]:
        return RoboPose, (self.name, dict(self.limbs))  # views cannot be pickled

    def __add__(self, other: "RoboPose") -> "RoboPose":
        if not isinstance(other, RoboPose):
            return NotImplemented
        unset = LimbPose()
        names = {**self.limbs, **other.limbs}
        sums = {n: self.limbs.get(n, unset) + other.limbs.get(n, unset) for n in names}
        return RoboPose(self.name, sums)

    def __sub__(self, other: "RoboPose") -> "RoboPose":
        return self + -other if isinstance(other, RoboPose) else NotImplemented

    def __mul__(self, factor: float) -> "RoboPose":
        if not isinstance(factor, Real):
            return NotImplemented
        return self.each(lambda limb: limb * float(factor))

    __rmul__ = __mul__

    def __neg__(self) -> "RoboPose":
        return self.each(lambda limb: -limb)

    def named(self, name: str) -> "RoboPose":
        """The same pose under another name."""
        return RoboPose(name, self.limbs)

    def mirrored(self) -> "RoboPose":
        """Left and right limbs trade places, and each does what the other did, mirrored."""
        return RoboPose(
            self.name, {_other_side(name): limb.mirrored() for name, limb in self.limbs.items()}
        )

    def only(self, *limbs: str) -> "RoboPose":
        """The part of the pose that concerns `limbs`."""
        return RoboPose(self.name, {n: limb for n, limb in self.limbs.items() if n in limbs})

    def is_close(self, other: "RoboPose", tolerance: float = 1e-9) -> bool:
        """Have both the same limbs with the same values, within `tolerance`? Names may differ."""
        return self.limbs.keys() == other.limbs.keys() and all(
            limb.is_close(other.limbs[name], tolerance) for name, limb in self.limbs.items()
        )

    def each(self, change: Callable[[LimbPose], LimbPose]) -> "RoboPose":
        """The pose with `change` done to every limb."""
        return RoboPose(self.name, {name: change(limb) for name, limb in self.limbs.items()})


def _other_side(limb: str) -> str:
    return re.sub("left|right", lambda found: _OTHER_SIDE[found[0]], limb)
