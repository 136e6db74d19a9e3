"""3×3 morphology on images of classes, compiled. Outside the picture nothing wears or grows.

The inner loops have no condition on where in a line they are, so that they run many pixels at a
time; the first and the last pixel of a line are done on their own.
"""

import numpy as np

from olympian.compiled import bare, piece

__all__ = ["close_gaps", "dilate_codes", "erode_codes", "keep_near"]


@piece
def _alike(up, line, down, left, x, right):
    """Whether a pixel's whole neighbourhood is of its class."""
    code = line[x]
    same = (up[left] == code) & (up[x] == code) & (up[right] == code)
    same &= (line[left] == code) & (line[right] == code)
    return same & (down[left] == code) & (down[x] == code) & (down[right] == code)


@piece
def _either(up, line, down, left, x, right):
    """The neighbourhood's codes, all bits together: zero where all are."""
    row = up[left] | up[x] | up[right] | line[left] | line[x] | line[right]
    return row | down[left] | down[x] | down[right]


@piece
def _most(up, line, down, left, x, right):
    """The largest number of the neighbourhood."""
    row = max(max(up[left], up[x]), max(up[right], line[left]))
    return max(max(row, max(line[x], line[right])), max(down[left], max(down[x], down[right])))


@bare
def erode_codes(codes, out):
    """Pixels whose whole neighbourhood is of their class keep it; the others have none."""
    height, width = codes.shape
    for y in range(height):
        up, line, down = codes[max(y - 1, 0)], codes[y], codes[min(y + 1, height - 1)]
        target = out[y]
        for x in range(width - 2):
            same = _alike(up, line, down, x, x + 1, x + 2)
            target[x + 1] = line[x + 1] if same else np.uint8(0)
        for x in (0, width - 1):
            if x >= 0:
                left, right = max(x - 1, 0), min(x + 1, width - 1)
                same = _alike(up, line, down, left, x, right)
                target[x] = line[x] if same else np.uint8(0)


@bare
def dilate_codes(codes, rank, code_of, ranks, out):
    """Pixels of no class take that of the neighbour whose class has the highest rank.

    Args:
        rank: (256,) of each class, 0 for none; larger wins.
        code_of: (256,) the class of each rank.
        ranks: scratch of the image's shape.
    """
    height, width = codes.shape
    for y in range(height):
        for x in range(width):
            ranks[y, x] = rank[codes[y, x]]
    for y in range(height):
        up, line, down = ranks[max(y - 1, 0)], ranks[y], ranks[min(y + 1, height - 1)]
        target = out[y]
        for x in range(width - 2):
            target[x + 1] = _most(up, line, down, x, x + 1, x + 2)
        for x in (0, width - 1):
            if x >= 0:
                target[x] = _most(up, line, down, max(x - 1, 0), x, min(x + 1, width - 1))
        for x in range(width):
            code = codes[y, x]
            target[x] = code if code != 0 else code_of[target[x]]


@bare
def keep_near(codes, cores, out):
    """Pixels keep their class where a neighbour, or they themselves, are a core of it.

    After an erosion this is the dilation that never leaves the class it began in: the second half
    of an opening, for all classes at once. A core has only its own class around it, so whatever
    core is near is of the pixel's class.
    """
    height, width = codes.shape
    for y in range(height):
        up, line, down = cores[max(y - 1, 0)], cores[y], cores[min(y + 1, height - 1)]
        source, target = codes[y], out[y]
        for x in range(width - 2):
            near = _either(up, line, down, x, x + 1, x + 2)
            target[x + 1] = source[x + 1] if near != 0 else np.uint8(0)
        for x in (0, width - 1):
            if x >= 0:
                near = _either(up, line, down, max(x - 1, 0), x, min(x + 1, width - 1))
                target[x] = source[x] if near != 0 else np.uint8(0)


@bare
def close_gaps(codes, grown, out):
    """What was grown and is not worn off again, beside what was there: the end of a closing."""
    erode_codes(grown, out)
    height, width = codes.shape
    for y in range(height):
        for x in range(width):
            out[y, x] = codes[y, x] if codes[y, x] != 0 else out[y, x]
