"""Who looks at every robot that is assembled: how a command records what it knows nothing about."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from olympian.humanoid.bare import BareHumanoid

__all__ = ["assembled", "looked_at", "onlooking_at_all", "pictures_wanted"]

Look = Callable[["BareHumanoid"], None]
_ONLOOKERS: list[tuple[Look, bool]] = []


@contextmanager
def onlooking_at_all(look: Look, pictures: bool = False) -> Iterator[None]:
    """Until the end of the block, `look` is called with every robot that is assembled here.

    Args: pictures: should simulated cameras take some, though nobody else looks at them?
    """
    _ONLOOKERS.append((look, pictures))
    try:
        yield
    finally:
        _ONLOOKERS.remove((look, pictures))


def looked_at() -> bool:
    """Does anybody look? Then robots are to be assembled in this process."""
    return bool(_ONLOOKERS)


def pictures_wanted() -> bool:
    """Does anybody look at what simulated cameras see?"""
    return any(pictures for _, pictures in _ONLOOKERS)


def assembled(robot: "BareHumanoid") -> None:
    """Show a new robot to all who look."""
    for look, _ in tuple(_ONLOOKERS):
        look(robot)
