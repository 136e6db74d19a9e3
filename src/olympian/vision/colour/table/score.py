"""How well a table's classes agree with labels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class ClassScore:
    """One class against the labels, in pixels."""

    name: str
    pixels: int
    """So labelled."""
    recall: float | None
    """Share of those that the table found; None where there are none."""
    precision: float | None
    """Share of what the table found that is so labelled; None where it found none."""


def score_classes(
    names: Sequence[str], pairs: Iterable[tuple[NDArray[np.uint8], NDArray[np.uint8]]]
) -> list[ClassScore]:
    """Recall and precision of every class over frames.

    Args:
        names: of the classes 1, 2, …
        pairs: (found, labelled) images of codes, in the same classes.
    """
    size = len(names) + 1
    counts = np.zeros((size, size), dtype=np.int64)
    for found, labelled in pairs:
        index = labelled.astype(np.int64) * size + found
        counts += np.bincount(index.reshape(-1), minlength=size * size).reshape(size, size)
    return [
        ClassScore(name, int(counts[k].sum()), *_shares(counts, k))
        for k, name in enumerate(names, start=1)
    ]


def _shares(counts: NDArray[np.int64], k: int) -> tuple[float | None, float | None]:
    right, labelled, found = counts[k, k], counts[k].sum(), counts[:, k].sum()
    return (float(right / labelled) if labelled else None, float(right / found) if found else None)
