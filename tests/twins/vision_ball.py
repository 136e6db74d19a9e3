"""Plain twins of what turns edge pixels into circles: votes, centres, fits, the choice."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.vision.shape.ball.circle_vote import PLACES_PER_LOW, RIM, place_grid
from olympian.vision.shape.ball.edges import CELL
from olympian.vision.shape.ball.finder import ENOUGH, LEAST_DIRECTIONS, WORTH
from olympian.vision.shape.ball.options import BallOptions
from olympian.vision.shape.ball.scratch import CENTRES, REACHED

Edges = NDArray[np.float32]
Ints = NDArray[Any]
RADII = (1.15, 1.5, 1.85)
RINGS, SECTORS, BINS = 14, 36, 18


def circles(
    edges: Edges, directions: Ints, pushed: Ints, rows: Ints, shape: tuple[int, int],
    options: BallOptions,
) -> NDArray[np.float64]:  # fmt: skip
    """(n, 4) share, x, y and radius of the circles of a frame, in the order they are found.

    Args:
        pushed: windows of the search, in cells.
        rows: (octaves, 2) that may hold a ball of each octave.
    """
    found = []
    cells = marked(pushed, (-(-shape[0] // CELL), -(-shape[1] // CELL)))
    for octave in range(options.octaves):
        low, stride = options.radius * 2**octave, 2**octave
        first, after = np.searchsorted(edges[:, 1], rows[octave])
        some = slice(first, after, stride)
        best = centres(edges[some], directions[some], low, cells, place_grid(*shape, low))
        for rank, x, y in best:
            if rank > WORTH * best[:, 0].max():
                circle = fit(edges, directions, x, y, low, max(stride // 4, 1))
                if circle is not None and circle[0] >= options.share:
                    found.append(circle)
    return np.array(found).reshape(-1, 4)


def marked(pushed: Ints, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Cells in the windows, and half a window around them."""
    cells = np.zeros(shape, dtype=bool)
    for top, left, side in pushed[:, :3].tolist():
        above, before, reach = max(top - side // 2, 0), max(left - side // 2, 0), side + side // 2
        cells[above : top + reach, before : left + reach] = True
    return cells


def centres(
    edges: Edges, directions: Ints, low: float, cells: NDArray[np.bool_], grid: tuple[int, int]
) -> NDArray[np.float64]:
    """(k, 3) rank, x and y of the strongest places of an octave."""
    where = edges[:, :2].astype(int) // CELL
    chosen = cells[where[:, 1], where[:, 0]]
    edges, directions = edges[chosen], directions[chosen]
    at = edges[:, :2] * np.float32(PLACES_PER_LOW / low) + np.float32(RIM)
    steps = [np.float32(PLACES_PER_LOW * radius) * edges[:, 2:] for radius in RADII]
    # votes in the order they are given: pixel by pixel, radius by radius, ahead and behind
    places = np.stack([at + sign * step for step in steps for sign in (1, -1)], axis=1)
    places = places.reshape(-1, 2).astype(int)
    flat = places[:, 1] * grid[1] + places[:, 0]
    counts = np.bincount(flat, minlength=grid[0] * grid[1])
    seen = np.zeros(grid[0] * grid[1], dtype=int)
    np.bitwise_or.at(seen, flat, 1 << np.repeat(directions.astype(int), 6))
    enough = [
        np.flatnonzero(flat == place)[ENOUGH - 1] for place in np.flatnonzero(counts >= ENOUGH)
    ]
    reached = places[np.sort(enough)[:REACHED].astype(int)]
    return strongest(counts.reshape(grid), seen.reshape(grid), reached, low)


def strongest(counts: Ints, seen: Ints, reached: Ints, low: float) -> NDArray[np.float64]:
    """The best of the places that have enough votes, no two of them neighbours."""
    best = np.zeros((CENTRES, 3))
    for column, row in reached.tolist():
        squares = [(i, j) for i in (row - 1, row) for j in (column - 1, column)]
        totals = [int(counts[i : i + 2, j : j + 2].sum()) for i, j in squares]
        i, j = squares[int(np.argmax(totals))]
        ways = int(np.bitwise_or.reduce(seen[i : i + 2, j : j + 2].ravel())).bit_count()
        if ways < LEAST_DIRECTIONS:
            continue
        rank = float(max(totals) * ways**2)
        x, y = (middle(counts, i, j) - RIM) * (low / PLACES_PER_LOW)
        near = (best[:, 0] > 0) & (np.abs(best[:, 1] - x) < low) & (np.abs(best[:, 2] - y) < low)
        k = int(np.argmax(near)) if near.any() else int(np.argmin(best[:, 0]))
        if rank > best[k, 0]:
            best[k] = rank, x, y
    return best


def middle(counts: Ints, row: int, column: int) -> NDArray[np.float64]:
    """x, y of the centre of mass around the fullest of four places."""
    down, right = np.unravel_index(counts[row : row + 2, column : column + 2].argmax(), (2, 2))
    row, column = row + int(down), column + int(right)
    around = counts[row - 1 : row + 2, column - 1 : column + 2]
    weights = around - around.min()
    total, steps = max(int(weights.sum()), 1), np.arange(-1, 2)
    off = np.array([weights.sum(axis=0) @ steps, weights.sum(axis=1) @ steps]) / total
    return np.array([column, row]) + 0.5 + off


def near_circle(
    edges: Edges, x: float, y: float, near: float, far: float, tangent: float
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Which edge pixels lie between two circles and point at their centre; all their offsets."""
    off = edges[:, :2].astype(float) - (x, y)
    slope = edges[:, 2:].astype(float)
    square, dot = (off**2).sum(axis=1), (off * slope).sum(axis=1)
    cross = off[:, 0] * slope[:, 1] - off[:, 1] * slope[:, 0]
    between = (near**2 <= square) & (square <= far**2)
    return between & (np.abs(cross) < tangent * np.abs(dot)), off


def fit(
    edges: Edges, directions: Ints, x: float, y: float, low: float, stride: int
) -> tuple[float, float, float, float] | None:
    """Share, x, y and radius of the circle around a rough centre; None where there is none."""
    some, ways = edges[::stride], directions[::stride].astype(int)
    kept, _ = near_circle(some, x, y, 0.85 * low - 1.0, 2.3 * low + 1.0, 0.9)
    some, ways = some[kept], ways[kept]
    radius, most = ring(some, ways, x, y, low)
    if most < 0.4:
        return None
    for off in (0.15, 0.1, 0.08):
        x, y, radius = kasa(some, x, y, radius, 1.0 + off * low)
    off = 1.0 + 0.05 * radius
    on, away = near_circle(edges, x, y, max(radius - off, 0.0), radius + off, 0.42)
    angles = np.arctan2(away[on, 1], away[on, 0])
    sectors = ((angles + np.pi) * SECTORS / (2 * np.pi)).astype(int) % SECTORS
    return len(set(sectors.tolist())) / SECTORS, x, y, radius


def ring(edges: Edges, ways: Ints, x: float, y: float, low: float) -> tuple[float, float]:
    """Radius of the ring that is seen from most directions, and their share."""
    inner, width = 0.85 * low, 1.45 * low / RINGS
    on, off = near_circle(edges, x, y, inner, 2.3 * low, 0.6)
    inwards = (off * edges[:, 2:]).sum(axis=1) <= 0
    sectors = np.where(inwards, (ways + BINS // 2) % BINS, ways)
    numbers = np.minimum(((np.hypot(*off.T) - inner) / width).astype(int), RINGS - 1)
    seen = [set(sectors[on & (numbers == k)].tolist()) for k in range(RINGS)]
    counts = [len(seen[k - 1] | seen[k] | seen[k + 1]) for k in range(1, RINGS - 1)]
    at = max(range(len(counts)), key=lambda k: (counts[k], k)) + 1
    return inner + (at + 0.5) * width, max(counts) / BINS


def kasa(edges: Edges, x: float, y: float, radius: float, off: float) -> tuple[float, float, float]:
    """Circle through the pixels near another one, which is returned where they say nothing."""
    on, away = near_circle(edges, x, y, max(radius - off, 0.0), radius + off, 0.42)
    points = away[on]
    if len(points) < 8 or np.linalg.det(np.cov(points.T)) < 1e-12:
        return x, y, radius
    design = np.column_stack([2 * points, np.ones(len(points))])
    u, v, rest = np.linalg.lstsq(design, (points**2).sum(axis=1), rcond=None)[0]
    if u * u + v * v > 0.25 * radius * radius:
        return x, y, radius
    return x + u, y + v, float(np.sqrt(max(rest + u * u + v * v, 0.0)))


def choose(found: NDArray[np.float64]) -> int:
    """Number of the ball: the best supported circle, or the one it is a patch on; −1 for none."""
    if len(found) == 0 or found[:, 0].max() <= 0:
        return -1
    best = int(np.argmax(found[:, 0]))
    share, x, y, radius = found[best]
    within = np.hypot(found[:, 1] - x, found[:, 2] - y) + radius <= 1.15 * found[:, 3]
    around = within & (found[:, 3] > 1.3 * radius) & (found[:, 0] >= 0.7 * share)
    return int(np.argmax(np.where(around, found[:, 0], -1.0))) if around.any() else best
