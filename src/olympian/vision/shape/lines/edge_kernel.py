"""Edges of the picture as edges on the field, in compiled code: where, which way, how blurred."""

from math import hypot, isfinite

from olympian.compiled import bare
from olympian.vision.shape.grid.representer_kernel import BIT, EX, EY, X, Y


@bare
def edge_places(chains, keep, step_px, pixels):
    """Fills `pixels` (3, n, 2) with kept representers, a step along and one to their bright side.

    Returns how many are kept.
    """
    n = 0
    for i in range(len(chains)):
        if not keep[i]:
            continue
        x, y = chains[i, X] / BIT, chains[i, Y] / BIT
        ex, ey = float(chains[i, EX]), float(chains[i, EY])
        length = hypot(ex, ey)
        ex, ey = ex / length, ey / length
        pixels[0, n, 0], pixels[0, n, 1] = x, y
        pixels[1, n, 0], pixels[1, n, 1] = x + step_px * ex, y + step_px * ey
        pixels[2, n, 0], pixels[2, n, 1] = x + ey, y - ex
        n += 1
    return n


@bare
def edges_on_field(places, reach, at, along, normal, step):
    """Edges whose three places are on the field, at most `reach` from step to step.

    Returns how many; fills where they are, the way along, the way to the bright side, and the step.

    Args:
        places: (3, n, 2) of `edge_places` on the field, metres; NaN where no ground is seen.
    """
    count = 0
    for i in range(places.shape[1]):
        x, y = places[0, i, 0], places[0, i, 1]
        ahead_x, ahead_y = places[1, i, 0] - x, places[1, i, 1] - y
        inside_x, inside_y = places[2, i, 0] - x, places[2, i, 1] - y
        length = hypot(ahead_x, ahead_y)
        seen = isfinite(x + ahead_x + inside_x) and isfinite(y + ahead_y + inside_y)
        if not seen or length >= reach or length <= 0.0:
            continue
        u, v = ahead_x / length, ahead_y / length
        side = 1.0 if u * inside_y - v * inside_x >= 0.0 else -1.0
        at[count, 0], at[count, 1] = x, y
        along[count, 0], along[count, 1] = u, v
        normal[count, 0], normal[count, 1] = -side * v, side * u
        step[count] = length
        count += 1
    return count
