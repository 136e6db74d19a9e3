"""Symptoms that must last before they count, and stay away before they are over."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from olympian.geometry import Vec, frozen
from olympian.state.symptoms_kernel import be_patient

__all__ = ["Patience"]

EPSILON = 1e-9
"""Seconds; sums of ticks are never exact."""


class Patience:
    """One clock per symptom: it runs while the symptom shows and back while it does not.

    A symptom that comes and goes is believed if it is there more than it is away.
    """

    def __init__(self, on_s: ArrayLike, off_s: float) -> None:
        """Args: on_s: (n,) seconds until each symptom counts; infinite: never."""
        self._on_s = frozen(frozen(on_s) - EPSILON)
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
        """Symptoms that count after `dt` more seconds of those that show; always `lasting`."""
        be_patient(showing, self._run, self._back, self._on_s, dt, self._clock, self.lasting)
        return self.lasting
