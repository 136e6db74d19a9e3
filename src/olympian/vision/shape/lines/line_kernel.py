"""Straight lines among points, in compiled code: the fullest first, then what is left.

Points are four rows of numbers: x, y, and the way along their line, whose sign is nothing.
"""

from math import atan2, cos, sin

from olympian.compiled import bare, piece


@piece
def _fit(points, n, used):
    """Middle and direction of the points in use, by the longest axis of their spread."""
    count, x, y = 0, 0.0, 0.0
    for i in range(n):
        if used[i]:
            count, x, y = count + 1, x + points[0, i], y + points[1, i]
    x, y = x / max(count, 1), y / max(count, 1)
    xx = xy = yy = 0.0
    for i in range(n):
        if used[i]:
            dx, dy = points[0, i] - x, points[1, i] - y
            xx, xy, yy = xx + dx * dx, xy + dx * dy, yy + dy * dy
    turn = 0.5 * atan2(2.0 * xy, xx - yy)
    return x, y, cos(turn), sin(turn)


@piece
def _on(points, j, x, y, u, v, off, turn):
    """Whether point `j` lies on the line through (x, y) along (u, v), and along it."""
    aside = abs(u * (points[1, j] - y) - v * (points[0, j] - x))
    return (aside < off) & (abs(u * points[2, j] + v * points[3, j]) > turn)


@bare
def _count(points, n, x, y, u, v, off, turn):
    """How many points lie on a line: without a branch, several at once."""
    count = 0
    for j in range(n):
        count += 1 if _on(points, j, x, y, u, v, off, turn) else 0
    return count


@bare
def next_line(points, n, off, turn, fewest, own, gone, line):
    """The line through most of the first `n` points; false where none has `fewest`.

    Fills `line` with its middle and direction, `own` with which points are its, and `gone` with
    which are no use for another line: its own, and those it began with.
    """
    best, most = -1, 0
    for i in range(n):
        x, y, u, v = points[0, i], points[1, i], points[2, i], points[3, i]
        count = _count(points, n, x, y, u, v, off, turn)
        if count > most:
            best, most = i, count
    if most < fewest or best < 0:
        return False
    x, y, u, v = points[0, best], points[1, best], points[2, best], points[3, best]
    for j in range(n):
        own[j] = gone[j] = _on(points, j, x, y, u, v, off, turn)
    x, y, u, v = _fit(points, n, own)
    for _ in range(2):
        any_left = False
        for j in range(n):
            close = abs(u * (points[1, j] - y) - v * (points[0, j] - x)) < 0.5 * off
            fits = _on(points, j, x, y, u, v, off, turn)
            own[j] = (fits and (own[j] or not gone[j])) or (own[j] and close)
            any_left |= own[j]
        if any_left:
            x, y, u, v = _fit(points, n, own)
    for j in range(n):
        gone[j] |= own[j]
    line[0], line[1], line[2], line[3] = x, y, u, v
    return True


@piece
def _sorted_places(points, n, own, line, places):
    """Where on a line its points are, in order; returns how many. Neighbours come as such."""
    count = 0
    for j in range(n):
        if own[j]:
            place = (points[0, j] - line[0]) * line[2] + (points[1, j] - line[1]) * line[3]
            k = count
            while k > 0 and places[k - 1] > place:
                places[k] = places[k - 1]
                k -= 1
            places[k] = place
            count += 1
    return count


@piece
def _pieces(places, count, line, gap, shortest, fewest, lines, found):
    """Adds the parts of a line without large gaps; returns how many parts there are by now."""
    first = 0
    for k in range(1, count + 1):
        if k < count and places[k] - places[k - 1] <= gap:
            continue
        begin, end = places[first], places[k - 1]
        if k - first >= fewest and end - begin >= shortest:
            lines[found, 0], lines[found, 1] = line[0] + begin * line[2], line[1] + begin * line[3]
            lines[found, 2], lines[found, 3] = line[0] + end * line[2], line[1] + end * line[3]
            lines[found, 4] = k - first
            found += 1
        first = k
    return found


@bare
def find_lines(at, along, used, setting, points, marks, line, lines):
    """The line through most points, then the one through most of what is left; returns how many.

    Args:
        used: (n,) which points are something else's.
        setting: how far off a line, and cosine of how much turned, a point may be; least points;
            largest gap and least length of a line.
        points: room, (5, n); `marks` likewise, (2, n).
        lines: (n, 5) out: both ends, and points.
    """
    off, turn, fewest, gap, shortest = setting
    n, found = 0, 0
    for i in range(len(at)):
        if not used[i]:
            points[0, n], points[1, n] = at[i, 0], at[i, 1]
            points[2, n], points[3, n] = along[i, 0], along[i, 1]
            n += 1
    own, gone, places = marks[0], marks[1], points[4]
    while next_line(points, n, off, turn, fewest, own, gone, line):
        count = _sorted_places(points, n, own, line, places)
        found = _pieces(places, count, line, gap, shortest, fewest, lines, found)
        kept = 0
        for j in range(n):
            if not gone[j]:
                for k in range(4):
                    points[k, kept] = points[k, j]
                kept += 1
        n = kept
    return found
