"""Integral histogram: the histogram of any window on the grid in four reads (11.2.4)."""

from olympian.compiled import bare
from olympian.vision.shape.ball.orientation import BINS

__all__ = ["integrate", "window_histogram"]


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
