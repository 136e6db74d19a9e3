"""Integral histogram: the histogram of any window on the grid in four reads (11.2.4)."""

from math import pi, tan

from olympian.compiled import bare, piece

BINS = 18
_UNIT = 1024
_TANGENTS = tuple(round(_UNIT * tan(k * pi / 9)) for k in (1, 2, 3, 4))
"""Of 20°, 40°, 60° and 80°, in 1024ths."""


@piece
def orientation(gx, gy):
    """Number of the direction of (gx, gy): 0 for 0° to 20° from x towards y, up to 17."""
    x, y = _UNIT * abs(gy), abs(gx)
    k = (
        (1 if x >= _TANGENTS[0] * y else 0)
        + (1 if x >= _TANGENTS[1] * y else 0)
        + (1 if x >= _TANGENTS[2] * y else 0)
        + (1 if x >= _TANGENTS[3] * y else 0)
    )
    half = k if gx >= 0 else 8 - k
    return half if gy >= 0 else 17 - half


@bare
def integrate(histograms, sums, integral):
    """Fills `integral` (rows + 1, columns + 1, 18): sums over all cells above and left (11.7).

    The recurrence of equations 11.8 and 11.9, but with the sums of the columns down to the current
    row in `sums` (columns · 18), so that neighbours do not wait for each other.
    """
    rows, columns, _ = histograms.shape
    sums[:] = 0
    for row in range(rows):
        here, out = histograms[row].reshape(-1), integral[row + 1].reshape(-1)
        for k in range(columns * BINS):
            sums[k] += here[k]
        for k in range(columns * BINS):
            out[BINS + k] = out[k] + sums[k]


@bare
def window_histogram(integral, top, left, side, out):
    """Histogram of a window in cells, cut off at the frame (11.10)."""
    bottom, right = min(top + side, len(integral) - 1), min(left + side, integral.shape[1] - 1)
    if top >= bottom or left >= right:
        out[:] = 0
        return
    for k in range(len(out)):
        out[k] = (
            integral[bottom, right, k]
            + integral[top, left, k]
            - integral[top, right, k]
            - integral[bottom, left, k]
        )
