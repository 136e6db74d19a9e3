"""An arm that cannot be in its posture yet, but can point as that does."""

import numpy as np

from olympian.geometry import Vec, cross
from olympian.motion.imitate.arms.bones import ArmBones

__all__ = ["steer"]

REST = 0.02
"""Weight of a radian of the joints against one of the forearm: direction comes first."""
THERE = 0.04
"""rad that need no steering: so little is a sensor's jitter, which the joints need not follow."""
ROUNDS = 2
"""Newton's steps; the way of a tick is short."""


def steer(bones: ArmBones, q: Vec, target: Vec, lowest: Vec, highest: Vec) -> Vec:
    """Angles between `lowest` and `highest`, near `q`, whose forearm points as at `target`.

    A direction needs two numbers and an arm has three: where some joint is too slow, or has to go
    a long way round, the others can make up for it.
    """
    if np.abs(target - q).max() < THERE:
        return q
    wanted, found = bones.forearm(target), q
    for _ in range(ROUNDS):
        fore = bones.forearm(found)
        turns = np.array([cross(axis, fore) for axis in bones.axes_at(found)]).T
        step = _bounded(turns, wanted - fore, q - found, lowest - found, highest - found)
        found = found + step
    return found


def _bounded(turns: Vec, off: Vec, home: Vec, lowest: Vec, highest: Vec) -> Vec:
    """The step that turns the forearm by `off` and else goes `home`, within its bounds."""
    step, free = np.zeros(3), np.ones(3, dtype=np.bool_)
    for _ in range(3):
        columns = turns[:, free]
        left = off - turns[:, ~free] @ step[~free]
        square = columns.T @ columns + REST * np.eye(int(free.sum()))
        step[free] = np.linalg.solve(square, columns.T @ left + REST * home[free])
        beyond = free & ((step < lowest) | (step > highest))
        if not beyond.any():
            break
        step[beyond] = np.clip(step[beyond], lowest[beyond], highest[beyond])
        free &= ~beyond
        if not free.any():
            break
    return step
