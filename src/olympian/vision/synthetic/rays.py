"""One ray for each of nine points of a pixel: what it meets first, and in which colour."""

from math import cos, floor, sin, sqrt

from olympian.compiled import compiled, piece
from olympian.vision.truth import Thing

_SUN = (0.36, 0.48, 0.80)
"""Where light comes from; shades ball and boxes."""
_FAR = 60.0
"""Ground beyond this distance, metres, is not drawn."""
_NOTHING, _FIELD, _LINE, _BALL = (
    int(Thing.NOTHING),
    int(Thing.FIELD),
    int(Thing.LINE),
    int(Thing.BALL),
)


@piece
def _hash(a, b, salt):
    """A number in 0…1 that looks random but belongs to its place."""
    x = sin(12.9898 * a + 78.233 * b + 37.719 * salt) * 43758.5453
    return x - floor(x)


@piece
def _ground(x, y, strips, sizes):
    """Whether the ground at (x, y) is line, carpet or neither."""
    for k in range(len(strips)):
        inside = strips[k, 0] <= x <= strips[k, 1] and strips[k, 2] <= y <= strips[k, 3]
        if inside:
            return _LINE
    away = sqrt(x * x + y * y)
    if abs(away - sizes[0]) <= sizes[1] / 2 or away <= sizes[1]:
        return _LINE
    return _FIELD if abs(x) <= sizes[2] and abs(y) <= sizes[3] else _NOTHING


@piece
def _meet_block(o, d, blocks, b, best):
    """Distance to an upright box and the side met (0 x, 1 y, 2 z), or (best, -1)."""
    c, s = blocks[b, 8], blocks[b, 9]
    px, py = o[0] - blocks[b, 0], o[1] - blocks[b, 1]
    near, far, side = -1e9, 1e9, -1
    for axis in range(3):
        if axis == 0:
            p, v = c * px + s * py, c * d[0] + s * d[1]
        elif axis == 1:
            p, v = c * py - s * px, c * d[1] - s * d[0]
        else:
            p, v = o[2] - blocks[b, 6] - blocks[b, 5], d[2]
        if abs(v) < 1e-12:
            v = 1e-12
        one, two = (-blocks[b, 3 + axis] - p) / v, (blocks[b, 3 + axis] - p) / v
        first, last = (one, two) if one < two else (two, one)
        if first > near:
            near, side = first, axis
        far = min(far, last)
    if near < far and 1e-6 < near < best:
        return near, side
    return best, -1


@piece
def _meet_ball(o, d, ball):
    """Distance along the ray to the ball, or -1; `d` has length one."""
    x, y, z = o[0] - ball[0], o[1] - ball[1], o[2] - ball[2]
    along = x * d[0] + y * d[1] + z * d[2]
    rest = along * along - (x * x + y * y + z * z - ball[2] * ball[2])
    return -along - sqrt(rest) if rest > 0.0 else -1.0


@piece
def _ball_shade(o, d, reach, ball):
    """Share of light and whether a patch of the pattern is seen."""
    n0 = (o[0] + reach * d[0] - ball[0]) / ball[2]
    n1 = (o[1] + reach * d[1] - ball[1]) / ball[2]
    n2 = (o[2] + reach * d[2] - ball[2]) / ball[2]
    light = n0 * _SUN[0] + n1 * _SUN[1] + n2 * _SUN[2]
    c, s = cos(ball[3]), sin(ball[3])
    u, v = c * n0 + s * n2, c * n2 - s * n0
    patch = (sin(4.1 * u + 0.5) * sin(4.3 * v) * sin(4.7 * n1 + 0.3)) > 0.12
    return 0.55 + 0.45 * max(light, 0.0), 1 if patch else 0


@piece
def _floor_or_wall(origin, d, strips, sizes, seed):
    """Distance, `Thing` and colour of what stands still: ground, or panels beyond it."""
    if d[2] >= -origin[2] / _FAR:
        panel = _hash(floor(9.0 * d[0] + 7.0 * d[1]), floor(5.0 * d[2]), seed)
        return 1e8, _NOTHING, 90 + 90 * panel, 85 + 80 * panel, 80 + 85 * panel
    reach = -origin[2] / d[2]
    x, y = origin[0] + reach * d[0], origin[1] + reach * d[1]
    thing = _ground(x, y, strips, sizes)
    grain = 6.0 * _hash(floor(25 * x), floor(25 * y), seed)
    if thing == _LINE:
        return reach, thing, 225 + grain, 228 + grain, 222 + grain
    if thing == _FIELD:
        return reach, thing, 38 + grain, 118 + grain, 52 + grain
    return reach, thing, 120 + grain, 105 + grain, 95 + grain


@piece
def _look(row, column, k, origin, R, focal, strips, sizes, blocks, rgb, ball, paint, seed, size):
    """`Thing`, block and colour at point k of nine of a pixel; 4 is its centre."""
    u = (column + (k % 3 - 1) / 3 - (size[1] - 1) / 2) / focal
    v = (row + (k // 3 - 1) / 3 - (size[0] - 1) / 2) / focal
    length = sqrt(u * u + v * v + 1.0)
    d = (
        (R[0, 0] * u + R[0, 1] * v + R[0, 2]) / length,
        (R[1, 0] * u + R[1, 1] * v + R[1, 2]) / length,
        (R[2, 0] * u + R[2, 1] * v + R[2, 2]) / length,
    )
    best, thing, red, green, blue = _floor_or_wall(origin, d, strips, sizes, seed)
    which = -1
    for b in range(len(blocks)):
        across = blocks[b, 10] <= column <= blocks[b, 11]
        if across and blocks[b, 12] <= row <= blocks[b, 13]:
            reach, side = _meet_block(origin, d, blocks, b, best)
            if side >= 0:
                best, thing, which, shade = reach, int(blocks[b, 7]), b, 0.75 + 0.125 * side
                red, green, blue = rgb[b, 0] * shade, rgb[b, 1] * shade, rgb[b, 2] * shade
    if ball[2] > 0.0:
        reach = _meet_ball(origin, d, ball)
        if 0.0 < reach < best:
            shade, patch = _ball_shade(origin, d, reach, ball)
            thing, which = _BALL, -1
            red, green, blue = (
                paint[patch, 0] * shade,
                paint[patch, 1] * shade,
                paint[patch, 2] * shade,
            )
    return thing, which, red, green, blue


@piece
def _alone(things, owner, row, column):
    """Whether all eight neighbours show the same as this pixel."""
    height, width = things.shape
    for i in range(max(row - 1, 0), min(row + 2, height)):
        for j in range(max(column - 1, 0), min(column + 2, width)):
            if things[i, j] != things[row, column] or owner[i, j] != owner[row, column]:
                return False
    return things[row, column] != _BALL


@compiled
def cast(origin, R, focal, strips, sizes, blocks, rgb, ball, paint, seed, out, things, owner):
    """Fills colours (h, w, 3), things (h, w) and owners (h, w): which block, −1 for none.

    One ray through each pixel's centre; eight more where the pixel lies at a border or on the ball.

    Args:
        sizes: circle radius, line width, half length and half width of the carpet.
        blocks: (n, 14) x, y, heading, half sizes, bottom, `Thing`, cosine and sine of the heading,
            and the columns and rows of the picture they can be seen in: from, to, from, to.
        ball: x, y, radius, turn; radius 0 for none.
        paint: (2, 3) colours of the ball.
    """
    size = things.shape
    scene = (origin, R, focal, strips, sizes, blocks, rgb, ball, paint, seed, size)
    for row in range(size[0]):
        for column in range(size[1]):
            thing, which, red, green, blue = _look(row, column, 4, *scene)
            things[row, column], owner[row, column] = thing, which
            out[row, column, 0], out[row, column, 1], out[row, column, 2] = red, green, blue
    for row in range(size[0]):
        for column in range(size[1]):
            if _alone(things, owner, row, column):
                continue
            for k in range(9):
                if k != 4:
                    _, _, red, green, blue = _look(row, column, k, *scene)
                    out[row, column, 0] += red
                    out[row, column, 1] += green
                    out[row, column, 2] += blue
            for channel in range(3):
                out[row, column, channel] /= 9
