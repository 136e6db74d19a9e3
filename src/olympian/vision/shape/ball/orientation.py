"""Eighteen directions of a gradient, 20° each, without an angle being computed."""

from math import pi, tan

from olympian.compiled import piece

__all__ = ["BINS", "orientation"]

BINS = 18
_UNIT = 1024
_TANGENTS = tuple(round(_UNIT * tan(k * pi / 9)) for k in (1, 2, 3, 4))
"""Of 20°, 40°, 60° and 80°, in 1024ths."""


@piece
def orientation(gx, gy):
    """Number of the direction of (gx, gy): 0 for 0° to 20° from x towards y, up to 17."""
    x, y = _UNIT * abs(gy), abs(gx)
    k = (
        (1 if x >= _TANGENTS[0] * y else 0)
        + (1 if x >= _TANGENTS[1] * y else 0)
        + (1 if x >= _TANGENTS[2] * y else 0)
        + (1 if x >= _TANGENTS[3] * y else 0)
    )
    half = k if gx >= 0 else 8 - k
    return half if gy >= 0 else 17 - half
