"""Runs: neighbouring pixels of one class in one line, compiled (thesis 10.2.1)."""

import numpy as np

from olympian.compiled import piece
from olympian.vision.colour.lanes import LANES, changes, lowest_bit

RUN_FIELDS = 4
START, END, CODE, REGION = range(RUN_FIELDS)
"""Columns of a run: first pixel, one behind the last, class, and the region it belongs to."""


def line_bytes(width: int) -> int:
    """Length of a line of codes: one guard before it, and guards behind it up to a whole block."""
    return 1 + (width // LANES + 1) * LANES


@piece
def find_runs(codes, width, runs):
    """Number of runs of the line `codes`, which are written to `runs`; class 0 has none.

    The line stands in `codes[1 : width + 1]` between zeros, so a run that touches the frame's edge
    begins and ends with a change of class like any other.
    """
    count, code = 0, 0
    for block in range(0, width + 1, LANES):
        bits = changes(codes, block)
        while bits != 0:
            x = block + lowest_bit(bits)
            bits &= bits - np.uint64(1)
            runs[count, END] = x
            count += code != 0  # a gap's entry is written over by the next run
            code = codes[x + 1]
            runs[count, START] = x
            runs[count, CODE] = code
    return count
