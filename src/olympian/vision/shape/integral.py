"""Integral histogram: the histogram of any window on the grid in four reads (11.2.4)."""

from olympian.kinematics.compiled import bare

__all__ = ["integrate", "window_histogram"]


@bare
def integrate(histograms, line, integral):
    """Fills `integral` (rows + 1, columns + 1, 18): sums over all cells above and left (11.7).

    The recurrence of equations 11.8 and 11.9, with the sum of the current line in `line`.
    """
    rows, columns, bins = histograms.shape
    for row in range(rows):
        line[:] = 0
        for column in range(columns):
            for k in range(bins):
                line[k] += histograms[row, column, k]
                integral[row + 1, column + 1, k] = integral[row, column + 1, k] + line[k]


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
