"""What a look at a bus finds, and what to do about it."""

from enum import StrEnum

import msgspec


class Gravity(StrEnum):
    """How bad it is."""

    GOOD = "good"
    ODD = "odd"
    """It works, but not as well as it could."""
    BAD = "bad"


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    gravity: Gravity
    what: str
    advice: str = ""
    """What to do; empty where all is well."""


def good(what: str) -> Finding:
    """All is well with it."""
    return Finding(Gravity.GOOD, what)


def odd(what: str, advice: str) -> Finding:
    """It could be better."""
    return Finding(Gravity.ODD, what, advice)


def bad(what: str, advice: str) -> Finding:
    """It cannot work like this."""
    return Finding(Gravity.BAD, what, advice)
