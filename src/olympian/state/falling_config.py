"""How far a body may lean out before it counts as falling, as shares of its own size."""

from math import radians

from olympian.robot.toml import Table

__all__ = ["FallConfig"]


class FallConfig(Table, frozen=True):
    """Numbers of `FallSense`; lengths are shares of the centre of mass's height.

    Shares and not metres, because a walk's capture step grows with the leg: one set for all robots.
    """

    ahead: float = 0.30
    """How far a step ahead or back can still catch the body, beyond the soles."""
    aside: float = 0.30
    """The same sideways."""
    tilt: float = radians(45.0)
    """Torso tilt from which no step helps: the reach shrinks towards it, as in the HCM paper."""
    window: float = 0.03
    """Seconds for which it must be so: noise and a foot's impact are shorter."""
