"""Where a driver wants to go: ahead, sideways, round."""

from dataclasses import dataclass
from math import radians

from olympian.motion.step import Footstep, Gait, Side


@dataclass(frozen=True)
class Direction:
    """Signs of a wish; the gait says how much."""

    ahead: int = 0
    left: int = 0
    turn: int = 0
    """Positive is to the left."""

    def __bool__(self) -> bool:
        return bool(self.ahead or self.left or self.turn)

    def joined(self, other: "Direction") -> "Direction":
        """This wish and a new one: walking and turning go together, side steps with nothing else.

        Turning is a wheel: from left the right key leads to straight on, and only then to right.
        """
        if other.left:
            return other
        turn = max(-1, min(1, self.turn + other.turn))
        return Direction(other.ahead or self.ahead, 0, turn)

    def blended(self, other: "Direction") -> "Direction":
        """This wish and a new one, where all go together; left and right are a wheel too."""
        left = max(-1, min(1, self.left + other.left))
        turn = max(-1, min(1, self.turn + other.turn))
        return Direction(other.ahead or self.ahead, left, turn)

    def without(self, other: "Direction") -> "Direction":
        """This wish, less what a released key had asked for."""
        return Direction(
            0 if other.ahead == self.ahead else self.ahead,
            0 if other.left == self.left else self.left,
            0 if other.turn == self.turn else self.turn,
        )

    def stride(self, gait: Gait) -> tuple[float, float, float]:
        """Length and side in metres and turn in radians of each step."""
        turn = self.turn * radians(gait.turn_deg)
        return self.ahead * gait.length, self.left * gait.side, turn

    def single(self, gait: Gait) -> Footstep:
        """One step that way, with the foot that opens."""
        side: Side = "left" if (self.left or self.turn) > 0 else "right"
        x, y, yaw = self.stride(gait)
        return Footstep(side, x=x, y=y, yaw=yaw)


DIRECTIONS = {
    "forward": Direction(ahead=1),
    "backward": Direction(ahead=-1),
    "turn_left": Direction(turn=1),
    "turn_right": Direction(turn=-1),
    "left": Direction(left=1),
    "right": Direction(left=-1),
}
"""By command."""
