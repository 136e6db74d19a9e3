"""Where a foot lands next."""

from dataclasses import dataclass
from typing import Literal

from olympian.geometry import Mat4, T_from

Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")


@dataclass(frozen=True)
class Footstep:
    """A landing, measured from the place beside the standing foot; metres and radians.

    Zero everywhere means: put the foot down beside the other one, at the gait's spacing.
    """

    side: Side
    """The foot that moves."""
    x: float = 0.0
    y: float = 0.0
    """To the left, whichever foot moves."""
    z: float = 0.0
    yaw: float = 0.0
    """Turned about the middle between the feet."""

    def landing(self, T_plan_stance: Mat4, spacing: float) -> Mat4:
        """`T_plan_sole` of the moving foot, given where the standing one is."""
        outward = spacing / 2 if self.side == "left" else -spacing / 2
        T_stance_middle = T_from((0.0, outward, 0.0))
        turned = T_from((self.x, self.y, self.z), (0.0, 0.0, self.yaw))
        return T_plan_stance @ T_stance_middle @ turned @ T_from((0.0, outward, 0.0))
