"""How fast a walk can go, and commands kept within that."""

from dataclasses import dataclass
from math import inf, isfinite

from olympian.records import Twist


@dataclass(frozen=True)
class TopSpeed:
    """Highest speeds of a walk, all positive; m/s and rad/s."""

    ahead: float
    back: float
    side: float
    turn: float
    mixing: float = inf
    """Norm of the shares of them that may be asked for at once: 1 is their sum, 2 an ellipsoid."""

    def at(self, ahead: float, left: float = 0.0, turn: float = 0.0) -> Twist:
        """The command for shares of the top speed, each −1…1."""
        straight = ahead * (self.back if ahead < 0.0 else self.ahead)
        return Twist(straight, left * self.side, turn * self.turn)

    def admit(self, twist: Twist) -> tuple[Twist, str]:
        """A command as a walk may take it, and what was wrong with it.

        What is too fast is cut, one by one and then all together, so that the way stays the same;
        what is no number is no command, so the walk stops.
        """
        if not (isfinite(twist.forward) and isfinite(twist.left) and isfinite(twist.turn)):
            said = f"command ({twist.forward}, {twist.left}, {twist.turn}) is not finite"
            return Twist(), said
        cut = Twist(
            min(max(float(twist.forward), -self.back), self.ahead),
            min(max(float(twist.left), -self.side), self.side),
            min(max(float(twist.turn), -self.turn), self.turn),
        )
        most = max(self._size(cut), 1.0)
        return Twist(cut.forward / most, cut.left / most, cut.turn / most), ""

    def _size(self, twist: Twist) -> float:
        """1 for as much as may be asked for at once."""
        ahead = self.back if twist.forward < 0.0 else self.ahead
        parts = abs(twist.forward) / ahead, abs(twist.left) / self.side, abs(twist.turn) / self.turn
        if self.mixing == inf:
            return max(parts)
        return sum(part**self.mixing for part in parts) ** (1.0 / self.mixing)
