"""What joints do with the freedom that the tasks leave them."""

from dataclasses import dataclass

import numpy as np

from olympian.errors import OlympianError


@dataclass(frozen=True, slots=True)
class MiddlePull:
    """Every joint drifts to the middle of its interval, narrow intervals harder than wide ones.

    Its speed is `gain` · (middle − q) / width, as in the juggling paper: at most half of `gain`.
    """

    gain: float = 0.5
    """rad/s at twice the distance from middle to end."""

    def __post_init__(self) -> None:
        if not (np.isfinite(self.gain) and self.gain >= 0.0):
            raise OlympianError(f"MiddlePull: gain {self.gain} should be zero or more")
