"""The filter's arithmetic on fifteen joints, compiled: NumPy takes longer to begin than to do."""

from collections.abc import Callable
from functools import cache
from math import isfinite, sqrt
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
def _track(places, last, velocity, out, dt, jitter, numbers):
    """An α-β tracker whose gains follow from how much a sensor jitters (Kalata, 1984).

    Places and their speed are predicted, and corrected by part of what is seen; `velocity` is kept.
    Rows that were not known start anew. Args: jitter: m; numbers: m/s² of somebody at rest, more
    of it per m/s, jitters a second that are no speed, jitters from which a difference is a
    movement, highest m/s.
    """
    rest, per_speed, still, moves, fastest = numbers
    for joint in range(len(places)):
        known, seen = _seen(last, joint), _seen(places, joint)
        off = speed = 0.0
        for k in range(3):
            out[joint, k] = last[joint, k] + dt * velocity[joint, k] if known else places[joint, k]
            velocity[joint, k] *= known and seen
            off += (places[joint, k] - out[joint, k]) ** 2
            speed += velocity[joint, k] ** 2
        brisk = (rest + per_speed * max(sqrt(speed) - still * jitter, 0.0)) * dt * dt / jitter
        alpha, beta = _gains(brisk + max(sqrt(off) / jitter - moves, 0.0))
        speed = 0.0
        for k in range(3):
            away = places[joint, k] - out[joint, k]
            out[joint, k] += alpha * away
            velocity[joint, k] += beta * away / dt if known and seen else 0.0
            speed += velocity[joint, k] ** 2
        for k in range(3):
            velocity[joint, k] *= fastest / max(sqrt(speed), fastest)


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
def _gains(index):
    """α and β for a tracking index: how far a movement can stray in a frame, in jitters.

    β is 1 at most: beyond, a speed would swing about the true one.
    """
    root = (4.0 + index - sqrt(index * (index + 8.0))) / 4.0
    alpha = 1.0 - root * root
    return alpha, min(2.0 * (2.0 - alpha) - 4.0 * root, 1.0)


class Kernels(NamedTuple):
    """As Python calls them; places are (15, 3), any memory layout, nothing is checked."""

    move_middle: Callable[..., None]
    ways: Callable[..., None]
    swapped: Callable[..., bool]
    track: Callable[..., None]


@cache
def kernels() -> Kernels:
    """All of them, compiled before they are needed."""
    rows, row, number = "float64[:, :]", "float64[:]", "float64"
    return Kernels(
        direct(_move_middle, f"void({rows}, {rows}, {row})"),
        direct(_ways, f"void({rows}, {rows}, {row}, {row})"),
        direct(_swapped, f"boolean({rows}, {rows}, {row}, int64, {number}, {number})"),
        direct(
            _track,
            f"void({rows}, {rows}, {rows}, {rows}, {number}, {number}, UniTuple({number}, 5))",
        ),
    )
