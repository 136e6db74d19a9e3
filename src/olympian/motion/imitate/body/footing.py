"""On which feet a robot stands while it imitates: on one only when its weight is over it."""

from dataclasses import dataclass
from enum import Enum

__all__ = ["FootingPhase", "ImitationFooting"]

LIFTED, LOWERED = 0.09, 0.045
"""Legs by which a person's foot must be above the other to count as lifted, or as down again."""
SURE = 0.15
"""Seconds for which it must be so: a depth camera's feet jump."""
OVER = 0.006
"""m from the middle of the sole within which the weight counts as over it."""
STEADY = 0.3
"""Seconds for which the weight must be over the foot before the other one leaves the ground."""
TILTED = 0.20
"""rad between planned and felt lean of the torso from which the foot comes down."""
GROUNDED = 0.002
"""m of a foot's height that count as none."""


class FootingPhase(Enum):
    """What the feet do."""

    BOTH = "both"
    SHIFT = "shift"
    SINGLE = "single"
    LOWER = "lower"


@dataclass
class ImitationFooting:
    """Decides tick by tick; `side` is the foot that stays while phase is not BOTH."""

    phase: FootingPhase = FootingPhase.BOTH
    side: str = "left"
    _asked: str | None = None
    _asked_for: float = 0.0
    _steady: float = 0.0

    def step(
        self, height: float | None, off: float, lift: float, tilt: float, dt: float
    ) -> FootingPhase:
        """The phase for this tick.

        Args:
            height: of the person's left foot over the right, in legs; None if unseen.
            off: m of the centre of mass from the middle of the foot that is to stay.
            lift: m by which the robot's other foot is off the ground.
            tilt: rad between planned and felt lean.
        """
        wish = self._wish(height, dt)
        match self.phase:
            case FootingPhase.BOTH:
                if wish is not None:
                    self.phase, self.side, self._steady = FootingPhase.SHIFT, wish, 0.0
            case FootingPhase.SHIFT:
                self._steady = self._steady + dt if off < OVER and tilt < TILTED / 2 else 0.0
                if wish != self.side:
                    self.phase = FootingPhase.BOTH
                elif self._steady >= STEADY:
                    self.phase = FootingPhase.SINGLE
            case FootingPhase.SINGLE:
                if wish != self.side or tilt > TILTED:
                    self.phase = FootingPhase.LOWER
            case FootingPhase.LOWER:
                if lift < GROUNDED:
                    self.phase = FootingPhase.BOTH
        return self.phase

    def _wish(self, height: float | None, dt: float) -> str | None:
        """The foot that the person stands on alone, once that is sure; None: on both."""
        bound = LOWERED if self._asked is not None else LIFTED
        high = 0.0 if height is None else height
        wish = "right" if high > bound else "left" if high < -bound else None
        if wish != self._asked:
            self._asked, self._asked_for = wish, 0.0
        self._asked_for += dt
        if self._asked_for >= SURE or (self.phase is FootingPhase.BOTH and wish is None):
            return wish
        return self.side if self.phase is not FootingPhase.BOTH else None

    def reset(self) -> None:
        """On both feet."""
        self.phase, self._asked, self._asked_for, self._steady = FootingPhase.BOTH, None, 0.0, 0.0
