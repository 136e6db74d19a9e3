"""Goals, whole, in posts, or split by a keeper who stands before them (thesis 4.2.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from olympian.vision.colour.border import FieldBorder
from olympian.vision.colour.objects.box import Box, box_around, gap, groups
from olympian.vision.colour.objects.place import ToField, place_of
from olympian.vision.colour.regions import Region

LEAST_AREA = 60
LEAST_HEIGHT = 10
"""Pixels; a post is tall."""
MOST_GAP = 2.6
"""Pixels between two parts by the height of the taller: a goal is up to twice as wide as high."""
MOST_APART = 20
"""Pixels between posts by the width of one: a goal is 15 posts wide."""
LEAST_THICKNESS = 2.0
"""Pixels, on average along width and height: the rim of an orange ball is yellow, and thinner."""
LEAST_OVERLAP = 0.3
"""Share of the lower part's rows that the other part covers too."""


@dataclass(frozen=True)
class SeenGoal:
    """A goal in the picture, pixels; one part or two merged again."""

    box: Box
    parts: tuple[Region, ...]
    """From left to right; specks within the box are among them."""
    keeper: Region | None
    """What stands between two parts on the ground, if anything does."""
    feet: tuple[tuple[float, float] | None, tuple[float, float] | None]
    """Left and right end of the goal on the field, metres; None where the frame or the field's
    border do not show it, or the camera's pose is not known."""


def find_goals(
    regions: Sequence[Region],
    size: tuple[int, int],
    others: Sequence[Region] = (),
    border: FieldBorder | None = None,
    to_field: ToField | None = None,
) -> list[SeenGoal]:
    """Goals of one colour, the largest first.

    A goal's bar joins its posts. Two parts are one goal only where the frame's upper edge cut the
    bar off, or where something stands between them.

    Args:
        regions: of the goal's colour, without those that are parts of poles.
        size: rows and columns of the frame.
        others: regions that a keeper may be made of.
    """
    parts = [region for region in regions if region.area >= LEAST_AREA]
    tall = [part for part in parts if part.height >= LEAST_HEIGHT and _thick(part)]

    def one_goal(one: Region, other: Region) -> bool:
        left, right = (one, other) if one.x < other.x else (other, one)
        if one.top <= 0 and other.top <= 0:
            return _posts(one, other)
        return _side_by_side(one, other) and _keeper(left, right, others) is not None

    goals = [_goal(group, size, others, to_field) for group in groups(tall, one_goal)]
    if border is not None:
        goals = [goal for goal in goals if _stands_on_field(goal, border)]
    return sorted(goals, key=lambda goal: -goal.box.width * goal.box.height)


def _thick(region: Region) -> bool:
    return region.area >= LEAST_THICKNESS * (region.width + region.height)


def _posts(one: Region, other: Region) -> bool:
    """Whether two parts that the frame cuts off above may be the posts of one goal."""
    apart = gap((one.left, one.right), (other.left, other.right))
    return 0 < apart <= MOST_APART * max(one.width, other.width)


def _side_by_side(one: Region, other: Region) -> bool:
    tall, low = (one, other) if one.height >= other.height else (other, one)
    covered = -gap((one.top, one.bottom), (other.top, other.bottom))
    apart = gap((one.left, one.right), (other.left, other.right))
    return covered >= LEAST_OVERLAP * low.height and apart <= MOST_GAP * tall.height


def _stands_on_field(goal: SeenGoal, border: FieldBorder) -> bool:
    """A goal's feet touch the field, so its lowest part ends not far above the border."""
    margin = 4 + 0.15 * goal.box.height
    return any(border.holds(part.x, part.bottom, margin) for part in goal.parts)


def _goal(
    group: list[Region],
    size: tuple[int, int],
    others: Sequence[Region],
    to_field: ToField | None,
) -> SeenGoal:
    parts = tuple(sorted(group, key=lambda region: region.left))
    first, last = parts[0], max(parts, key=lambda region: region.right)
    rows, columns = size
    left = right = None
    if first.left > 0 and first.bottom < rows - 1:
        left = place_of(to_field, first.left, first.bottom + 0.5)
    if last.right < columns - 1 and last.bottom < rows - 1:
        right = place_of(to_field, last.right, last.bottom + 0.5)
    keeper = _keeper(first, last, others) if first is not last else None
    return SeenGoal(box_around(parts), parts, keeper, (left, right))


def _keeper(left: Region, right: Region, others: Sequence[Region]) -> Region | None:
    """The largest thing between two parts that reaches down to where they end."""
    top, foot = min(left.top, right.top), min(left.bottom, right.bottom)
    between = [
        region
        for region in others
        if left.x < region.x < right.x and region.top >= top - 2 * (foot - top)
        and region.bottom >= (top + foot) / 2 and region.height >= 0.25 * (foot - top)
    ]  # fmt: skip
    return max(between, key=lambda region: region.area, default=None)
