"""The one exception users meet: a sentence that names the culprit and the alternatives."""

from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.65
"""Likeness of a name that may be meant: 'tow' is 0.67 like 'two', 'mars' only 0.6 like 'stairs'."""


class OlympianError(Exception):
    """Something outside the program is wrong; the message is one line a user can act on."""


def unknown(kind: str, name: str, alternatives: Iterable[str]) -> OlympianError:
    """Error for a name nobody has defined, with the nearest spelling first."""
    names = sorted(alternatives)
    near = get_close_matches(name, names, n=1, cutoff=NEAR)
    hint = f", did you mean '{near[0]}'?" if near else ";"
    return OlympianError(f"unknown {kind} '{name}'{hint} choose from {', '.join(names) or 'none'}")
