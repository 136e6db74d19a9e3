"""Goal posts that were seen in the last seconds."""

from collections.abc import Sequence

from olympian.geometry import Place

__all__ = ["PostMemory"]

LASTS, ONE = 6.0, 0.4
"""Seconds for which a post is kept, and metres within which two sights are of one."""
TWICE = 2
"""Sights after which one is believed."""
NEW = 0.3
"""Share of a sight in the place of a post."""


class PostMemory:
    """Posts do not move, so a mean of their sights will do; engine with `step` and `reset`."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """None was seen."""
        self._kept: list[tuple[float, float, float, int]] = []

    @property
    def known(self) -> list[tuple[float, float]]:
        """x and y of those that were seen more than once."""
        return [(x, y) for x, y, _, count in self._kept if count >= TWICE]

    def step(self, t: float, places: Sequence[Place]) -> None:
        """One more picture. Args: places: of posts, in the axes of the odometry."""
        self._kept = [one for one in self._kept if t - one[2] < LASTS]
        for place in places:
            near = [
                index
                for index, (x, y, _, _) in enumerate(self._kept)
                if (x - place.x) ** 2 + (y - place.y) ** 2 < ONE**2
            ]
            if not near:
                self._kept.append((place.x, place.y, t, 1))
                continue
            x, y, _, count = self._kept[near[0]]
            mean = (x + NEW * (place.x - x), y + NEW * (place.y - y))
            self._kept[near[0]] = (*mean, t, count + 1)
