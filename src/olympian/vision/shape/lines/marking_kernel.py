"""Points on the middle of lines and the centre of a circle: each is compared with each other."""

from math import hypot, isnan

from olympian.compiled import bare, piece
from olympian.vision.shape.lines.edge_kernel import edges_on_field

_ACROSS = 0.35
"""Cosine of the angle between a point's line and its radius up to which it lies along a circle."""
_FLAT = 1e-12
"""Determinant, by the square of the spread, of points that are all in one line."""


@piece
def _on_circle(at, along, centre, radius, off, used):
    """Marks the points that lie on a circle and along it; returns how many."""
    count = 0
    for i in range(len(at)):
        dx, dy = at[i, 0] - centre[0], at[i, 1] - centre[1]
        away = (dx * dx + dy * dy) ** 0.5
        across = abs(dx * along[i, 0] + dy * along[i, 1]) < _ACROSS * away
        used[i] = across and abs(away - radius) < off
        count += 1 if used[i] else 0
    return count


@piece
def _centre(at, used, count, centre):
    """Kåsa's centre of the circle through the points in use; false where they are in one line."""
    mx, my = 0.0, 0.0
    for i in range(len(at)):
        if used[i]:
            mx, my = mx + at[i, 0], my + at[i, 1]
    mx, my = mx / count, my / count
    a, b, c, d, e = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(len(at)):
        if used[i]:
            u, v = at[i, 0] - mx, at[i, 1] - my
            z = u * u + v * v
            a, b, c, d, e = a + u * u, b + u * v, c + v * v, d + u * z, e + v * z
    determinant = a * c - b * b
    if determinant <= _FLAT * (a + c) * (a + c):
        return False
    centre[0] = mx + 0.5 * (d * c - e * b) / determinant
    centre[1] = my + 0.5 * (e * a - d * b) / determinant
    return True


@bare
def settle(at, along, radius, off, fewest, centre, used):
    """Moves a rough centre to that of the points on its circle, three times over.

    Returns how many points that are, and marks them in `used`; 0 where they are too few.
    """
    count = 0
    for _ in range(3):
        count = _on_circle(at, along, centre, radius, off, used)
        if count < fewest or not _centre(at, used, count, centre):
            used[:] = False
            return 0
    return count


ROOM = 5
"""Pairs of numbers per edge that `middles` works with."""


@bare
def pair_edges(at, along, normal, slack, low, high, facing, middle):
    """Middle between each edge and the nearest one that faces it, NaN where none does.

    Args:
        normal: towards the bright side.
        slack: how far the other may be along the edge.
        low, high: least and most width.
        facing: cosine of the largest angle between the two.
    """
    for i in range(len(at)):
        nearest, half = slack[i], 0.0
        for j in range(len(at)):
            dx, dy = at[j, 0] - at[i, 0], at[j, 1] - at[i, 1]
            across = normal[i, 0] * dx + normal[i, 1] * dy
            if across <= low or across >= high:
                continue
            beside = abs(along[i, 0] * dx + along[i, 1] * dy)
            turned = normal[i, 0] * normal[j, 0] + normal[i, 1] * normal[j, 1]
            if beside < nearest and turned < -facing:
                nearest, half = beside, 0.5 * across
        found = half > 0.0
        middle[i, 0] = at[i, 0] + half * normal[i, 0] if found else float("nan")
        middle[i, 1] = at[i, 1] + half * normal[i, 1] if found else float("nan")


@bare
def middles(places, reach, low, high, facing, room, at, along, width):
    """Fills points on the middle of lines, the way along, and how wide; returns how many.

    Args:
        places, reach: see `edges_on_field`.
        low, high, facing: see `pair_edges`.
        room: (5, n, 2)
    """
    slack = room[3].reshape(-1)
    n = edges_on_field(places, reach, room[0], room[1], room[2], slack)
    edge, way, normal, middle = room[0, :n], room[1, :n], room[2, :n], room[4, :n]
    for i in range(n):
        slack[i] = 0.03 + 4 * slack[i]
    pair_edges(edge, way, normal, slack, low, high, facing, middle)
    found = 0
    for i in range(n):
        if not isnan(middle[i, 0]):
            at[found, 0], at[found, 1] = middle[i, 0], middle[i, 1]
            along[found, 0], along[found, 1] = way[i, 0], way[i, 1]
            width[found] = 2.0 * hypot(middle[i, 0] - edge[i, 0], middle[i, 1] - edge[i, 1])
            found += 1
    return found


@bare
def densest(x, y, reach, centre):
    """Fills `centre` with the mean of those around the place that has most of them in `reach`."""
    most, best, square = 0, 0, reach * reach
    for i in range(len(x)):
        count = 0
        for j in range(len(x)):  # without a branch: several at once
            dx, dy = x[j] - x[i], y[j] - y[i]
            count += 1 if dx * dx + dy * dy < square else 0
        if count > most:
            most, best = count, i
    centre[0], centre[1] = 0.0, 0.0
    for j in range(len(x)):
        dx, dy = x[j] - x[best], y[j] - y[best]
        if dx * dx + dy * dy < square:
            centre[0], centre[1] = centre[0] + x[j], centre[1] + y[j]
    centre[0], centre[1] = centre[0] / max(most, 1), centre[1] / max(most, 1)


@bare
def rough_circle(at, along, radius, scatter, off, fewest, room, centre, used):
    """Centre of the circle of `radius` on which most points lie; returns how many, see `settle`.

    Args:
        scatter: of the centres that points stand for, one radius aside, either way.
        room: (2, 2 n)
    """
    n = len(at)
    for i in range(n):
        right, down = -radius * along[i, 1], radius * along[i, 0]
        room[0, i], room[0, n + i] = at[i, 0] + right, at[i, 0] - right
        room[1, i], room[1, n + i] = at[i, 1] + down, at[i, 1] - down
    densest(room[0], room[1], scatter, centre)
    return settle(at, along, radius, off, fewest, centre, used)
