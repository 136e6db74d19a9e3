"""The last steps: straight to the goal in any direction, turning on the way."""

from math import hypot

from olympian.decision.navigate.goal import Goal, Planar
from olympian.motion.top_speed import TopSpeed
from olympian.records import Twist

__all__ = ["NEAR", "approach"]

NEAR = 0.35
"""Metres before the goal from which turning first and going then would be the longer way."""
HASTE = 0.9
"""1/s: speed per distance. A biped answers after 0.3 s, and 1 / (4 · 0.3 s) does not overshoot."""


def approach(goal: Goal, place: Planar, top: TopSpeed) -> Twist:
    """The command that takes away every error at the same rate, within the top speeds."""
    ahead, left, turn = (HASTE * gap for gap in goal.seen_from(place))
    straight = top.back if ahead < 0.0 else top.ahead
    most = max(hypot(ahead / straight, left / top.side, turn / top.turn), 1.0)
    return Twist(ahead / most, left / most, turn / most)
