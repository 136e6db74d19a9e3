"""The centre circle among points on lines, in compiled code."""

from olympian.compiled import bare, piece

__all__ = ["settle"]

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
