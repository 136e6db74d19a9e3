"""How far a localiser was off: errors on its feet, flips, and how soon it found itself again."""

from itertools import pairwise
from math import pi

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.arena.localisation.logbook import Logbook
from olympian.arena.localisation.replay import BelievedTrack
from olympian.decision.localise import Certainty
from olympian.geometry import Vec

__all__ = ["LocalisationScore", "score"]

FOUND_M, FOUND_RAD, FOUND_S = 0.4, 0.35, 1.0
"""How near it has to be, and for how long, to have found itself again."""
WRONG_M = 0.5
"""Metres from which a place that it is sure of is wrong."""
FLIP_RAD, FLIP_S = pi / 2, 1.0
"""Errors of the heading that are a flip, and seconds for which they last."""


class LocalisationScore(msgspec.Struct, frozen=True):
    """Errors are those of every tick on its feet, but for the time until it is found again."""

    outing: str
    localiser: str
    error_m_median: float
    error_m_p95: float
    error_deg_median: float
    error_deg_p95: float
    update_us: float
    """Median processor time for a picture."""
    recovery_s_median: float | None
    """Seconds on its feet until it has found itself, after somebody carried it elsewhere."""
    recovery_s_worst: float | None
    recovered: int
    carried: int
    flips: int
    sure: float
    """Share of the ticks on its feet in which it says so."""
    sure_but_wrong: float
    """Share of these in which it is more than half a metre off."""


def score(
    log: Logbook, track: BelievedTrack, outing: str = "", localiser: str = ""
) -> LocalisationScore:
    """The figures of one localiser on one outing."""
    off, turned = _errors(log, track)
    stands = ~log.down
    fine, took = stands.copy(), list[float]()
    for let_go, until in pairwise((*log.set_down, len(off))):
        at = _found(off, turned, stands, let_go, until, log.dt)
        fine[let_go : until if at is None else at] = False
        took += [] if at is None else [float(stands[let_go:at].sum() * log.dt)]
    sure = stands & np.array([word is Certainty.SURE for word in track.certainty])
    return LocalisationScore(
        outing,
        localiser,
        **_percentiles("error_m", off[fine], 3),
        **_percentiles("error_deg", np.degrees(turned[fine]), 2),
        update_us=round(float(np.median(track.update_us)), 1),
        recovery_s_median=round(float(np.median(took)), 2) if took else None,
        recovery_s_worst=round(max(took), 2) if took else None,
        recovered=len(took),
        carried=len(log.set_down),
        flips=_episodes(fine & (turned > FLIP_RAD), round(FLIP_S / log.dt)),
        sure=round(float(sure.sum() / max(stands.sum(), 1)), 4),
        sure_but_wrong=round(float((off[sure] > WRONG_M).mean()), 4) if sure.any() else 0.0,
    )


def _errors(log: Logbook, track: BelievedTrack) -> tuple[Vec, Vec]:
    """Metres and rad by which each tick is off."""
    apart = track.places - log.true
    return np.hypot(apart[:, 0], apart[:, 1]), np.abs((apart[:, 2] + pi) % (2 * pi) - pi)


def _percentiles(name: str, errors: Vec, digits: int) -> dict[str, float]:
    if not len(errors):
        return {f"{name}_median": float("nan"), f"{name}_p95": float("nan")}
    median, p95 = np.percentile(errors, (50, 95))
    return {
        f"{name}_median": round(float(median), digits),
        f"{name}_p95": round(float(p95), digits),
    }


def _found(
    off: Vec,
    turned: Vec,
    stands: NDArray[np.bool_],
    start: int,
    end: int,
    dt: float,
) -> int | None:
    """Tick from which on it is right for a while, on its feet; None: not before the end."""
    right = stands & (off < FOUND_M) & (turned < FOUND_RAD)
    ticks = round(FOUND_S / dt)
    for tick in range(start, end - ticks):
        if right[tick : tick + ticks].all():
            return tick
    return None


def _episodes(wrong: NDArray[np.bool_], least: int) -> int:
    """How often it is wrong for so many ticks in a row."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], wrong.astype(np.int8), [0]])))
    return int(np.sum(edges[1::2] - edges[::2] >= least))
