"""The plain NumPy twin of `olympian.state.symptoms`: all joints at once, no compiler."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from twins import stuck as stuck_twin

Flags = NDArray[np.bool_]


def be_patient(
    showing: Flags, run: Vec, back: Vec, on_s: Vec, dt: float, clock: Vec, lasting: Flags
) -> None:
    """Bring `clock` and `lasting` up to date in place."""
    step = np.where(showing, run * dt, -back * dt)
    clock[:] = np.minimum(np.maximum(clock + step, 0.0), on_s)
    lasting[:] = (clock >= on_s) | (lasting & (clock > 0.0))


def examine(
    now: Vec,
    memory: Vec,
    stuck: Flags,
    limits: tuple[float, float, float],
    pressure: Vec,
    hot: Flags,
    showing: Flags,
) -> float:
    """Bring everything but `now` and `limits` up to date in place; the mean voltage."""
    stuck_twin.find_stuck(now[:6], memory[:5], stuck, *limits)
    answered = now[6] != 0.0
    joints = len(stuck)
    showing[:joints] = stuck | ~answered
    hot[:] = (now[7] >= memory[5]) | (hot & (now[7] > memory[6]))
    same = pressure[0] == pressure[1]
    showing[joints + 2 :] = (same & (pressure[0] != 0.0)).any(axis=1) | same.all(axis=1)
    pressure[1] = pressure[0]
    return float(now[8][answered].sum() / answered.sum()) if answered.any() else np.nan


def ail(fault: Vec, hot: Flags, back_s: float, dt: float, tripped: Vec, ailing: Flags) -> None:
    """Bring `tripped` and `ailing` up to date in place."""
    tripped[:] = np.where(fault & 32 != 0, back_s, np.maximum(tripped - dt, 0.0))
    ailing[0], ailing[1] = tripped > 1e-9, hot | (fault & 4 != 0)
