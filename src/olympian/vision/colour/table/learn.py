"""Classes from examples, clicked pixels or labelled frames, and how well they agree with labels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.colour.table.table import FULL, ColourTable
from olympian.vision.colour.ycrcb import CELLS, pack_frame

SPREAD = 1.0
"""Cells by which an example speaks for its neighbours in colour space: a click then covers the
cells that touch its own, which is what the noise of a camera reaches."""


@dataclass(frozen=True)
class Click:
    """A pixel that somebody says belongs to a class."""

    x: int
    y: int
    name: str


def table_from_clicks(
    clicks: Iterable[tuple[NDArray[np.uint8], Click]], spread: float = SPREAD
) -> ColourTable:
    """Table from pixels clicked in RGB frames; classes in the order of their first click."""
    votes: dict[str, NDArray[np.float64]] = {}
    for frame, click in clicks:
        height, width = frame.shape[:2]
        if not (0 <= click.x < width and 0 <= click.y < height):
            raise OlympianError(
                f"'{click.x},{click.y}={click.name}' lies outside a picture of {width} × {height}"
            )
        pixel = frame[click.y : click.y + 1, click.x : click.x + 1]
        votes.setdefault(click.name, np.zeros(CELLS))[pack_frame(pixel)[0, 0]] += 1
    if not votes:
        raise OlympianError("no pixel was named; a table needs at least one")
    return table_from_votes(list(votes), np.array(list(votes.values())), spread=spread)


def count_labels(
    frames: Iterable[tuple[NDArray[np.uint8], NDArray[np.uint8]]], classes: int
) -> NDArray[np.float64]:
    """(classes + 1, 4096) pixels of every cell by label; row 0 is of no class.

    Args:
        frames: RGB and the label of each pixel, 0 to `classes`.
    """
    votes = np.zeros((classes + 1) * CELLS, dtype=np.int64)
    for frame, labels in frames:
        index = labels.astype(np.int64) * CELLS + pack_frame(frame)
        votes += np.bincount(index.reshape(-1), minlength=len(votes))
    return votes.reshape(classes + 1, CELLS).astype(np.float64)


def table_from_votes(
    names: Sequence[str],
    votes: NDArray[np.float64],
    rivals: NDArray[np.float64] | None = None,
    spread: float = SPREAD,
) -> ColourTable:
    """Table from how often each cell was seen in each class.

    Where a cell was seen, a class's degree is its share of the votes. Elsewhere the classes of
    seen cells reach out: the degree falls with the distance, and is shared where several reach.

    Args:
        votes: (classes, 4096)
        rivals: (4096,) votes for no class at all.
        spread: standard deviation of an example's influence in Cr and Cb, cells; in luma, which
            light changes most, it is twice that.
    """
    none = np.zeros(CELLS) if rivals is None else rivals
    ballots = _weighted(np.vstack([none, votes]))
    total = ballots.sum(axis=0)
    share = np.divide(ballots, total, out=np.zeros_like(ballots), where=total > 0)
    reach = np.array([_nearness(row >= 0.5, spread) for row in share])
    sum_of_reach = reach.sum(axis=0)
    guess = np.divide(reach**2, sum_of_reach, out=np.zeros_like(reach), where=sum_of_reach > 0)
    degrees = np.where(total > 0, share, guess)[1:]
    return ColourTable(tuple(names), np.rint(degrees * FULL).astype(np.uint8))


def _weighted(votes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Votes scaled so that a class has the root of its number: a small ball beside a large field
    should be heard, but not as loud."""
    return votes / np.sqrt(np.maximum(votes.sum(axis=1, keepdims=True), 1.0))


def _nearness(seen: NDArray[np.bool_], spread: float) -> NDArray[np.float64]:
    """1 at the cells that were seen, falling with the distance to the nearest of them."""
    cube, axes = seen.astype(np.float64).reshape(16, 16, 16), (2 * spread, spread, spread)
    steps = np.subtract.outer(np.arange(16), np.arange(16))
    for axis, width in enumerate(axes):
        falling = np.exp(-0.5 * (steps / max(width, 1e-3)) ** 2)
        moved = np.moveaxis(cube, axis, 0)
        cube = np.moveaxis((falling[:, :, None, None] * moved).max(axis=1), 0, axis)
    return cube.reshape(-1)


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
