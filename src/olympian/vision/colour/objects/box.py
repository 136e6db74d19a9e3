"""Boxes around several regions that belong together."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from olympian.vision.colour.regions import Region

__all__ = ["Box", "box_around", "groups"]


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
