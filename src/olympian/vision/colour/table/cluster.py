"""Classes without a teacher: k-means over the colours of some frames, then names for them."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.colour.table.analytic import GAME_COLOURS
from olympian.vision.colour.table.table import FULL, ColourTable
from olympian.vision.colour.ycrcb import CELLS, cell_centres, pack_frame

ROUNDS = 100
"""Lloyd's rounds at most; colours settle in ten to thirty."""
TRIES = 8
"""Beginnings, of which the tightest end is kept: k-means may stop in a poor one."""
LUMA_WEIGHT = 0.5
"""Light changes luma more than hue, so luma counts half."""
REACH = 40.0
"""Levels from a cluster's centre beyond which a colour is nobody's, at least."""


@dataclass(frozen=True)
class Cluster:
    """Colours that lie together."""

    centre: tuple[float, float, float]
    """Y, Cr, Cb, 0 to 255."""
    share: float
    """Of all pixels."""
    spread: float
    """Root mean square distance from the centre, levels."""
    name: str | None
    """The game's colour that its centre is most likely; None where it is none of them."""


def count_colours(frames: Iterable[NDArray[np.uint8]]) -> NDArray[np.float64]:
    """(4096,) pixels of each 12-bit colour."""
    counts = np.zeros(CELLS)
    for frame in frames:
        counts += np.bincount(pack_frame(frame).reshape(-1), minlength=CELLS)
    return counts


def cluster_colours(
    counts: NDArray[np.float64], clusters: int, random: np.random.Generator
) -> list[Cluster]:
    """k-means of the colours that occur, the largest cluster first.

    A colour counts by the root of its pixels, or a ball would have no say beside the field.

    Args:
        counts: (4096,) pixels of each 12-bit colour.
    """
    seen = np.flatnonzero(counts)
    if not 1 <= clusters <= len(seen):
        raise OlympianError(
            f"{clusters} clusters of {len(seen)} colours; choose from 1 to {len(seen)}"
        )
    points, weights = _space(cell_centres()[seen]), np.sqrt(counts[seen])
    tries = [
        _settle(points, weights, _seeds(points, weights, clusters, random)) for _ in range(TRIES)
    ]
    centres = min(tries, key=lambda some: float(weights @ _distances(points, some).min(axis=1)))
    owner = _distances(points, centres).argmin(axis=1)
    found = [_cluster(points, counts[seen], owner == k, centres[k]) for k in range(clusters)]
    return sorted(found, key=lambda cluster: -cluster.share)


def table_from_clusters(clusters: list[Cluster]) -> ColourTable:
    """Table of the named clusters; clusters of one name are one class.

    The degree is that of fuzzy c-means: nearness to a class's clusters against nearness to all.
    """
    names = sorted({cluster.name for cluster in clusters if cluster.name is not None})
    if not names:
        raise OlympianError(f"none of {len(clusters)} clusters is a colour of the game")
    centres = _space(np.array([cluster.centre for cluster in clusters]))
    away = _distances(_space(cell_centres()), centres)
    nearness = 1.0 / np.maximum(away, 1.0)
    share = nearness / nearness.sum(axis=1, keepdims=True)
    reach = np.array([max(3 * cluster.spread, REACH) for cluster in clusters])
    share[away > reach**2] = 0.0
    degrees = np.array([share[:, [c.name == name for c in clusters]].sum(axis=1) for name in names])
    return ColourTable(tuple(names), np.rint(degrees * FULL).astype(np.uint8))


def _space(ycrcb: NDArray[np.float64]) -> NDArray[np.float64]:
    return ycrcb * np.array([LUMA_WEIGHT, 1.0, 1.0])


def _distances(points: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, k) squared"""
    return ((points[:, None] - centres[None]) ** 2).sum(axis=2)


def _seeds(
    points: NDArray[np.float64],
    weights: NDArray[np.float64],
    clusters: int,
    random: np.random.Generator,
) -> NDArray[np.float64]:
    """k-means++: each new centre far from those there are."""
    chosen = [points[random.choice(len(points), p=weights / weights.sum())]]
    while len(chosen) < clusters:
        chance = weights * _distances(points, np.array(chosen)).min(axis=1)
        chosen.append(points[random.choice(len(points), p=chance / chance.sum())])
    return np.array(chosen)


def _settle(
    points: NDArray[np.float64], weights: NDArray[np.float64], centres: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Lloyd's rounds until nothing moves; a cluster that lost its colours stays where it was."""
    for _ in range(ROUNDS):
        owner = _distances(points, centres).argmin(axis=1)
        mass = np.bincount(owner, weights, len(centres))
        sums = np.array([np.bincount(owner, weights * axis, len(centres)) for axis in points.T]).T
        moved = np.where(mass[:, None] > 0, sums / np.maximum(mass, 1e-12)[:, None], centres)
        if np.array_equal(moved, centres):
            break
        centres = moved
    return centres


def _cluster(
    points: NDArray[np.float64],
    counts: NDArray[np.float64],
    members: NDArray[np.bool_],
    centre: NDArray[np.float64],
) -> Cluster:
    mine, all_pixels = counts[members], counts.sum()
    away = ((points[members] - centre) ** 2).sum(axis=1)
    spread = float(np.sqrt((away * mine).sum() / max(mine.sum(), 1.0)))
    ycrcb = (float(centre[0]) / LUMA_WEIGHT, float(centre[1]), float(centre[2]))
    return Cluster(ycrcb, float(mine.sum() / all_pixels), spread, _name(ycrcb))


def _name(ycrcb: tuple[float, float, float]) -> str | None:
    degrees = [float(rule.degrees(np.array([ycrcb]))[0]) for rule in GAME_COLOURS]
    best = int(np.argmax(degrees))
    return GAME_COLOURS[best].name if degrees[best] >= 0.5 else None
