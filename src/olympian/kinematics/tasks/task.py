"""Kinds of tasks: what should be somewhere, and in which directions that matters."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec

AXES = "xyz"


@dataclass(frozen=True, slots=True)
class LinkTask:
    """A link that should be somewhere; all axes are those of the support link."""

    link: str
    weight: float = 1.0
    """Of each metre, against the radians and the other tasks."""
    turn_weight: float = 1.0
    """Of each radian."""
    gain: float | None = None
    """Part of the error undone per second; the stack's own by default."""
    axes: str = AXES
    """Directions in which the position counts."""
    turns: bool = True
    """Does the orientation count?"""
    point_in_link: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The point of the link that is meant."""

    def __post_init__(self) -> None:
        _check_axes(self, self.axes, least=0 if self.turns else 1)
        _check_positive(self, weight=self.weight, turn_weight=self.turn_weight, gain=self.gain)

    @property
    def components(self) -> tuple[int, ...]:
        """Which of x, y, z, and turns about x, y, z are rows."""
        return (*(AXES.index(axis) for axis in self.axes), *((3, 4, 5) if self.turns else ()))


class PoseTask(LinkTask):
    """Position and orientation of a link: six rows. Aim: `T_support_link`."""

    __slots__ = ()

    def __init__(
        self, link: str, weight: float = 1.0, turn_weight: float = 1.0, gain: float | None = None
    ) -> None:
        super().__init__(link, weight, turn_weight, gain)


class HeadTask(LinkTask):
    """Orientation of a link and only some axes of its position. Aim: `T_support_link`.

    With x and y the head may rise and sink but stays over the same spot, which balances: five rows.
    """

    __slots__ = ()

    def __init__(
        self,
        link: str,
        axes: str = "xy",
        weight: float = 1.0,
        turn_weight: float = 1.0,
        gain: float | None = None,
    ) -> None:
        super().__init__(link, weight, turn_weight, gain, axes)


class PositionTask(LinkTask):
    """A point of a link: up to three rows. Aim: the point in the support's frame (3,)."""

    __slots__ = ()

    def __init__(
        self,
        link: str,
        axes: str = AXES,
        point_in_link: tuple[float, float, float] = (0.0, 0.0, 0.0),
        weight: float = 1.0,
        gain: float | None = None,
    ) -> None:
        super().__init__(link, weight, 1.0, gain, axes, False, point_in_link)


class OrientationTask(LinkTask):
    """Orientation of a link: three rows. Aim: `R_support_link` (3, 3)."""

    __slots__ = ()

    def __init__(self, link: str, turn_weight: float = 1.0, gain: float | None = None) -> None:
        super().__init__(link, 1.0, turn_weight, gain, "")


@dataclass(frozen=True, slots=True)
class ComTask:
    """The robot's centre of mass: up to three rows. Aim: the point in the support's frame (3,)."""

    axes: str = AXES
    weight: float = 1.0
    gain: float | None = None

    def __post_init__(self) -> None:
        _check_axes(self, self.axes, least=1)
        _check_positive(self, weight=self.weight, gain=self.gain)

    @property
    def components(self) -> tuple[int, ...]:
        """Which of x, y, z are rows."""
        return tuple(AXES.index(axis) for axis in self.axes)


@dataclass(frozen=True, slots=True, eq=False)
class PostureTask:
    """Joint angles, a row for each. Aim: the angles (k,), in the order of `joints`.

    As the `secondary` of a stack it pulls to `q` with what freedom the tasks leave.
    """

    joints: tuple[str, ...] | None = None
    """All joints of the stack by default."""
    q: Vec | None = None
    """(k,) what a secondary posture pulls to; by default the ready pose."""
    weight: float = 1.0
    gain: float | None = None

    def __post_init__(self) -> None:
        _check_positive(self, weight=self.weight, gain=self.gain)


Task: TypeAlias = LinkTask | ComTask | PostureTask


def _check_axes(task: object, axes: str, least: int) -> None:
    """Each of x, y, z at most once."""
    if len(set(axes)) != len(axes) or not set(axes) <= set(AXES) or len(axes) < least:
        raise OlympianError(
            f"{type(task).__name__}: axes '{axes}' should be some of x, y, z, each at most once"
        )


def _check_positive(task: object, **numbers: float | None) -> None:
    """Weights and gains are more than zero; a task that does not count is left out instead."""
    for name, number in numbers.items():
        if number is not None and not (np.isfinite(number) and number > 0.0):
            raise OlympianError(f"{type(task).__name__}: {name} {number} should be more than zero")
