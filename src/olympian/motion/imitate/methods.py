"""Ways of imitating by name."""

from collections.abc import Callable

from olympian.errors import unknown
from olympian.motion.imitate.arms import Reading
from olympian.motion.imitate.holy import HolyMapping
from olympian.motion.imitate.mapping import Mapping
from olympian.motion.imitate.whole_body import WholeBodyMapping
from olympian.robot import Robot

__all__ = ["METHODS", "make_mapping"]

METHODS: dict[str, Callable[[Robot], Mapping]] = {
    "holy": lambda robot: HolyMapping(robot, Reading.EXACT),
    "published": lambda robot: HolyMapping(robot, Reading.PUBLISHED),
    "whole-body": WholeBodyMapping,
}
"""`published` reads HOly's two angles as roll and pitch of a pose row, with the error that has."""


def make_mapping(name: str, robot: Robot) -> Mapping:
    """The method called `name` for a robot."""
    if name not in METHODS:
        raise unknown("method", name, METHODS)
    return METHODS[name](robot)
