"""How much of a circle is there: radius and support around a centre, then a least-squares fit."""

from math import pi, sqrt

import numpy as np

from olympian.compiled import bare, piece
from olympian.kinematics.arctangent import angle_of
from olympian.vision.shape.ball.edges import block_range, line_range, of_line
from olympian.vision.shape.ball.integral import BINS
from olympian.vision.shape.spans import bits_set

SECTORS = 36
"""Parts of the circumference; the share of them with an edge is the support of a circle."""
HALF = BINS // 2
RINGS = 14
"""Radii told apart between the smallest and the largest of an octave."""
_ALIGNED = 0.42
"""Tangent of the largest angle between slope and radius: 23°."""
_ROUGHLY = 0.6
"""The same while the centre is not known better than to a place."""
_AT_ALL = 0.9
"""The same of pixels that are looked at at all: 42°, for centres that turn out to be off."""
_OFF = 0.05
"""How far, in radii and one pixel, an edge of a ball may be from the circle: a ball away from the
middle of the picture is an ellipse."""
_INNER, _OUTER = 0.85, 2.3
"""Rings of an octave, in parts of its smallest radius: wider than it, for centres that are off."""
_WORTH = 0.4
"""Share of the directions without which a wide ring is not looked at more closely."""
_PART_OF, _INSIDE, _LARGER = 0.7, 1.15, 1.3
"""A circle inside another (within 1.15 of its radius) that is 1.3 times larger and has 0.7 of its
support is a patch on a ball, not the ball."""


@piece
def _aligned(edges, k, dx, dy, tangent):
    """Whether the slope of edge pixel k points along (dx, dy), either way."""
    dot = dx * edges[k, 2] + dy * edges[k, 3]
    return abs(dx * edges[k, 3] - dy * edges[k, 2]) < tangent * abs(dot)


@piece
def _sector(dx, dy):
    return 1 << (int((angle_of(dx, dy) + pi) * (SECTORS / (2 * pi))) % SECTORS)


@bare
def _gather(pixels, x, y, near, far, tangent, stride, chosen):
    """Writes the edge pixels between two circles whose slope points at the centre, or away.

    Returns how many. Without a branch that depends on the picture: see `edge_pixels.ones`.
    """
    edges, _, blocks, per_line, height = pixels
    least, most, n = near * near, far * far, 0
    top, bottom = line_range(y, far, height)
    left, right = block_range(x, far, per_line)
    for line in range(top, bottom):
        first, after = of_line(blocks, per_line, line, left, right, stride)
        for k in range(first, after, stride):
            dx, dy = edges[k, 0] - x, edges[k, 1] - y
            square = dx * dx + dy * dy
            chosen[n] = k
            between = (least <= square) & (square <= most)
            n += 1 if between & _aligned(edges, k, dx, dy, tangent) else 0
    return n


@bare
def _ring(pixels, x, y, low, chosen, count, rings):
    """Radius around a rough centre whose ring has edges from most directions, and their share.

    The slope of an aligned edge pixel says on which side of the centre it lies, so its own
    direction, turned round where it points inwards, serves as the sector.
    """
    edges, directions = pixels[0], pixels[1]
    inner, outer, width = _INNER * low, _OUTER * low, (_OUTER - _INNER) * low / RINGS
    rings[:] = 0
    for i in range(count):
        k = chosen[i]
        dx, dy = edges[k, 0] - x, edges[k, 1] - y
        square = dx * dx + dy * dy
        between = (inner * inner <= square) & (square < outer * outer)
        counts = between & _aligned(edges, k, dx, dy, _ROUGHLY)
        direction = np.int64(directions[k])
        turned = direction + (HALF if direction < HALF else -HALF)
        sector = direction if dx * edges[k, 2] + dy * edges[k, 3] > 0 else turned
        ring = min(max(np.int64((sqrt(square) - inner) / width), 0), RINGS - 1)
        rings[np.uint64(ring)] |= np.int64(counts) << sector
    most, at = 0, 1
    for ring in range(1, RINGS - 1):
        seen = bits_set(rings[ring - 1] | rings[ring] | rings[ring + 1])
        if seen >= most:
            most, at = seen, ring
    return inner + (at + 0.5) * width, most / BINS


@bare
def _fit(edges, chosen, count, x, y, radius, off):
    """Kåsa's circle through the aligned edge pixels at most `off` from a circle."""
    n, sx, sy, sxx, sxy, syy, sxz, syz, sz = 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    near, far = max(radius - off, 0.0) ** 2, (radius + off) ** 2
    for i in range(count):
        k = chosen[i]
        dx, dy = edges[k, 0] - x, edges[k, 1] - y
        z = dx * dx + dy * dy
        if near <= z <= far and _aligned(edges, k, dx, dy, _ALIGNED):
            n, sx, sy, sz = n + 1, sx + dx, sy + dy, sz + z
            sxx, sxy, syy = sxx + dx * dx, sxy + dx * dy, syy + dy * dy
            sxz, syz = sxz + dx * z, syz + dy * z
    if n < 8:
        return x, y, radius
    mx, my, mz = sx / n, sy / n, sz / n
    a, b, c = sxx / n - mx * mx, sxy / n - mx * my, syy / n - my * my
    d, e = sxz / n - mx * mz, syz / n - my * mz
    determinant = a * c - b * b
    if determinant <= 1e-6 * (a + c) * (a + c):
        return x, y, radius
    u, v = 0.5 * (d * c - e * b) / determinant, 0.5 * (e * a - d * b) / determinant
    if u * u + v * v > 0.25 * radius * radius:
        return x, y, radius
    return x + u, y + v, sqrt(max(mz - 2 * (u * mx + v * my) + u * u + v * v, 0.0))


@bare
def _share(pixels, x, y, radius, chosen):
    """Part of the circumference that has edges across it."""
    edges, off, seen = pixels[0], 1.0 + _OFF * radius, 0
    count = _gather(pixels, x, y, max(radius - off, 0.0), radius + off, _ALIGNED, 1, chosen)
    for i in range(count):
        seen |= _sector(edges[chosen[i], 0] - x, edges[chosen[i], 1] - y)
    return bits_set(seen) / SECTORS


@bare
def fit_circle(pixels, x, y, low, stride, chosen, rings, circle):
    """Fills `circle`: share of the circumference with edges, x, y and radius.

    Args:
        pixels: edges, directions and blocks as `find_edges` fills them, blocks per line, lines.
        x, y: a rough centre, at most a place off.
        low: smallest radius of the octave.
        stride: of edge pixels looked at, until the share is counted; a power of two.
        chosen: room for the numbers of all edge pixels.
    """
    edges = pixels[0]
    near, far = _INNER * low - 1.0, _OUTER * low + 1.0
    count = _gather(pixels, x, y, near, far, _AT_ALL, stride, chosen)
    radius, most = _ring(pixels, x, y, low, chosen, count, rings)
    circle[0] = 0.0
    if most < _WORTH:
        return
    x, y, radius = _fit(edges, chosen, count, x, y, radius, 1.0 + 0.15 * low)
    x, y, radius = _fit(edges, chosen, count, x, y, radius, 1.0 + 0.1 * low)
    x, y, radius = _fit(edges, chosen, count, x, y, radius, 1.0 + 0.08 * low)
    circle[0] = _share(pixels, x, y, radius, chosen)
    circle[1], circle[2], circle[3] = x, y, radius


@bare
def choose(circles, count):
    """Number of the ball among circles, −1 for none: the best supported, or what contains it."""
    best = -1
    for k in range(count):
        if circles[k, 0] > 0 and (best < 0 or circles[k, 0] > circles[best, 0]):
            best = k
    if best < 0:
        return -1
    around = best
    for k in range(count):
        dx, dy = circles[k, 1] - circles[best, 1], circles[k, 2] - circles[best, 2]
        larger = circles[k, 3] > _LARGER * circles[best, 3]
        supported = circles[k, 0] >= _PART_OF * circles[best, 0]
        inside = sqrt(dx * dx + dy * dy) + circles[best, 3] <= _INSIDE * circles[k, 3]
        if (
            larger
            and supported
            and inside
            and circles[k, 0] > (circles[around, 0] if around != best else 0.0)
        ):
            around = k
    return around
