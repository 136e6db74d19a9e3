"""The ball, from regions of its colour."""

from collections.abc import Iterable
from dataclasses import dataclass

from olympian.vision.colour.border import FieldBorder
from olympian.vision.colour.objects.place import ToField, place_of
from olympian.vision.colour.regions import Region

LEAST_AREA = 12
"""Pixels; a smaller ball is farther than anybody kicks, and noise looks like it."""
LEAST_FILL = 0.55
"""A disc fills 0.785 of its box, half a one still as much; a shoe or a bar less."""
MOST_STRETCH = 2.2
"""Longer side of the box by the shorter: a ball half hidden has 2."""


@dataclass(frozen=True)
class SeenBall:
    """A ball in the picture, pixels; metres where the camera's pose is known."""

    x: float
    y: float
    radius: float
    at: tuple[float, float] | None
    """Where it touches the ground; None where the frame cut that off, or no pose is known."""


def find_ball(
    regions: Iterable[Region],
    size: tuple[int, int],
    border: FieldBorder | None = None,
    to_field: ToField | None = None,
) -> SeenBall | None:
    """The largest region of the ball's colour that looks like one and lies on the field.

    Args:
        regions: of the ball's colour.
        size: rows and columns of the frame.
    """
    balls = [region for region in regions if _looks_like_a_ball(region)]
    if border is not None:
        balls = [region for region in balls if border.holds(region.x, region.bottom)]
    if not balls:
        return None
    best = max(balls, key=lambda region: region.area)
    radius, (rows, columns) = max(best.width, best.height) / 2, size
    x = _middle(best.left, best.right, radius, columns)
    y = _middle(best.top, best.bottom, radius, rows)
    whole = best.bottom < rows - 1
    return SeenBall(x, y, radius, place_of(to_field, x, best.bottom + 0.5) if whole else None)


def _middle(first: int, last: int, radius: float, length: int) -> float:
    """Middle of a ball along one axis; where the frame cuts one end off, the other end counts."""
    if first <= 0 < length - 1 - last:
        return last + 0.5 - radius
    if last >= length - 1 and first > 0:
        return first - 0.5 + radius
    return (first + last) / 2


def _looks_like_a_ball(region: Region) -> bool:
    if region.area < LEAST_AREA or region.fill < LEAST_FILL:
        return False
    sides = region.width, region.height
    return max(sides) <= MOST_STRETCH * min(sides)
