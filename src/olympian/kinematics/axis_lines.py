"""Joint axes as lines in space: where they meet, how far they miss, which are parallel."""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Vec, Vec3, inverse
from olympian.robot import Chain


@dataclass(frozen=True, eq=False)
class AxisLines:
    """Axes of a chain at q = 0, seen from the frame that the chain starts in."""

    directions: Vec
    """(n, 3) unit vectors; positive joint angles turn about them right-handed."""
    points: Vec
    """(n, 3), one on each line"""

    @staticmethod
    def of(chain: Chain, backwards: bool) -> "AxisLines":
        """Lines in the base frame, or in the tip frame with the last joint first.

        Walking a chain backwards every joint turns the other way, so the directions flip.
        """
        directions, points = chain.screw_axes()
        if not backwards:
            return AxisLines(directions, points)
        T_tip_base = inverse(chain.forward(np.zeros(chain.dof)))
        R, p = T_tip_base[:3, :3], T_tip_base[:3, 3]
        return AxisLines(-(directions @ R.T)[::-1], (points @ R.T + p)[::-1])

    def meeting(self, *which: int) -> tuple[Vec3, float]:
        """Point nearest to several lines, and its distance to the farthest of them."""
        across = [np.eye(3) - np.outer(self.directions[i], self.directions[i]) for i in which]
        offsets = [A @ self.points[i] for A, i in zip(across, which, strict=True)]
        point = np.linalg.lstsq(np.sum(across, axis=0), np.sum(offsets, axis=0), rcond=1e-9)[0]
        return point, max(self._distance(i, point) for i in which)

    def _distance(self, i: int, point: Vec3) -> float:
        return float(np.linalg.norm(np.cross(self.directions[i], point - self.points[i])))

    def sine(self, i: int, j: int) -> float:
        """Sine of the angle between two axes: zero when parallel or opposite."""
        return float(np.linalg.norm(np.cross(self.directions[i], self.directions[j])))

    def almost_parallel(self, angle: float) -> list[tuple[int, ...]]:
        """Runs of neighbours within `angle` of each other.

        Their common normals lie arbitrarily far away, which would cost a closed form its digits:
        they are better treated as parallel, and the rest left to Newton.
        """
        runs: list[list[int]] = [[0]]
        for i in range(1, len(self.directions)):
            if self.sine(i - 1, i) < np.sin(angle):
                runs[-1].append(i)
            else:
                runs.append([i])
        return [tuple(run) for run in runs if len(run) > 1]

    def gap(self, i: int, j: int) -> float:
        """Distance between two parallel axes."""
        return self._distance(i, self.points[j])

    def through(self, point: Vec3, *which: int) -> "AxisLines":
        """The same axes, those named moved sideways to pass through `point`."""
        points = self.points.copy()
        points[list(which)] = point
        return AxisLines(self.directions, points)

    def aligned(self, *which: int) -> "AxisLines":
        """The same axes, those named turned to be exactly parallel (or opposite)."""
        directions = self.directions.copy()
        signs = [np.copysign(1.0, directions[i] @ directions[which[0]]) for i in which]
        mean = np.sum([s * directions[i] for s, i in zip(signs, which, strict=True)], axis=0)
        mean /= np.linalg.norm(mean)
        for sign, i in zip(signs, which, strict=True):
            directions[i] = sign * mean
        return AxisLines(directions, self.points)
