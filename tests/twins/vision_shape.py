"""Plain twins of the kernels in `olympian.vision.shape`: NumPy, loops and recursion."""

from math import radians, tan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.vision.shape import GridOptions

Grey = NDArray[np.uint8]
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def edge_mask(grey: Grey, threshold: int, thin: bool) -> NDArray[np.bool_]:
    """Edge pixels by Roberts' cross, one row and column less than the frame."""
    g = grey.astype(int)
    a, b, c, d = g[:-1, :-1], g[:-1, 1:], g[1:, :-1], g[1:, 1:]
    total = np.minimum(np.abs(a - d) + np.abs(b - c), 255)
    strength = np.maximum(total - (threshold - 1), 0)
    if not thin:
        return strength > 0
    lying = (a >= d) == (b >= c)
    return (strength > 0) & ridge(strength, lying)


def ridge(strength: NDArray[np.int_], along_y: NDArray[np.bool_]) -> NDArray[np.bool_]:
    wide = np.pad(strength, 1)
    up, down = wide[:-2, 1:-1], wide[2:, 1:-1]
    left, right = wide[1:-1, :-2], wide[1:-1, 2:]
    on_line = (strength > up) & (strength >= down)
    on_column = (strength > left) & (strength >= right)
    return np.where(along_y, on_line, on_column)


def alike(ax: int, ay: int, bx: int, by: int, tangent: int) -> bool:
    return 256 * abs(ax * by - ay * bx) < (ax * bx + ay * by) * tangent


def represent(grey: Grey, spans: NDArray[np.int64], options: GridOptions) -> list[dict[str, int]]:
    """Edge representers of a frame in the order of reading."""
    scale = 2 if options.quarter else 1
    if options.quarter:
        grey, spans = grey[::2, ::2], (spans[::2] + 1) // 2
    height, width = grey.shape
    if height < 2 or width < 2:
        return []
    cell, tangent = options.cell // scale, round(256 * tan(radians(options.join_deg)))
    mask = edge_mask(grey, options.threshold, options.thin)
    for y in range(height - 1):
        mask[y, : spans[y, 0]] = False
        mask[y, max(spans[y, 1], 0) :] = False
    g = grey.astype(int)
    margin = cell // 2 if options.overlap else 0
    found = []
    for row in range(-(-height // cell)):
        for column in range(-(-width // cell)):
            top, left = row * cell - margin, column * cell - margin
            side = cell + 2 * margin
            part = mask[max(top, 0) : top + side, max(left, 0) : left + side]
            sums: list[list[int]] = [[0] * 5 for _ in range(2 if options.two else 1)]
            for y, x in np.argwhere(part):
                y, x = int(y) + max(top, 0), int(x) + max(left, 0)
                falling, rising = g[y, x] - g[y + 1, x + 1], g[y, x + 1] - g[y + 1, x]
                gx, gy = int(rising - falling), int(-rising - falling)
                for er in sums:
                    if er[0] == 0 or alike(er[1], er[2], gx, gy, tangent):
                        for k, value in enumerate((1, gx, gy, x, y)):
                            er[k] += value
                        break
            for n, gx, gy, x, y in sums:
                if n >= options.least and (gx, gy) != (0, 0):
                    found.append(
                        {
                            "x": (scale * (16 * x + 8 * n) + n // 2) // n,
                            "y": (scale * (16 * y + 8 * n) + n // 2) // n,
                            "ex": -gy,
                            "ey": gx,
                            "count": n,
                            "row": row,
                            "column": column,
                        }
                    )
    return found


def octant(x: int, y: int) -> int:
    a, b = abs(x), abs(y)
    if 12 * b < 5 * a:
        return 0 if x > 0 else 4
    if 12 * a < 5 * b:
        return 2 if y > 0 else 6
    return {(True, True): 1, (True, False): 7, (False, True): 3, (False, False): 5}[x > 0, y > 0]


def chains(ers: list[dict[str, int]], options: GridOptions) -> list[list[dict[str, int]]]:
    """Edge traces: figure 11.5 and 11.7, then the loops."""
    turn = round(256 * tan(radians(options.turn_deg)))
    aim = round(256 * tan(radians(options.aim_deg)))
    following: dict[int, int] = {}
    for a, er in enumerate(ers):
        start = octant(er["ex"], er["ey"])
        for ahead in (0, 1, 7, 2, 6):
            step = STEPS[(start + ahead) % 8]
            cell = (er["row"] + step[1], er["column"] + step[0])
            fits = [
                b
                for b, other in enumerate(ers)
                if (other["row"], other["column"]) == cell
                and b not in following.values()
                and connected(er, other, turn, aim)
            ]
            if fits:
                following[a] = fits[0]
                break
    taken, traces = set(following.values()), []
    left = set(range(len(ers)))
    for closed in (False, True):
        for a in range(len(ers)):
            if a not in left or (a in taken) != closed:
                continue
            trace, b = [], a
            while b in left:
                trace.append(ers[b])
                left.discard(b)
                b = following.get(b, -1)
            traces.append([*trace, ers[a]] if closed else trace)
    return traces


def connected(a: dict[str, int], b: dict[str, int], turn: int, aim: int) -> bool:
    dx, dy = b["x"] - a["x"], b["y"] - a["y"]
    return (
        alike(a["ex"], a["ey"], b["ex"], b["ey"], turn)
        and alike(a["ex"], a["ey"], dx, dy, aim)
        and alike(b["ex"], b["ey"], dx, dy, aim)
    )


def smooth(grey: Grey) -> NDArray[np.int_]:
    """Weights ¼, ½, ¼ twice down and twice across; edges of the frame are of no use after it."""
    image = grey.astype(int)
    for axis in (0, 0, 1, 1):
        before, after = np.roll(image, 1, axis), np.roll(image, -1, axis)
        image = (((before + after + 1) >> 1) + image + 1) >> 1
    return image


def ball_edges(grey: Grey, bar: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.int_]]:
    """Places (n, 2: x, y), unit slopes (n, 2) and direction numbers (n,) of edge pixels."""
    height, width = grey.shape
    nothing = np.zeros((0, 2), dtype=int)
    if height <= 6 or width <= 6:
        return nothing, nothing, np.zeros(0, dtype=int)
    s = smooth(grey)
    gx, gy = np.roll(s, -1, 1) - np.roll(s, 1, 1), np.roll(s, -1, 0) - np.roll(s, 1, 0)
    strength = np.maximum(np.minimum(np.abs(gx) + np.abs(gy), 255) - bar, 0)
    inner = np.zeros_like(strength)
    inner[3:-3, 3:-3] = strength[3:-3, 3:-3]
    mask = (inner > 0) & ridge(inner, np.abs(gy) > np.abs(gx))
    y, x = np.nonzero(mask)
    gx, gy = gx[y, x], gy[y, x]
    inverse = 1.0 / np.sqrt((gx * gx + gy * gy).astype(float))
    slopes = np.column_stack([gx * inverse, gy * inverse])
    return np.column_stack([x, y]), slopes, directions(gx, gy)


def directions(gx: NDArray[np.int_], gy: NDArray[np.int_]) -> NDArray[np.int_]:
    """Number of the 20° sector."""
    tangents = [round(1024 * tan(radians(angle))) for angle in (20, 40, 60, 80)]
    k = sum((1024 * np.abs(gy) >= t * np.abs(gx)).astype(int) for t in tangents)
    upper = np.where(gx >= 0, k, 8 - k)
    return np.where(gy >= 0, upper, np.where(gx >= 0, 17 - k, 9 + k))


class Search:
    """Algorithm 2 as it is printed, with the recursion; `verbatim` as in `BallOptions`."""

    def __init__(self, histograms: NDArray[np.int_], side: int, zeros: int, verbatim: bool) -> None:
        self.histograms, self.zeros, self.verbatim = histograms, zeros, verbatim
        self.scanned: dict[tuple[int, int, int], bool] = {}
        self.calls, self.pushed = 0, []
        self.search(0, 0, side)

    def search(self, top: int, left: int, side: int) -> bool:
        self.calls += 1
        if side < 2:
            return False
        window = (top, left, side)
        if window in self.scanned:
            return self.verbatim or self.scanned[window]
        self.scanned[window] = False
        part = self.histograms[top : top + side, left : left + side].sum(axis=(0, 1))
        if (part == 0).sum() > self.zeros:
            return False
        self.scanned[window] = True
        inside = False
        for row in range(3):
            for column in range(3):
                step = side // 4
                corner = (top + row * step, left + column * step)
                found = self.search(*corner, side // 2)
                inside = found or inside
        if not inside:
            self.pushed.append((*window, int(part.sum()), int((part**2).sum())))
        return True
