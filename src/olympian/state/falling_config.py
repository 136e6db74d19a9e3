"""How far a body may lean out before it counts as falling, as shares of its own size."""

from math import exp, radians, sqrt

from olympian.geometry import GRAVITY
from olympian.robot.toml import Table

__all__ = ["FallConfig"]


class FallConfig(Table, frozen=True):
    """Numbers of `FallSense`, the same for all robots: their size does the rest."""

    stride_ahead: float = 1.0
    """How far beyond the soles a step ahead or back can land, over the centre of mass's height."""
    stride_aside: float = 1.0
    """The same sideways."""
    answer: float = 0.25
    """Seconds from feeling a push to the foot that catches it: delay, and the rest of a step."""
    tilt: float = radians(45.0)
    """Torso tilt from which no step helps: the reach shrinks towards it, as in the HCM paper."""
    window: float = 0.03
    """Seconds for which it must be so: noise and a foot's touch-down are shorter."""
    at_once: float = 2.0
    """Times its reach beyond which there is no doubt, and the window is not waited for."""

    def reach(self, height: float) -> tuple[float, float]:
        """What a step can still catch ahead and aside, over the height of the centre of mass.

        Until the foot lands, the body goes on leaning out and the divergent component grows by
        exp(answer / time constant). A short body falls more quickly and may lean out less.

        Args: height: of the centre of mass over the soles, standing ready, m.
        """
        shrinks = exp(-self.answer * sqrt(GRAVITY / height))
        return self.stride_ahead * shrinks, self.stride_aside * shrinks
