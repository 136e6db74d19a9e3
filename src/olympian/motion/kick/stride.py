"""A kick in stride: a walking foot meets the ball in mid-swing, when it is fastest."""

from dataclasses import dataclass
from math import remainder, sqrt

from olympian.geometry import Place
from olympian.motion.top_speed import TopSpeed
from olympian.records import Twist

__all__ = ["StrideKick", "StrideRule"]


@dataclass(frozen=True, slots=True)
class StrideRule:
    """Numbers of it, by hand on tuning seeds of `fumanoid`."""

    share: float = 0.35
    """Of the swing, at which the foot meets the ball: later it slows down, and comes down on it."""
    ahead: float = 0.155
    """Metres from the middle between the soles to the ball then."""
    cruise: float = 0.7
    """Share of the top speed with which it comes, until it runs. At 0.5 every phase comes by before
    it has to, and balls go straighter, but the run is too short: 1.4 m instead of 1.9."""
    runs: tuple[float, float] = (0.2, 0.45)
    """Metres before that in which it begins to run: as soon as the foot will be in phase then."""
    acceleration: float = 0.3
    """m/s² of a run, as the walk allows it."""
    in_phase: float = 0.03
    """Strides by which it may be off."""
    aside: tuple[float, float] = (1.0, 0.1)
    """1/s and m/s: how quickly it steps beside the ball, so that one foot is behind it."""
    turn: tuple[float, float] = (3.0, 0.8)
    """1/s and rad/s: how quickly it turns to where the ball should go."""
    gone: float = 0.1
    """Metres ahead of the feet at which the ball is sure to have been met."""


class StrideKick:
    """Says how fast to walk, tick by tick, until a foot has gone through the ball.

    A step takes as long as the walk wants it to. So the robot comes slowly, and begins to run at
    the instant from which the foot that is in line with the ball arrives in the right phase.
    """

    def __init__(
        self, top: TopSpeed, spacing: float, step_time: float, rule: StrideRule | None = None
    ) -> None:
        """Args:
        spacing: metres between the soles.
        step_time: seconds of a step.
        """
        self.rule = rule or StrideRule()
        self._top, self._half, self._stride = top, spacing / 2, 2.0 * step_time
        self.foot: int | None = None
        """0 left, 1 right; chosen at the first look."""
        self.runs = False
        self.over = False
        """Is the ball behind the toes?"""

    def step(self, ball: Place, phase: float | None, speed: float) -> Twist:
        """The velocity of this tick.

        Args:
            ball: place ahead and left of the robot; its yaw is where it should go.
            phase: 0…1 over a stride, which begins when the left foot begins to stand; None while
                the robot does not walk yet.
            speed: m/s ahead that the feet are asked for now.
        """
        rule, top = self.rule, self._top.ahead
        if self.foot is None:
            self.foot = 0 if ball.y >= 0.0 else 1
        self.over = self.over or ball.x < rule.gone
        left, (latest, soonest) = ball.x - rule.ahead, rule.runs
        if phase is not None and left < soonest:
            late = abs(self._late(left, phase, speed))
            self.runs = self.runs or left < latest or late < rule.in_phase
        off = ball.y - (self._half if self.foot == 0 else -self._half)
        aside, turn = _up_to(off, *rule.aside), _up_to(ball.yaw, *rule.turn)
        ahead = top if self.runs else rule.cruise * top
        return self._top.admit(Twist(ahead, aside, turn))[0]

    def _late(self, left: float, phase: float, speed: float) -> float:
        """Strides by which the foot is behind its phase at the ball, if it runs from now on."""
        top, gains = self._top.ahead, self.rule.acceleration
        speeds_up = max(top - speed, 0.0) / gains
        way = (speed + top) / 2 * speeds_up
        if way < left:
            seconds = speeds_up + (left - way) / top
        else:
            seconds = (sqrt(speed * speed + 2.0 * gains * max(left, 0.0)) - speed) / gains
        wanted = (0.5 if self.foot == 0 else 0.0) + self.rule.share / 2  # the left one is second
        return remainder(wanted - phase - seconds / self._stride, 1.0)


def _up_to(value: float, gain: float, most: float) -> float:
    return min(max(gain * value, -most), most)
