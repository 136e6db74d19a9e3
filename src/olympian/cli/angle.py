"""Angles as people write them: radians, fractions of pi, or degrees that say so."""

import re
from math import isfinite, pi, radians

from olympian.errors import OlympianError

__all__ = ["angle"]

_PI = re.compile(r"(?P<times>[\d.]*)\s*\*?\s*(?:pi|π)(?:\s*/\s*(?P<parts>[\d.]+))?")


def angle(name: str, text: str) -> float:
    """Radians of '0.785', 'pi/4', '45deg' or '45°'."""
    words = text.strip().lower()
    for unit in ("deg", "°"):
        if words.endswith(unit):
            return radians(_number(name, text, words.removesuffix(unit)))
    if found := _PI.fullmatch(words):
        times = _number(name, text, found["times"] or "1")
        return times * pi / _number(name, text, found["parts"] or "1")
    return _number(name, text, words)


def _number(name: str, text: str, digits: str) -> float:
    try:
        value = float(digits)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or (value == 0.0 and "/" in text):
        raise OlympianError(f"{name} '{text}' is not an angle; write it as 0.785, pi/4 or 45deg")
    return value
