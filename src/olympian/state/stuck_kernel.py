"""Which answers are old ones, in compiled code; the NumPy twin is in `tests/stuck_twin.py`."""

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import compiled
from olympian.geometry import Vec

__all__ = ["find", "find_stuck"]


@compiled
def find(now, memory, stuck, stirred, slowest, saturated):
    for i in range(len(stuck)):
        q, dq, load = now[0, i], now[1, i], now[2, i]
        same = q == memory[0, i] and dq == memory[1, i] and load == memory[2, i]
        memory[0, i], memory[1, i], memory[2, i] = q, dq, load
        if not np.isnan(now[4, i]):
            memory[3, i] = now[4, i]
        q_goal = memory[3, i]
        if not same:
            memory[4, i] = q_goal
        driven = now[3, i] != 0.0 and load * np.sign(q_goal - q) < saturated
        moved = abs(q_goal - memory[4, i]) >= stirred and driven and now[5, i] >= slowest
        stuck[i] = same and (stuck[i] or moved or abs(dq) >= slowest)


def find_stuck(
    now: Vec,
    memory: Vec,
    stuck: NDArray[np.bool_],
    stirred: float,
    slowest: float,
    saturated: float,
) -> None:
    """Bring `memory` and `stuck` up to date.

    Args:
        now: (6, n) angle, speed, load and torque on of each servo, the goal sent to it (NaN: none)
            and the speed it was told.
        memory: (5, n) last angle, speed and load, goal, and goal when the answer last changed.
        stirred: rad by which a goal must move.
        slowest: rad/s of an answer or a goal that turns.
        saturated: load towards the goal beyond which a joint may be blocked.
    """
    find(now, memory, stuck, stirred, slowest, saturated)
