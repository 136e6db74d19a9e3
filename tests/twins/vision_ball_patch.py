"""Plain twins of the ball's network, of the patches it sees, and of how places are scored."""

import numpy as np
from numpy.typing import NDArray

from olympian.vision.ball.network_kernel import DARK, FINE, REACH, SIDE


def patch(frame: NDArray[np.uint8], x: float, y: float, radius: float) -> NDArray[np.float64]:
    """The square round a disc, by its mean brightness, less one; zero beyond the picture."""
    height, width, _ = frame.shape
    step = 2 * REACH * radius / SIDE
    parts = min(max(int(step), 1), FINE)
    steps = np.arange(SIDE * parts).reshape(SIDE, parts)
    places = step * ((steps // parts) + (steps % parts + 0.5) / parts - SIDE / 2)
    rows, columns = (np.floor(at + places + 0.5).astype(int) for at in (y, x))
    row, column = rows.reshape(-1, 1), columns.reshape(1, -1)
    inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
    taken = frame[row.clip(0, height - 1), column.clip(0, width - 1)] * inside[..., None]
    shape = (SIDE, parts, SIDE, parts)
    count = inside.reshape(shape).sum(axis=(1, 3))
    mean = taken.reshape(*shape, 3).sum(axis=(1, 3)) / np.maximum(count, 1)[..., None]
    known = count > 0
    level = mean[known].mean() if known.any() else 0.0
    return np.where(known[..., None], mean / (level + DARK) - 1, 0.0)


def told(weights: list[NDArray[np.float32]], seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """(4,) what the network makes of a patch, before it becomes a share and a place."""
    first, b1, second, b2, third, b3, last, b4 = (one.astype(float) for one in weights)
    one = np.array(
        [
            [np.einsum("ijk,ijkn", seen[r : r + 4, c : c + 4], first) + b1 for c in range(0, 13, 2)]
            for r in range(0, 13, 2)
        ]
    ).clip(0)
    two = np.array(
        [
            [np.einsum("ijk,ijkn", one[r : r + 3, c : c + 3], second) + b2 for c in range(5)]
            for r in range(5)
        ]
    ).clip(0)
    return (two.reshape(-1) @ third + b3).clip(0) @ last + b4


def other(
    codes: NDArray[np.uint8], carpet: int, first: int, after: int, stride: int
) -> NDArray[np.int64]:
    """(rows + 1, columns + 1) cells above and left of each that are no carpet."""
    rows, columns = (after - first) // stride, codes.shape[1] // stride
    cells = codes[first : first + rows * stride : stride, : columns * stride : stride] != carpet
    sums = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    sums[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
    return sums


def score(cells: NDArray[np.bool_], x: int, y: int, r: float) -> float:
    """What a place is worth whose cells (rows, columns) are no carpet."""
    inner, near, far = 0.7 * r, 1.15 * r, 1.75 * r

    def share(left: float, top: float, right: float, bottom: float) -> float:
        height, width = cells.shape
        first, last = (min(max(int(x + 0.5 + at), 0), width) for at in (left, right))
        upper, lower = (min(max(int(y + 0.5 + at), 0), height) for at in (top, bottom))
        if lower <= upper or last <= first:
            return 0.5
        return float(cells[upper:lower, first:last].mean())

    within = share(-inner, -inner, inner, inner)
    if within < 0.5:
        return 0.0
    pairs = [
        (share(-far, -inner, -near, inner), share(near, -inner, far, inner)),
        (share(-inner, -far, inner, -near), share(-inner, near, inner, far)),
        (share(-far, -far, -inner, -inner), share(inner, inner, far, far)),
        (share(inner, -far, far, -inner), share(-far, inner, -inner, far)),
    ]
    if within <= 0.8 * max(min(pair) for pair in pairs[:2]):
        return 0.0
    return within - 0.8 * max(min(pair) for pair in pairs) - 0.06 * sum(map(sum, pairs))
