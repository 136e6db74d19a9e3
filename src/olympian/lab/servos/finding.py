"""What a look at a bus finds, and what to do about it."""

from enum import StrEnum

import msgspec


class Severity(StrEnum):
    """How bad it is."""

    GOOD = "good"
    ODD = "odd"
    """It works, but not as well as it could."""
    BAD = "bad"


class BusFinding(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    severity: Severity
    what: str
    advice: str = ""
    """What to do; empty where all is well."""


def good(what: str) -> BusFinding:
    """All is well with it."""
    return BusFinding(Severity.GOOD, what)


def odd(what: str, advice: str) -> BusFinding:
    """It could be better."""
    return BusFinding(Severity.ODD, what, advice)


def bad(what: str, advice: str) -> BusFinding:
    """It cannot work like this."""
    return BusFinding(Severity.BAD, what, advice)
