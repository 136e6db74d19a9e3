"""How much of a line is seen: the pairs of edges that it rests on, by those there is room for."""

from math import atan2, hypot

XY = tuple[float, float]
PAIR_PX = 2.0
"""Pixels from one pair of edges to the next along a line."""


def line_density(
    pairs: int, start: XY, end: XY, eye: tuple[float, float, float], focal: float
) -> float:
    """Pairs of edges by those of a whole line: chords and links between corners have few.

    Args:
        eye: the camera in the frame of both ends, metres.
        focal: length of the lens, pixels.
    """
    ax, ay = start[0] - eye[0], start[1] - eye[1]
    bx, by, z = end[0] - eye[0], end[1] - eye[1], eye[2]
    # the plane through both and the eye is seen edge on: |a × b| and a · b give the angle
    across = hypot(z * (by - ay), z * (bx - ax), ax * by - ay * bx)
    angle = atan2(across, ax * bx + ay * by + z * z)
    return pairs * PAIR_PX / max(focal * angle, 1e-9)
