"""Numbers that a driver typed, each with a name to complain about."""

from collections.abc import Sequence
from math import isfinite

from olympian.errors import OlympianError

__all__ = ["read_number", "read_numbers"]


def read_number(name: str, text: str) -> float:
    """One number; a comma is a decimal point on many keyboards."""
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        raise OlympianError(f"{name} '{text.strip()}' is not a number, as in 1.5") from None
    if not isfinite(value):
        raise OlympianError(f"{name} '{text.strip()}' is not finite")
    return value


def read_numbers(names: Sequence[str], words: Sequence[str]) -> list[float]:
    """As many numbers as there are names."""
    if len(words) != len(names):
        said = " ".join(words)
        raise OlympianError(f"'{said}' is not {len(names)} numbers: {' '.join(names)}")
    return [read_number(name, word) for name, word in zip(names, words, strict=True)]
