"""Numbers that fit, and codes that mean something."""

from collections.abc import Mapping
from typing import TypeVar

from olympian.errors import OlympianError

__all__ = ["NOBODY", "clipped", "kicker", "look_up"]

Word = TypeVar("Word")
NOBODY = 255
"""A team that has neither kick-off nor set play."""


def kicker(code: int, teams: tuple[int, int]) -> int | None:
    """Number of the team that kicks; None: neither, as for a dropped ball."""
    return code if code != NOBODY and code in teams else None


def clipped(value: int, least: int, most: int) -> int:
    """The nearest number from least to most."""
    return min(max(value, least), most)


def look_up(table: Mapping[int, Word], code: int, what: str) -> Word:
    """What a code means.

    Raises: OlympianError: it means nothing.
    """
    if code not in table:
        raise OlympianError(f"{what} {code} in a packet of a GameController: there is no such one")
    return table[code]
