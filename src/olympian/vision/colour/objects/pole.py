"""Poles: yellow and blue one above the other, which no goal is (thesis 4.2.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from olympian.vision.colour.objects.box import box_around, gap, groups
from olympian.vision.colour.objects.place import ToField, place_of
from olympian.vision.colour.regions import Region

LEAST_AREA = 20
SAME_WIDTH = 2.0
"""Widths of bands above each other differ by less than this factor."""
OVERLAP = 0.5
"""Share of the narrower band that lies under or over the other."""
MOST_GAP = 0.35
"""Pixels between bands by the height of the lower one: blur at their edge has neither colour."""


class PoleKind(Enum):
    """Which pole: the colour of its middle tells the sides of the field apart."""

    YELLOW_BLUE_YELLOW = "yellow-blue-yellow"
    BLUE_YELLOW_BLUE = "blue-yellow-blue"


@dataclass(frozen=True)
class SeenPole:
    """A pole in the picture, pixels."""

    kind: PoleKind
    x: float
    """Middle."""
    bottom: int
    """Last row of its lowest band."""
    bands: int
    """Bands in sight, 2 or 3."""
    at: tuple[float, float] | None
    """Its foot on the field, metres; None where it is not in sight, or no pose is known."""
    regions: tuple[Region, ...]
    """From top to bottom."""


def find_poles(
    yellow: Sequence[Region],
    blue: Sequence[Region],
    height: int,
    to_field: ToField | None = None,
) -> list[SeenPole]:
    """Bands of both colours above each other, from left to right.

    Args:
        height: rows of the frame; a pole that leaves it at the bottom shows no foot.
    """
    bands = [region for region in (*yellow, *blue) if region.area >= LEAST_AREA]
    yellows = {id(region) for region in yellow}

    def stacked(one: Region, other: Region) -> bool:
        return (id(one) in yellows) != (id(other) in yellows) and _stacked(one, other)

    poles = []
    for group in groups(bands, stacked):
        stack = sorted(group, key=lambda region: region.y)
        colours = [id(region) in yellows for region in stack]
        alternate = all(one != other for one, other in pairwise(colours))
        if len(stack) in (2, 3) and alternate:
            poles.append(_pole(stack, colours, height, to_field))
    return sorted(poles, key=lambda pole: pole.x)


def _stacked(one: Region, other: Region) -> bool:
    upper, lower = (one, other) if one.y < other.y else (other, one)
    narrow, wide = sorted((one.width, other.width))
    covered = -gap((one.left, one.right), (other.left, other.right))
    between = lower.top - upper.bottom - 1
    return (
        wide <= SAME_WIDTH * narrow
        and covered >= OVERLAP * narrow
        and abs(between) <= max(2.0, MOST_GAP * lower.height)
    )


def _pole(
    stack: list[Region], yellow: list[bool], height: int, to_field: ToField | None
) -> SeenPole:
    """The order tells which: the outer bands have one colour, so the foot's says it all.

    Where the frame's lower edge cut the foot off, the topmost band is an outer one instead.
    """
    box, foot = box_around(stack), stack[-1]
    cut = foot.bottom >= height - 1
    outer_is_yellow = yellow[0] if cut else yellow[-1]
    kind = PoleKind.YELLOW_BLUE_YELLOW if outer_is_yellow else PoleKind.BLUE_YELLOW_BLUE
    x = (foot.left + foot.right) / 2
    at = None if cut else place_of(to_field, x, box.bottom + 0.5)
    return SeenPole(kind, x, box.bottom, len(stack), at, tuple(stack))
