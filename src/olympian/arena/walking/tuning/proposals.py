"""What CMA-ES proposes next, from the values of all generations before."""

from collections.abc import Iterator, Mapping, Sequence
from math import exp, log
from typing import Any

import numpy as np

from olympian.arena.walking.tuning.header import StudyHeader
from olympian.arena.walking.tuning.space import Range
from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.install_hint import install_hint

Tried = tuple[Mapping[str, float], float]
"""Values of a candidate, and what came of them."""
SEED_STEP = 1_000_003
"""Seeds of two studies must not meet: a prime far above the number of generations."""


def proposals(
    header: StudyHeader[Any, Any], before: Sequence[Sequence[Tried]]
) -> Iterator[dict[str, float]]:
    """Candidates of the generation that follows those `before`, one after another.

    The search is gone through anew from its start, and chance has a seed in every generation:
    whoever goes on after an interruption proposes what would have been proposed without it.
    """
    try:
        from cmaes import CMA
    except ImportError:
        raise OlympianError(f"tuning needs cmaes: {install_hint('tune')}") from None
    space = header.space
    search = CMA(
        mean=np.array([_share(one, one.start) for one in space]),
        sigma=header.spread,
        bounds=np.tile([0.0, 1.0], (len(space), 1)),
        n_max_resampling=10 * len(space),
        seed=(header.seed * SEED_STEP + len(before)) % 2**32,
        population_size=header.population,
    )
    for generation in before:
        search.tell([(_shares(space, values), value) for values, value in generation])
    while True:
        point = search.ask()
        yield {one.key: _value(one, float(share)) for one, share in zip(space, point, strict=True)}


def _shares(space: Sequence[Range], values: Mapping[str, float]) -> Vec:
    return np.array([_share(one, values[one.key]) for one in space])


def _share(one: Range, value: float) -> float:
    """Where in its range a value lies, 0 to 1."""
    low, high = _ends(one)
    share = ((log(value) if one.log else value) - low) / (high - low)
    return min(max(share, 0.0), 1.0)


def _value(one: Range, share: float) -> float:
    low, high = _ends(one)
    value = low + share * (high - low)
    return min(max(exp(value) if one.log else value, one.low), one.high)


def _ends(one: Range) -> tuple[float, float]:
    return (log(one.low), log(one.high)) if one.log else (one.low, one.high)
