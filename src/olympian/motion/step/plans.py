"""Footsteps, and lists of them: turn on the spot, step aside, climb stairs up and down."""

from dataclasses import dataclass
from math import ceil, radians
from typing import Literal

from olympian.geometry import Mat4, T_from
from olympian.motion.step.gait import Gait

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


WHOLE = 1e-6
"""Metres or radians below which nothing is left to go."""
TOE, HEEL = 0.054, 0.046
"""From the ankle to the ends of a Bioloid's sole, for callers that give none."""


def turn_steps(gait: Gait, angle: float) -> list[Footstep]:
    """Turn on the spot by `angle` radians, to the left if positive."""
    lead, other = _order(angle)
    count, each = _even(angle, radians(gait.turn_deg))
    return [step for _ in range(count) for step in (Footstep(lead, yaw=each), Footstep(other))]


def side_steps(gait: Gait, distance: float) -> list[Footstep]:
    """Go sideways by `distance` metres, to the left if positive."""
    lead, other = _order(distance)
    count, each = _even(distance, gait.side)
    return [step for _ in range(count) for step in (Footstep(lead, y=each), Footstep(other))]


def ahead_steps(gait: Gait, distance: float) -> list[Footstep]:
    """Go ahead (or back) by just so many metres and end with the feet side by side."""
    count, each = _even(distance, gait.length)
    sides: list[Side] = [SIDES[(index + 1) % 2] for index in range(count + 1)]
    return [*(Footstep(side, x=each) for side in sides[:-1]), Footstep(sides[-1])]


def stair_steps(
    gait: Gait,
    height: float,
    depth: float,
    count: int,
    distance: float,
    *,
    down: bool = False,
    sole: tuple[float, float] = (TOE, HEEL),
) -> list[Footstep]:
    """From `distance` before the first edge to standing wholly on the last tread.

    Args:
        distance: from the ankles to the first edge.
        sole: from the ankle to the toe and to the heel.
    """
    toe, heel = sole
    before = toe + gait.gap if not down else toe - gait.overhang
    beyond = heel - gait.overhang if not down else heel + gait.gap
    rise = -height if down else height
    steps, place = [], gait.reserve - distance
    for index in range(count):
        edge = index * depth
        steps += ahead_steps(gait, edge - before - place) if edge - before - place > WHOLE else []
        stand = max(place, edge - before)
        steps += [Footstep("right", x=edge + beyond - stand, z=rise), Footstep("left")]
        place = edge + beyond + gait.creep * height
    return steps if down else steps + ahead_steps(gait, gait.overhang)


def _order(way: float) -> tuple[Side, Side]:
    return ("left", "right") if way > 0 else ("right", "left")


def _even(way: float, most: float) -> tuple[int, float]:
    """The fewest equal parts of a way that are no longer than `most`."""
    count = max(1, ceil(abs(way) / most - WHOLE)) if abs(way) > WHOLE else 0
    return count, way / count if count else 0.0
