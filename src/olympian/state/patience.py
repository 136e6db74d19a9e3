"""Symptoms that must last before they count, and stay away before they are over."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from olympian.geometry import Vec, frozen

__all__ = ["Patience"]

EPSILON = 1e-9
"""Seconds; sums of ticks are never exact."""


class Patience:
    """One clock per symptom: it runs while the symptom shows and back while it does not.

    A symptom that comes and goes is believed if it is there more than it is away.
    """

    def __init__(self, on_s: ArrayLike, off_s: float) -> None:
        """Args: on_s: (n,) seconds until each symptom counts; infinite: never."""
        self._on_s = frozen(on_s) - EPSILON
        # A clock that can never be full need not run at all.
        self._run = frozen(np.isfinite(self._on_s))
        self._back = frozen(np.where(self._run, self._on_s / max(off_s, EPSILON), 0.0))
        self.reset()

    def reset(self) -> None:
        """Nothing was ever wrong."""
        self._clock: Vec = np.zeros(len(self._on_s))
        self.lasting: NDArray[np.bool_] = np.zeros(len(self._on_s), dtype=np.bool_)
        """Which symptoms count now."""

    def step(self, showing: NDArray[np.bool_], dt: float) -> NDArray[np.bool_]:
        """Symptoms that count after `dt` more seconds of those that show."""
        if not (np.count_nonzero(showing) or np.count_nonzero(self._clock)):
            return self.lasting
        run = np.where(showing, self._run * dt, -self._back * dt)
        self._clock = np.minimum(np.maximum(self._clock + run, 0.0), self._on_s)
        self.lasting = (self._clock >= self._on_s) | (self.lasting & (self._clock > 0.0))
        return self.lasting
