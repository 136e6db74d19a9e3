"""Which closed form a leg allows, decided from its joint axes alone.

Two shapes are solvable. *Parallel*: three consecutive pitch axes are parallel and the two axes
above them meet. *Spherical* (Pieper): three consecutive axes at one end meet in a point, and of the
other three either the outer two meet or the inner two are parallel. Both are tried from either end.
A leg that misses a shape slightly is replaced by the nearest that has it, whose solutions seed
Newton's method.
"""

from dataclasses import dataclass
from enum import Enum
from math import radians

import numpy as np

from olympian.kinematics.axis_lines import AxisLines
from olympian.robot import Chain

EXACT = 1e-10
"""Metres and radians below which axes meet, or are parallel, as well as doubles can tell."""
NEAR_M, NEAR_RAD = 0.015, radians(3.0)
"""Farthest from a solvable shape at which Newton still reliably finds every branch."""
_LEAST_SINE = 0.2
"""Axes that must differ in direction have to do so by more than 12°, or the shape is degenerate."""
_LEAST_LINK = 1e-3
"""Metres; shorter links give a planar two-link arm nothing to fold."""


class LegKind(Enum):
    """Shape that makes a leg solvable; the number is the kernels' name for it."""

    PARALLEL = 0
    """Axes 3, 4, 5 parallel, 1 and 2 meet."""
    SPHERICAL_MEETING = 1
    """Axes 4, 5, 6 meet in a point, and so do 1 and 2."""
    SPHERICAL_PARALLEL = 2
    """Axes 4, 5, 6 meet in a point, 2 and 3 are parallel."""


@dataclass(frozen=True, eq=False)
class LegShape:
    """A solvable shape and how far the leg is from it."""

    kind: LegKind
    backwards: bool
    """Read from the foot up."""
    ideal: AxisLines
    miss_m: float
    miss_rad: float

    @property
    def exact(self) -> bool:
        """Is the ideal leg the leg itself?"""
        return self.miss_m <= EXACT and self.miss_rad <= EXACT

    @property
    def near(self) -> bool:
        """Close enough for Newton to bridge the gap?"""
        return self.miss_m <= NEAR_M and self.miss_rad <= NEAR_RAD

    @property
    def miss(self) -> float:
        """Distance from the shape, as a share of what is allowed."""
        return max(self.miss_m / NEAR_M, self.miss_rad / NEAR_RAD)

    def describe(self) -> str:
        """The shape and the miss, for people."""
        end = " from the foot" if self.backwards else ""
        shape = self.kind.name.lower().replace("_", ", ")
        return (
            f"{shape}{end}: misses by {1e3 * self.miss_m:.1f} mm, {np.degrees(self.miss_rad):.2f}°"
        )


def find_shape(chain: Chain) -> LegShape | None:
    """The nearest solvable shape; an exact one, and the fastest such, wins. None: degenerate."""
    shapes = [
        shape
        for kind in LegKind
        for backwards in (False, True)
        if (shape := _fit(kind, AxisLines.of(chain, backwards), backwards)) is not None
    ]
    exact = [shape for shape in shapes if shape.exact]
    return exact[0] if exact else min(shapes, key=lambda shape: shape.miss, default=None)


def _fit(kind: LegKind, lines: AxisLines, backwards: bool) -> LegShape | None:
    """The nearest leg of one shape, or None where even that would be degenerate."""
    ideal = lines
    miss_m = 0.0
    for meeting in _MEETING[kind]:
        point, miss = ideal.meeting(*meeting)
        ideal, miss_m = ideal.through(point, *meeting), max(miss_m, miss)
    for parallel in (*_PARALLEL[kind], *ideal.almost_parallel(NEAR_RAD)):
        ideal = ideal.aligned(*parallel)
    cosines = np.sum(ideal.directions * lines.directions, axis=1)
    crosses = np.linalg.norm(np.cross(ideal.directions, lines.directions), axis=1)
    miss_rad = float(np.max(np.arctan2(crosses, cosines)))
    degenerate = any(ideal.sine(i, j) < _LEAST_SINE for i, j in _DIFFERENT[kind]) or any(
        ideal.gap(i, j) < _LEAST_LINK for i, j in _APART[kind]
    )
    return None if degenerate else LegShape(kind, backwards, ideal, miss_m, miss_rad)


_MEETING = {
    LegKind.PARALLEL: [(0, 1)],
    LegKind.SPHERICAL_MEETING: [(0, 1), (3, 4, 5)],
    LegKind.SPHERICAL_PARALLEL: [(3, 4, 5)],
}
_PARALLEL = {
    LegKind.PARALLEL: [(2, 3, 4)],
    LegKind.SPHERICAL_MEETING: [],
    LegKind.SPHERICAL_PARALLEL: [(1, 2)],
}
_DIFFERENT = {
    LegKind.PARALLEL: [(0, 1), (1, 2), (4, 5)],
    LegKind.SPHERICAL_MEETING: [(0, 1), (3, 4), (4, 5)],
    LegKind.SPHERICAL_PARALLEL: [(0, 1), (3, 4), (4, 5)],
}
_APART = {
    LegKind.PARALLEL: [(2, 3), (3, 4)],
    LegKind.SPHERICAL_MEETING: [],
    LegKind.SPHERICAL_PARALLEL: [(1, 2)],
}
