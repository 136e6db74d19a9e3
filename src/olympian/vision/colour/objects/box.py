"""Boxes around several regions that belong together."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from olympian.compiled import bare
from olympian.vision.colour.regions import Region

LEFT, TOP, RIGHT, BOTTOM = range(4)


@bare
def group_boxes(boxes, reach, across, labels):
    """Number of groups of near boxes; each box's group is written to `labels`.

    Args:
        boxes: (n, 4) left, top, right, bottom.
        reach: pixels between boxes of one group, by the longest side of both.
        across: the same sideways at most, pixels.
        labels: (n,) out.
    """
    count = boxes.shape[0]
    for box in range(count):
        labels[box] = -1
    groups = 0
    for seed in range(count):
        if labels[seed] >= 0:
            continue
        labels[seed] = groups
        grew = True
        while grew:
            grew = False
            for box in range(count):
                if labels[box] < 0 and _touches(boxes, labels, box, groups, reach, across):
                    labels[box] = groups
                    grew = True
        groups += 1
    return groups


@bare
def _touches(boxes, labels, box, group, reach, across):
    """Whether a box is near one of a group."""
    for other in range(boxes.shape[0]):
        if labels[other] == group and _near(boxes[box], boxes[other], reach, across):
            return True
    return False


@bare
def _near(one, other, reach, across):
    side = max(one[RIGHT] - one[LEFT], one[BOTTOM] - one[TOP])
    side = max(side, max(other[RIGHT] - other[LEFT], other[BOTTOM] - other[TOP])) + 1
    far = reach * side + 2
    sideways = max(one[LEFT], other[LEFT]) - min(one[RIGHT], other[RIGHT]) - 1
    down = max(one[TOP], other[TOP]) - min(one[BOTTOM], other[BOTTOM]) - 1
    return sideways <= min(far, across) and down <= far


@dataclass(frozen=True)
class Box:
    """Outermost pixels, all included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1


def box_around(regions: Iterable[Region]) -> Box:
    """The smallest box that holds them all."""
    _, _, _, _, lefts, tops, rights, bottoms = zip(*regions, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def groups(
    regions: Sequence[Region], together: Callable[[Region, Region], bool]
) -> list[list[Region]]:
    """Regions that belong together, directly or over others."""
    left, found = list(regions), []
    while left:
        group = [left.pop()]
        for member in group:  # grows while it is walked through
            joined = [region for region in left if together(member, region)]
            left = [region for region in left if region not in joined]
            group += joined
        found.append(group)
    return found


def gap(first: tuple[int, int], second: tuple[int, int]) -> int:
    """Pixels between two ranges; negative by how much they overlap."""
    return max(first[0], second[0]) - min(first[1], second[1]) - 1
