"""The filter's arithmetic on fifteen joints, compiled: NumPy takes longer to begin than to do."""

from collections.abc import Callable
from functools import cache
from math import isfinite, sqrt, tau
from typing import NamedTuple

import numpy as np

from olympian.compiled import called, direct, piece
from olympian.motion.imitate.skeleton import PLACE

__all__ = ["LIMBS", "TRUNK", "Kernels", "kernels"]

TRUNK = np.array(
    [PLACE[f"{side}_{part}"] for part in ("shoulder", "hip") for side in ("left", "right")]
)
LIMBS = np.array(
    [
        [[PLACE[f"{side}_{part}"] for part in parts] for side in ("left", "right")]
        for parts in (("shoulder", "elbow", "hand"), ("hip", "knee", "foot"))
    ]
)
"""(2, 2, 3): joints of the left and the right arm, of the left and the right leg."""


@called
def _move_middle(places, last, way):
    """How far the middle of the trunk has gone, by what is seen of it both times; into `way`."""
    count = 0
    way[:] = 0.0
    for joint in TRUNK:
        if _seen(places, joint) and _seen(last, joint):
            count += 1
            for k in range(3):
                way[k] += places[joint, k] - last[joint, k]
    for k in range(3):
        way[k] /= max(count, 1)


@called
def _ways(places, last, middle, out):
    """Metres that each joint has gone relative to the trunk, NaN where it is not known."""
    for joint in range(len(out)):
        out[joint] = _apart(places, joint, last, joint, middle)


@called
def _swapped(places, last, middle, group, clearly, least):
    """Do the limbs of a group lie much nearer to where those of the other side were?"""
    kept = turned = 0.0
    for side in range(2):
        for part in range(3):
            joint, other = LIMBS[group, side, part], LIMBS[group, 1 - side, part]
            kept += _apart(places, joint, last, joint, middle)
            turned += _apart(places, other, last, joint, middle)
    return kept > least and turned < clearly * kept  # False for NaN: half a pair tells nothing


@called
def _smooth(places, last, velocity, out, dt, cutoffs):
    """A low pass whose cut-off grows with the speed, which is kept in `velocity`.

    Rows that were not known start anew. Args: cutoffs: Hz at rest and more per m/s, m/s that do not
    count, Hz of the speed itself.
    """
    rest, per_speed, jitter, speed_hz = cutoffs
    for joint in range(len(places)):
        known, square = _seen(last, joint), 0.0
        for k in range(3):
            before = last[joint, k] if known else places[joint, k]
            now = (places[joint, k] - before) / dt
            now = now if isfinite(now) else 0.0
            velocity[joint, k] += _share(speed_hz, dt) * (now - velocity[joint, k])
            square += velocity[joint, k] ** 2
        share = _share(rest + per_speed * max(sqrt(square) - jitter, 0.0), dt)
        for k in range(3):
            before = last[joint, k] if known else places[joint, k]
            out[joint, k] = before + share * (places[joint, k] - before)


@piece
def _seen(places, joint):
    return isfinite(places[joint, 0]) and isfinite(places[joint, 1]) and isfinite(places[joint, 2])


@piece
def _apart(places, joint, last, other, middle):
    x = places[joint, 0] - last[other, 0] - middle[0]
    y = places[joint, 1] - last[other, 1] - middle[1]
    z = places[joint, 2] - last[other, 2] - middle[2]
    return sqrt(x * x + y * y + z * z)


@piece
def _share(cutoff_hz, dt):
    """Part of the way to the new value that a low pass goes in `dt`."""
    turn = tau * cutoff_hz * dt
    return turn / (turn + 1.0)


class Kernels(NamedTuple):
    """As Python calls them; places are (15, 3), any memory layout, nothing is checked."""

    move_middle: Callable[..., None]
    ways: Callable[..., None]
    swapped: Callable[..., bool]
    smooth: Callable[..., None]


@cache
def kernels() -> Kernels:
    """All of them, compiled before they are needed."""
    rows, row, number = "float64[:, :]", "float64[:]", "float64"
    return Kernels(
        direct(_move_middle, f"void({rows}, {rows}, {row})"),
        direct(_ways, f"void({rows}, {rows}, {row}, {row})"),
        direct(_swapped, f"boolean({rows}, {rows}, {row}, int64, {number}, {number})"),
        direct(_smooth, f"void({rows}, {rows}, {rows}, {rows}, {number}, UniTuple({number}, 4))"),
    )
