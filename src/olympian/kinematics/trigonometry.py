"""Small compiled pieces of trigonometry that closed forms are made of.

Roots travel as (count, cos, sin, d_cos, d_sin): the root of sign s has cosine `cos + s·d_cos` and
sine `sin + s·d_sin`. Angles are only taken at the end, because arctangents are what costs time.
"""

from math import sqrt

from numpy import pi

from olympian.compiled import piece

FREE = 3
"""Root count that means: every angle will do."""


@piece
def wrap(angle):
    """The same angle in [−π, π]. Adding and taking away 1.5·2⁵² rounds to whole turns."""
    turns = (angle * (0.5 / pi) + 6755399441055744.0) - 6755399441055744.0
    return angle - 2.0 * pi * turns


@piece
def _spread(a, b, c, square, radicand, tolerance, spread):
    """Both roots of a·cos + b·sin = c, given a² + b² and how far c² stays below it.

    `spread` parts the roots of an equation that only just fails; Newton then finds the true ones.
    """
    if square <= tolerance * tolerance:
        return (FREE if abs(c) <= 2.0 * tolerance else 0), 1.0, 0.0, 0.0, 0.0
    share = 1.0 / square
    if radicand > 0.0:
        height, along = sqrt(radicand) * share, c * share
        return 2, a * along, b * along, -b * height, a * height
    radius = sqrt(square)
    if abs(c) > radius + tolerance:
        return 0, 1.0, 0.0, 0.0, 0.0
    way = 1.0 if c > 0.0 else -1.0
    height = sqrt(2.0 * spread * tolerance * radius) * share
    return (2 if spread > 0.0 else 1), way * a / radius, way * b / radius, -b * height, a * height


@piece
def sum_root(a, b, c, tolerance, spread):
    """Angles with a·cos + b·sin = c; `tolerance` is in the unit of c."""
    square = a * a + b * b
    return _spread(a, b, c, square, square - c * c, tolerance, spread)


@piece
def two_axis_root(px, py, pz, vx, vy, vz, ca, sa, tolerance, spread):
    """Second angle of Rz(θ1)·Rx(α)·Rz(θ2)·v = p, for vectors of equal length.

    The radicand is written with the part of p across the first axis: next to that axis (the gimbal
    pose) the textbook difference of squares would lose half of all digits.
    """
    a, b, c = sa * vy, sa * vx, pz - ca * vz
    off = vz - ca * pz
    radicand = sa * sa * (px * px + py * py) - off * off
    return _spread(a, b, c, a * a + b * b, radicand, tolerance, spread)


@piece
def two_axis_first(px, py, vx, vy, vz, ca, sa, c2, s2):
    """Unscaled cosine and sine of the first angle of that equation; both zero when it is free."""
    ux = c2 * vx - s2 * vy
    uy = ca * (s2 * vx + c2 * vy) - sa * vz
    return ux * px + uy * py, ux * py - uy * px


@piece
def link_roots(x, y, first, second, slack, spread):
    """Elbow of a planar arm of two links that reaches (x, y): (count, cosine, sine of one root)."""
    cosine = (x * x + y * y - first * first - second * second) / (2.0 * first * second)
    radicand = (1.0 - cosine) * (1.0 + cosine)
    if radicand > 0.0:
        return 2, cosine, sqrt(radicand)
    if abs(cosine) > 1.0 + slack:
        return 0, 1.0, 0.0
    return (2 if spread > 0.0 else 1), (1.0 if cosine > 0.0 else -1.0), sqrt(2.0 * spread * slack)
