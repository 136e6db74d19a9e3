"""Plain twins of the kernels behind markings on the field."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec

Mask = NDArray[np.bool_]


def edge_places(chains: NDArray[np.int64], keep: Mask, step_px: float) -> Vec:
    """(3, n, 2) representers, a step along, and one pixel to the bright side."""
    at, along = chains[keep, :2] / 16, chains[keep, 2:4].astype(float)
    along /= np.hypot(*along.T)[:, None]
    return np.stack([at, at + step_px * along, at + along[:, ::-1] * (1, -1)])


def edges_on_field(places: Vec, reach: float) -> tuple[Vec, Vec, Vec, Vec]:
    """Where edges are, along, normal to the bright side, and step; those that are near enough."""
    at, ahead, inside = places[0], places[1] - places[0], places[2] - places[0]
    step = np.hypot(*ahead.T)
    with np.errstate(invalid="ignore"):
        seen = np.isfinite(at + ahead + inside).all(axis=1) & (step < reach) & (step > 0)
    at, ahead, inside, step = at[seen], ahead[seen], inside[seen], step[seen]
    along = ahead / step[:, None]
    normal = along[:, ::-1] * (-1, 1)
    normal = normal * np.where((normal * inside).sum(axis=1) >= 0, 1.0, -1.0)[:, None]
    return at, along, normal, step


def pair_edges(
    at: Vec, along: Vec, normal: Vec, slack: Vec, low: float, high: float, facing: float
) -> Vec:
    """Middle between each edge and the nearest that faces it; NaN where none does."""
    away = at[None] - at[:, None]
    across = (away * normal[:, None]).sum(axis=2)
    beside = np.abs((away * along[:, None]).sum(axis=2))
    fits = (low < across) & (across < high) & (beside < slack[:, None])
    fits &= normal @ normal.T < -facing
    cost = np.where(fits, beside, np.inf)
    middle = np.full_like(at, np.nan)
    for i in np.flatnonzero(fits.any(axis=1)):
        middle[i] = at[i] + 0.5 * across[i, cost[i].argmin()] * normal[i]
    return middle


def densest(places: Vec, reach: float) -> Vec:
    """Mean of those around the first place that has most of them in reach."""
    near = ((places[None] - places[:, None]) ** 2).sum(axis=2) < reach**2
    return places[near[near.sum(axis=1).argmax()]].mean(axis=0)


def on_line(at: Vec, along: Vec, point: Vec, way: Vec, off: float, turn: float) -> Mask:
    away = at - point
    aside = np.abs(way[0] * away[:, 1] - way[1] * away[:, 0])
    return (aside < off) & (np.abs(along @ way) > turn)


def axis_of(at: Vec) -> tuple[Vec, Vec]:
    """Middle of points, and the direction of their longest spread."""
    middle = at.mean(axis=0)
    spread = (at - middle).T @ (at - middle)
    turn = 0.5 * np.arctan2(2 * spread[0, 1], spread[0, 0] - spread[1, 1])
    return middle, np.array([np.cos(turn), np.sin(turn)])


def next_line(
    at: Vec, along: Vec, left: Mask, off: float, turn: float, fewest: int
) -> tuple[Mask, Vec, Vec] | None:
    """Points, middle and direction of the line through most of those left, which it takes."""
    lines = [on_line(at, along, at[i], along[i], off, turn) & left for i in range(len(at))]
    counts = [int(line.sum()) if left[i] else 0 for i, line in enumerate(lines)]
    if max(counts, default=0) < max(fewest, 1):
        return None
    used = lines[int(np.argmax(counts))]
    middle, way = axis_of(at[used])
    left &= ~used
    for _ in range(2):
        away = at - middle
        close = np.abs(way[0] * away[:, 1] - way[1] * away[:, 0]) < 0.5 * off
        fits = on_line(at, along, middle, way, off, turn)
        used = (fits & (left | used)) | (used & close)
        if used.any():
            middle, way = axis_of(at[used])
    left &= ~used
    return used, middle, way


def find_lines(
    at: Vec, along: Vec, off: float, turn: float, fewest: int, gap: float, shortest: float
) -> list[list[float]]:
    """Both ends, and points, of the parts of all lines that have no large gap."""
    left, found = np.ones(len(at), dtype=bool), []
    while (line := next_line(at, along, left, off, turn, fewest)) is not None:
        used, middle, way = line
        places = np.sort((at[used] - middle) @ way)
        for part in np.split(places, np.flatnonzero(np.diff(places) > gap) + 1):
            if len(part) >= fewest and part[-1] - part[0] >= shortest:
                found.append([*(middle + part[0] * way), *(middle + part[-1] * way), len(part)])
    return found


def settle(
    at: Vec, along: Vec, radius: float, off: float, fewest: int, centre: Vec
) -> tuple[Mask, Vec] | None:
    """Points of a circle around a rough centre, and a better centre; None where they are few."""
    used = np.zeros(len(at), dtype=bool)
    for _ in range(3):
        out = at - centre
        away = np.hypot(*out.T)
        used = np.abs((out * along).sum(axis=1)) < 0.35 * away
        used &= np.abs(away - radius) < off
        if used.sum() < fewest:
            return None
        design = np.column_stack([2 * at[used], np.ones(used.sum())])
        centre = np.linalg.lstsq(design, (at[used] ** 2).sum(axis=1), rcond=None)[0][:2]
    return used, centre
