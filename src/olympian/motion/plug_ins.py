"""What other packages add: entry points, loaded by name."""

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from olympian.breaker import Failure
from olympian.errors import OlympianError, unknown
from olympian.robot import Robot

__all__ = ["find_plug_in", "make_plug_in", "plug_in_names"]


def plug_in_names(group: str) -> tuple[str, ...]:
    """Names of a group of entry points, in order."""
    return tuple(sorted(entry_points(group=group).names))


def find_plug_in(kind: str, group: str, name: str) -> EntryPoint:
    """An entry point by name; the first one where several packages have it."""
    found = tuple(entry_points(group=group, name=name))
    if not found:
        raise unknown(kind, name, plug_in_names(group))
    return found[0]


def make_plug_in(kind: str, group: str, name: str, robot: Robot, members: Iterable[str]) -> Any:
    """What an entry point makes from a robot.

    Args:
        kind: what it is, for people.
        members: what it has to have.

    Raises: OlympianError: there is none of that name, or whatever goes wrong in it, in one line.
    """
    plug_in = find_plug_in(kind, group, name)
    try:
        made = plug_in.load()(robot)
        lacks = [member for member in members if not hasattr(made, member)]
        if lacks:
            raise TypeError(f"it makes a {type(made).__name__} without {', '.join(lacks)}")
    except OlympianError as error:
        raise OlympianError(f"{kind} '{name}': {error}") from error
    except Exception as error:
        failure = Failure.of(f"{kind} '{name}' ({plug_in.value}) cannot be made", error)
        line = f"{failure.culprit}: {failure.problem} ({failure.where})"
        raise OlympianError(line) from error
    return made
