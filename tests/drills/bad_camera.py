"""A body whose camera delivers what cameras deliver when something is wrong."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from olympian.backend import Actor
from olympian.records import CameraFrame, JointGoal, Sensors

__all__ = ["FLAWS", "BadCamera", "Flaw"]

Pixels = NDArray[np.uint8]
Flaw = Callable[[Pixels], Pixels | None]
"""What arrives of a picture; None: nothing."""
ZOOM = 1.4
"""How much longer the focal length is than the declared one."""


def black(rgb: Pixels) -> Pixels:
    """The lens cap is on."""
    return np.zeros_like(rgb)


def glaring(rgb: Pixels) -> Pixels:
    """Exposed so long that all is white."""
    return np.minimum(255, rgb.astype(np.int64) * 12 + 120).astype(np.uint8)


def upside_down(rgb: Pixels) -> Pixels:
    """Screwed on the wrong way."""
    return rgb[::-1, ::-1].copy()


def zoomed(rgb: Pixels) -> Pixels:
    """Another lens than the declared one."""
    height, width = rgb.shape[:2]
    rows = ((np.arange(height) - height / 2) / ZOOM + height / 2).astype(int)
    columns = ((np.arange(width) - width / 2) / ZOOM + width / 2).astype(int)
    return rgb[rows][:, columns]


def missing(rgb: Pixels) -> None:
    """Its plug is out."""


class _Frozen:
    """The first picture again and again."""

    def __init__(self) -> None:
        self._first: Pixels | None = None

    def __call__(self, rgb: Pixels) -> Pixels:
        self._first = rgb if self._first is None else self._first
        return self._first


FLAWS: dict[str, Callable[[], Flaw]] = {
    "none": lambda: missing,
    "black": lambda: black,
    "over-exposed": lambda: glaring,
    "frozen": _Frozen,
    "upside down": lambda: upside_down,
    "another lens": lambda: zoomed,
}


class BadCamera:
    """A simulated body, with a flaw in its pictures from some time on."""

    def __init__(self, inner: Actor, flaw: str, begins: float = 0.0) -> None:
        """Args:
        flaw: one of `FLAWS`.
        begins: seconds from which on it has it.
        """
        self.inner, self.robot, self.dt = inner, inner.robot, inner.dt
        self.servos = inner.servos
        self._flaw, self._begins = FLAWS[flaw](), begins

    @classmethod
    def with_flaw(cls, flaw: str, begins: float = 0.0) -> Callable[[Actor], "BadCamera"]:
        """For an outing."""
        return partial(cls, flaw=flaw, begins=begins)

    def read(self) -> Sensors:
        """What the body feels, and what its camera makes of what it sees."""
        sensors = self.inner.read()
        if sensors.camera is None or sensors.t < self._begins:
            return sensors
        rgb = self._flaw(np.asarray(sensors.camera.rgb))
        picture = None if rgb is None else CameraFrame(rgb, t=sensors.camera.t)
        return replace(sensors, camera=picture)

    def write(self, goal: JointGoal) -> None:
        """As the body does."""
        self.inner.write(goal)

    def close(self) -> None:
        """Let go of the body."""
        self.inner.close()
