"""Plain twin of the search for posts: row by row, with sets of columns."""

import numpy as np
from numpy.typing import NDArray

from olympian.vision import goal_posts as rule


def runs(line: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last of what is true in a row."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(int)))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def post_runs(mask: NDArray[np.bool_], rows: NDArray[np.float64]) -> list[list[float]]:
    """What crosses the border in the colour of a mask and ends below it: x, y, width, top, side."""
    height, width = mask.shape

    def at(x: int, y: float) -> bool:
        row = np.rint(y)
        return bool(0 <= row < height and mask[int(row), x])

    crosses = np.array([
        rows[x] < height
        and sum(at(x, max(rows[x], 0.0) + below) for below in rule.BELOW_PX) >= 2
        for x in range(width)
    ])  # fmt: skip
    found = []
    for left, right in runs(crosses):
        wide = right - left + 1
        if not rule.NARROWEST <= wide < rule.WIDEST_PART * width:
            continue
        top = int(max(rows[left + wide // 2], 0.0)) + rule.BELOW_PX[1]
        run = follow(mask, left, right, top) if top < height else None
        if run is not None:
            side = rule.LEFT if left == 0 else rule.RIGHT if right == width - 1 else 0.0
            found.append([*run, side])
    return found[: rule.ROOM]


def reaches(line: NDArray[np.bool_], a: int, b: int) -> tuple[int, int]:
    """First and last of the runs that columns a and b belong to."""
    dark = np.flatnonzero(~line)
    return int(max(dark[dark < a], default=-1)) + 1, int(min(dark[dark > b], default=len(line))) - 1


def follow(mask: NDArray[np.bool_], left: int, right: int, top: int) -> list[float] | None:
    height, width = mask.shape
    middles = {top: 0.5 * (left + right)}  # of the rows that tell its course
    usual, low, narrow, wide = float(right - left + 1), top, top, 0
    for y in range(top + 1, height - 1):
        good = max(middles)
        slope = (middles[good] - middles[top]) / max(good - top, 1)
        expected = middles[good] + (slope if good - top >= rule.COURSE_ROWS else 0.0) * (y - good)
        begin, end = (int(np.rint(expected + side * 0.5 * usual)) for side in (-1, 1))
        inside = [x for x in range(begin - 2, end + 3) if 0 <= x < width and mask[y, x]]
        if not inside or inside[-1] - inside[0] + 1 < min(rule.PART * usual, usual - 1.0):
            if y - low == rule.LOST_ROWS:
                break
            continue
        low, a, b = y, inside[0], inside[-1]
        far_a, far_b = reaches(mask[y], a, b)
        if max(far_b - a, b - far_a) >= rule.GROWN * usual + rule.GROWN_PX:
            wide += 1
            if wide > rule.HELD * usual:
                low = narrow
                break
            continue
        wide, narrow = 0, y
        if abs(0.5 * (a + b) - expected) <= rule.STRAIGHT_PX:
            usual += (b - a + 1 - usual) / (len(middles) + 1)
            middles[y] = 0.5 * (a + b)
    else:
        return None
    good = max(middles)
    slope = (middles[good] - middles[top]) / (good - top) if good - top >= rule.COURSE_ROWS else 0.0
    return [middles[good] + slope * (low - good), float(low), usual, float(top)]
