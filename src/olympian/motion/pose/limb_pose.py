"""The pose of one limb, any part of which may be left unset."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from numbers import Real

from olympian.errors import OlympianError
from olympian.geometry import Mat4, T_from, rpy_from_R

_NAMES = ("roll", "pitch", "yaw", "x", "y", "z")


@dataclass(frozen=True, slots=True)
class LimbPose:
    """Six values of a limb, in the torso frame; None is unset, and adds nothing.

    A foot's values place its sole. An arm's angles turn the forearm away from hanging straight
    down; its x, y and z are ignored. Whether the values are absolute or a change is up to the user:
    both add alike.
    """

    roll: float | None = None
    """rad about x, as are `pitch` about y and `yaw` about z: fixed axes, in this order"""
    pitch: float | None = None
    yaw: float | None = None
    x: float | None = None
    """m ahead"""
    y: float | None = None
    """m to the left"""
    z: float | None = None
    """m up"""

    __array_ufunc__ = None  # NumPy's numbers leave arithmetic to this class

    def __post_init__(self) -> None:
        for name, value in zip(self.names(), self.values, strict=True):
            if value is None:
                continue
            if not isinstance(value, Real) or not isfinite(value):
                raise OlympianError(f"limb pose: {name} is {value}, not a finite number")
            object.__setattr__(self, name, float(value))

    @staticmethod
    def names() -> tuple[str, ...]:
        """roll, pitch, yaw, x, y, z."""
        return _NAMES

    @staticmethod
    def from_transform(T_torso_tip: Mat4) -> "LimbPose":
        """The pose of a link, with nothing unset."""
        return LimbPose(
            *map(float, rpy_from_R(T_torso_tip[:3, :3])), *map(float, T_torso_tip[:3, 3])
        )

    @property
    def values(self) -> tuple[float | None, ...]:
        """All six, in the order of `names`."""
        return self.roll, self.pitch, self.yaw, self.x, self.y, self.z

    @property
    def transform(self) -> Mat4:
        """`T_torso_tip`; what is unset counts as zero."""
        roll, pitch, yaw, *xyz = (value or 0.0 for value in self.values)
        return T_from(xyz, (roll, pitch, yaw))

    def __add__(self, other: "LimbPose") -> "LimbPose":
        if not isinstance(other, LimbPose):
            return NotImplemented
        return LimbPose(*map(_sum, self.values, other.values))

    def __sub__(self, other: "LimbPose") -> "LimbPose":
        return self + -other if isinstance(other, LimbPose) else NotImplemented

    def __mul__(self, factor: float) -> "LimbPose":
        if not isinstance(factor, Real):
            return NotImplemented
        return self._each(lambda value: value * float(factor))

    __rmul__ = __mul__

    def __neg__(self) -> "LimbPose":
        return self._each(lambda value: -value)

    def mirrored(self) -> "LimbPose":
        """What the other side would do: the robot is the same left and right of its xz plane."""
        return LimbPose(*map(_signed, (-1, 1, -1, 1, -1, 1), self.values))

    def filled(self, default: "LimbPose") -> "LimbPose":
        """This pose, with the values of `default` where it has none."""
        pairs = zip(self.values, default.values, strict=True)
        return LimbPose(*(theirs if own is None else own for own, theirs in pairs))

    def is_close(self, other: "LimbPose", tolerance: float = 1e-9) -> bool:
        """Are the same values set, and none further apart than `tolerance` (m, rad)?"""
        pairs = zip(self.values, other.values, strict=True)
        return all(a is b if a is None or b is None else abs(a - b) <= tolerance for a, b in pairs)

    def _each(self, change: Callable[[float], float]) -> "LimbPose":
        return LimbPose(*(None if value is None else change(value) for value in self.values))


def _sum(a: float | None, b: float | None) -> float | None:
    if a is None or b is None:
        return b if a is None else a
    return a + b


def _signed(sign: int, value: float | None) -> float | None:
    return None if value is None else sign * value
