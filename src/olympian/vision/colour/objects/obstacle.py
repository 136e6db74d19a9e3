"""Obstacles: whatever dark or marked thing stands on the field, by its lowest point."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from olympian.vision.colour.border import FieldBorder
from olympian.vision.colour.objects.box import Box, box_around, gap, group_boxes
from olympian.vision.colour.objects.place import ToField, place_of
from olympian.vision.colour.regions import Region

LEAST_AREA = 25
"""Pixels of a part."""
LEAST_TOTAL = 120
"""Pixels of all parts: a shadow's rim is less."""
REACH = 0.25
"""Pixels between parts of one robot by the larger one's size: grey joints have no class."""
MOST_ACROSS = 12
"""The same sideways at most, pixels: two robots beside each other are two."""
INSIDE_PX = 3.0
"""Pixels below the field's border: who plays stands a step inside."""
MARK_AREA = 120
"""Pixels of a team's colour that are a mark, however large another robot is before it."""
HEAD_PX = 90
"""Columns of the widest part of a robot that is seen above the carpet; a dark wall has more."""
LEAST_MARKED = 0.03
"""Share of an obstacle that a team's colour needs to be its mark."""


@dataclass(frozen=True)
class SeenObstacle:
    """Something to walk around, pixels."""

    box: Box
    foot: tuple[float, float]
    """x, y of its lowest point"""
    team: str | None
    """The class of its mark, if it wears one."""
    at: tuple[float, float] | None
    """The lowest point on the field, metres; None where the frame cut it off, or without a pose."""


def find_obstacles(
    parts: Mapping[str, Sequence[Region]],
    teams: Sequence[str],
    size: tuple[int, int],
    border: FieldBorder | None = None,
    to_field: ToField | None = None,
) -> list[SeenObstacle]:
    """Groups of near parts that stand on the field, the lowest and so nearest first.

    Args:
        parts: regions by class, of all classes that robots are made of.
        teams: the classes among them that are marks.
        size: rows and columns of the frame.
    """
    named = {id(region): name for name, regions in parts.items() for region in regions}
    large = [
        region
        for some in parts.values()
        for region in some
        if region.area >= LEAST_AREA and not _is_hall(region, size, border)
    ]
    found = []
    for group in (one for some in _robots(large) for one in _sides(some, named, teams)):
        if sum(region.area for region in group) < LEAST_TOTAL:
            continue
        lowest = max(group, key=lambda region: region.bottom)
        if border is not None and not border.holds(lowest.x, lowest.bottom, -INSIDE_PX):
            continue
        whole = lowest.bottom < size[0] - 1
        foot = (lowest.left + lowest.right) / 2, float(lowest.bottom)
        at = place_of(to_field, foot[0], foot[1] + 0.5) if whole else None
        found.append(SeenObstacle(box_around(group), foot, _team(group, named, teams), at))
    return sorted(found, key=lambda obstacle: -obstacle.foot[1])


def _is_hall(part: Region, size: tuple[int, int], border: FieldBorder | None) -> bool:
    """Whether something stands behind the carpet and is too wide for a robot's head, or cut off."""
    if border is None or border.holds(part.x, part.bottom, -INSIDE_PX):
        return False
    return part.width > HEAD_PX or part.left <= 0 or part.right >= size[1] - 1


def _robots(parts: list[Region]) -> list[list[Region]]:
    """Parts that are near each other, directly or over others."""
    boxes = np.array([part[4:] for part in parts], dtype=np.int64).reshape(-1, 4)
    labels = np.empty(len(parts), dtype=np.int64)
    count = group_boxes(boxes, REACH, MOST_ACROSS, labels)
    found: list[list[Region]] = [[] for _ in range(count)]
    for part, label in zip(parts, labels.tolist(), strict=True):
        found[label].append(part)
    return found


def _sides(
    group: list[Region], named: Mapping[int, str], teams: Sequence[str]
) -> list[list[Region]]:
    """Robots of both teams that stand before each other: each part goes to the nearest mark."""
    marks = [[part for part in group if named[id(part)] == team] for team in teams]
    total = sum(part.area for part in group)
    enough = min(LEAST_MARKED * total, MARK_AREA)  # the farther one is small beside the nearer
    worn = [some for some in marks if sum(mark.area for mark in some) >= enough]
    if len(worn) < 2:
        return [group]
    sides = [list(some) for some in worn]
    for part in group:
        if not any(part is mark for some in worn for mark in some):
            nearest = min(
                range(len(worn)), key=lambda side: min(_apart(part, mark) for mark in worn[side])
            )
            sides[nearest].append(part)
    return sides


def _apart(one: Region, other: Region) -> tuple[int, float]:
    """Pixels between two boxes, across or down, whichever is more; and between their middles."""
    across = gap((one.left, one.right), (other.left, other.right))
    down = gap((one.top, one.bottom), (other.top, other.bottom))
    return max(across, down, 0), hypot(one.x - other.x, one.y - other.y)


def _team(group: list[Region], named: dict[int, str], teams: Sequence[str]) -> str | None:
    areas = {
        team: sum(region.area for region in group if named[id(region)] == team) for team in teams
    }
    best = max(areas, key=lambda team: areas[team], default=None)
    total = sum(region.area for region in group)
    return best if best is not None and areas[best] >= LEAST_MARKED * total else None
