"""What takes long about markings: everything that compares each point with each other one."""

from math import atan2, cos, hypot, sin

from olympian.kinematics.compiled import bare, piece

__all__ = ["densest", "next_line", "pair_edges"]


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
def densest(places, reach, centre):
    """Fills `centre` with the mean of those around the place that has most of them in `reach`."""
    most, best, square = 0, 0, reach * reach
    for i in range(len(places)):
        x, y, count = places[i, 0], places[i, 1], 0
        for j in range(len(places)):  # without a branch: several at once
            dx, dy = places[j, 0] - x, places[j, 1] - y
            count += 1 if dx * dx + dy * dy < square else 0
        if count > most:
            most, best = count, i
    centre[0], centre[1] = 0.0, 0.0
    for j in range(len(places)):
        dx, dy = places[j, 0] - places[best, 0], places[j, 1] - places[best, 1]
        if dx * dx + dy * dy < square:
            centre[0], centre[1] = centre[0] + places[j, 0], centre[1] + places[j, 1]
    centre[0], centre[1] = centre[0] / max(most, 1), centre[1] / max(most, 1)


@piece
def _fit(at, used):
    """Middle and direction of the points in use, by the longest axis of their spread."""
    n, x, y = 0, 0.0, 0.0
    for i in range(len(at)):
        if used[i]:
            n, x, y = n + 1, x + at[i, 0], y + at[i, 1]
    x, y = x / max(n, 1), y / max(n, 1)
    xx = xy = yy = 0.0
    for i in range(len(at)):
        if used[i]:
            dx, dy = at[i, 0] - x, at[i, 1] - y
            xx, xy, yy = xx + dx * dx, xy + dx * dy, yy + dy * dy
    turn = 0.5 * atan2(2.0 * xy, xx - yy)
    return x, y, cos(turn), sin(turn)


@piece
def _best_of(at, along, left, off, turn):
    """The point whose line has most others on it, and how many; −1 where none are left."""
    best, most = -1, 0
    for i in range(len(at)):
        if not left[i]:
            continue
        count, x, y, u, v = 0, at[i, 0], at[i, 1], along[i, 0], along[i, 1]
        for j in range(len(at)):
            count += 1 if left[j] and _on(at, along, j, x, y, u, v, off, turn) else 0
        if count > most:
            best, most = i, count
    return best, most


@piece
def _on(at, along, j, x, y, u, v, off, turn):
    """Whether point `j` lies on the line through (x, y) along (u, v), and along it."""
    if abs(u * (at[j, 1] - y) - v * (at[j, 0] - x)) >= off:
        return False
    return abs(u * along[j, 0] + v * along[j, 1]) > turn


@bare
def next_line(at, along, left, off, turn, fewest, used, line):
    """The line through most points of those `left`, which it takes from them; false if none is.

    Fills `used` with its points and `line` with its middle and direction.
    """
    best, most = _best_of(at, along, left, off, turn)
    if most < fewest:
        return False
    x, y, u, v = at[best, 0], at[best, 1], along[best, 0], along[best, 1]
    for j in range(len(at)):
        used[j] = left[j] and _on(at, along, j, x, y, u, v, off, turn)
    line[0], line[1], line[2], line[3] = _fit(at, used)
    for j in range(len(at)):
        if used[j]:
            left[j] = False  # whatever becomes of the fit: so it ends
    for _ in range(2):
        any_left = False
        for j in range(len(at)):
            fits = _on(at, along, j, line[0], line[1], line[2], line[3], off, turn)
            dx, dy = at[j, 0] - line[0], at[j, 1] - line[1]
            close = abs(line[2] * dy - line[3] * dx) < 0.5 * off
            used[j] = (fits and (left[j] or used[j])) or (used[j] and close)
            any_left |= used[j]
        if any_left:
            line[0], line[1], line[2], line[3] = _fit(at, used)
    for j in range(len(at)):
        if used[j]:
            left[j] = False
    return hypot(line[2], line[3]) > 0.0
