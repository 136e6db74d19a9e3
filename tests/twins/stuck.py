"""The plain NumPy twin of `olympian.state.symptoms`: all joints at once, no compiler."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec


def find_stuck(
    now: Vec,
    memory: Vec,
    stuck: NDArray[np.bool_],
    stirred: float,
    slowest: float,
    saturated: float,
) -> None:
    """Bring `memory` and `stuck` up to date in place."""
    q, dq, load, on, sent, speed = now
    same = np.all(now[:3] == memory[:3], axis=0)
    q_goal = np.where(np.isnan(sent), memory[3], sent)
    q_goal_then = np.where(same, memory[4], q_goal)
    driven = (on != 0.0) & (load * np.sign(q_goal - q) < saturated)
    moved = (np.abs(q_goal - q_goal_then) >= stirred) & driven & (speed >= slowest)
    turns = (np.abs(dq) >= slowest) & ~(np.abs(q_goal - q) < stirred / 3.0)
    stuck[:] = same & (stuck | moved | turns)
    memory[:3], memory[3], memory[4] = now[:3], q_goal, q_goal_then
