"""Places that may be a ball: no carpet, as large as a ball, and carpet on one side at least."""

from olympian.compiled import bare, piece
from olympian.vision.colour.ycrcb import pack_pixel

SCORE, X, Y, RADIUS = range(4)
"""Columns of a candidate."""
INNER, FULL = 0.7, 0.5
"""Half side of the square in a ball, in radii, and the least share of it that is no carpet."""
NEAR, FAR = 1.15, 1.75
"""Radii between which carpet is looked for all round."""
THROUGH, AROUND = 0.8, 0.06
"""What it costs that something goes through, and what each of eight sides without carpet costs."""
APART = 0.7
"""Radii between two candidates."""
_EVERY = 3
"""Places tried per radius, each way."""


@bare
def count_other(frame, codes, carpet, first, after, stride, sums):
    """Fills `sums` (rows + 1, columns + 1): cells above and left that are no carpet.

    Args:
        first, after: rows of the frame that are looked at.
        stride: pixels between cells; the cell's pixel is its first.
    """
    rows, columns = (after - first) // stride, frame.shape[1] // stride
    for column in range(columns + 1):
        sums[0, column] = 0
    for row in range(rows):
        count, y = 0, first + row * stride
        sums[row + 1, 0] = 0
        for column in range(columns):
            pixel = frame[y, column * stride]
            other = codes[pack_pixel(pixel[0], pixel[1], pixel[2])] != carpet
            count += 1 if other else 0
            sums[row + 1, column + 1] = sums[row, column + 1] + count


@piece
def _share(sums, rows, columns, left, top, right, bottom):
    """Share of a box, in cells, that is no carpet; one half if it lies outside the picture."""
    left, right = min(max(int(left), 0), columns), min(max(int(right), 0), columns)
    top, bottom = min(max(int(top), 0), rows), min(max(int(bottom), 0), rows)
    area = (right - left) * (bottom - top)
    inside = sums[bottom, right] + sums[top, left] - sums[top, right] - sums[bottom, left]
    return inside / area if area > 0 else 0.5


@bare
def _score(sums, rows, columns, x, y, r):
    """How much more of a disc than of what lies round it is no carpet.

    A line goes on at two opposite sides, a robot at all of them; what hides part of a ball, or
    stands behind it, is at one side. So of two opposite sides the emptier one counts.
    """
    x, y = x + 0.5, y + 0.5  # boxes begin at the nearest cell
    inner, near, far = INNER * r, NEAR * r, FAR * r
    within = _share(sums, rows, columns, x - inner, y - inner, x + inner, y + inner)
    if within < FULL:
        return 0.0
    left = _share(sums, rows, columns, x - far, y - inner, x - near, y + inner)
    right = _share(sums, rows, columns, x + near, y - inner, x + far, y + inner)
    above = _share(sums, rows, columns, x - inner, y - far, x + inner, y - near)
    below = _share(sums, rows, columns, x - inner, y + near, x + inner, y + far)
    through = max(min(left, right), min(above, below))
    if within - THROUGH * through <= 0.0:
        return 0.0
    upper_left = _share(sums, rows, columns, x - far, y - far, x - inner, y - inner)
    upper_right = _share(sums, rows, columns, x + inner, y - far, x + far, y - inner)
    lower_left = _share(sums, rows, columns, x - far, y + inner, x - inner, y + far)
    lower_right = _share(sums, rows, columns, x + inner, y + inner, x + far, y + far)
    through = max(through, min(upper_left, lower_right), min(upper_right, lower_left))
    around = left + right + above + below + upper_left + upper_right + lower_left + lower_right
    return within - THROUGH * through - AROUND * around


@piece
def keep(best, score, x, y, radius):
    """Takes a candidate in if it is better than its neighbour, or than the worst of all."""
    worst = 0
    for i in range(len(best)):
        if best[i, SCORE] > 0.0:
            apart = APART * max(best[i, RADIUS], radius)
            if abs(best[i, X] - x) < apart and abs(best[i, Y] - y) < apart:
                worst = i
                break
        if best[i, SCORE] < best[worst, SCORE]:
            worst = i
    if score > best[worst, SCORE]:
        best[worst, SCORE], best[worst, RADIUS] = score, radius
        best[worst, X], best[worst, Y] = x, y


@piece
def size_at(sizes, every, width, x, y):
    """Radius of a ball there, between the places where it was computed; NaN where none can be."""
    rows, columns = sizes.shape
    down = min(max(y / every, 0.0), rows - 1.0)
    across = min(max(x / (width - 1) * (columns - 1), 0.0), columns - 1.0)
    i, k = min(int(down), rows - 2), min(int(across), columns - 2)
    down, across = down - i, across - k
    upper = sizes[i, k] * (1.0 - across) + sizes[i, k + 1] * across
    lower = sizes[i + 1, k] * (1.0 - across) + sizes[i + 1, k + 1] * across
    if not upper > 0.0:  # the horizon passes between the two
        return lower
    return upper * (1.0 - down) + lower * down


@bare
def find_candidates(
    sums, first, after, stride, width, border, sizes, every, reach, smallest, scales, least, best
):
    """Takes into `best` (n, 4) what looks like a ball of a size between those of `reach`, pixels.

    Args:
        border: (width,) first row of the carpet.
        sizes: (rows, 3) radius of a ball, as `size_at` reads it: left, in the middle, right.
        smallest: pixels; what looks smaller is too far away.
        scales: parts of that size that are tried: the camera's pose is only so exact.
    """
    rows, columns = (after - first) // stride, width // stride
    row = 0
    while row < rows:
        y = float(first + row * stride)
        left = size_at(sizes, every, width, 0.0, y)
        middle = size_at(sizes, every, width, 0.5 * (width - 1), y)
        right = size_at(sizes, every, width, width - 1.0, y)
        least_here = min(left, middle, right)
        least_here = least_here if least_here >= reach[0] else reach[0]  # NaN above the horizon
        step = max(int(min(least_here, reach[1]) / (_EVERY * stride)), 1)
        row += step
        reached = left >= reach[0] or middle >= reach[0] or right >= reach[0]
        if not reached or least_here >= reach[1]:
            continue
        above, below = sums[row - step], sums[row - step + 1]
        column = 0
        while column < columns:
            here = below[column + 1] - below[column] - above[column + 1] + above[column]
            if here == 0:
                column += step
                continue
            x = float(column * stride)
            across = 2.0 * x / (width - 1)
            one, other = (left, middle) if across < 1.0 else (middle, right)
            size = one + (across - (0.0 if across < 1.0 else 1.0)) * (other - one)
            inside = reach[0] <= size < reach[1] and y + 0.5 * size > border[int(x)]
            last = 0.0
            for scale in scales:
                radius = max(scale * size, smallest)
                if not inside or radius == last:
                    continue
                last = radius
                score = _score(sums, rows, columns, column, row - step, radius / stride)
                if score > least:
                    keep(best, score, x, y, radius)
            column += step
