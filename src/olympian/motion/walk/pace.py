"""How fast to go: the command within the robot's limits, and what it takes to get there."""

import numpy as np

from olympian.geometry import Place, Vec
from olympian.motion.top_speed import TopSpeed
from olympian.motion.walk.config import WalkConfig
from olympian.records import Twist

STILL = 1e-3
"""m/s and rad/s below which a command means to stand."""
FURTHEST = 0.5
"""rad off its heading that it turns back: what a shove has turned it further, it leaves."""


class Pace:
    """A command that grows no faster than allowed, corrected by what the legs did."""

    def __init__(self) -> None:
        self.wish = Twist()
        """The last command, within the limits."""
        self.ramp = [0.0, 0.0, 0.0]
        """What is asked of the feet now: ahead, left, turning."""
        self._correction: Vec = np.zeros(3)
        self._done: Vec = np.zeros(3)
        self._heading = self._faced = 0.0
        self._back = 0.0

    @property
    def wanted(self) -> bool:
        """Is it asked to go anywhere?"""
        return max(map(abs, self._wish)) > STILL

    @property
    def still(self) -> bool:
        """Has it slowed down to nothing?"""
        return max(map(abs, self.ramp)) < STILL

    def command(self, twist: Twist, top: TopSpeed) -> str:
        """Take a command; what was wrong with it."""
        self.wish, said = top.admit(twist)
        return said

    def tick(self, config: WalkConfig, dt: float) -> None:
        """Come nearer to the command."""
        ramp = self.ramp
        if self._wish == (ramp[0], ramp[1], ramp[2]):
            return
        for axis, (wish, most) in enumerate(
            zip(self._wish, config.limits.acceleration, strict=True)
        ):
            way = wish - ramp[axis]
            ramp[axis] += min(max(way, -dt * most), dt * most)

    def rest(self) -> None:
        """From a standstill."""
        self.ramp = [0.0, 0.0, 0.0]

    def correct(self, config: WalkConfig, stride: Place, seconds: float, heading: float) -> None:
        """Ask for more or less until the legs do what is asked for.

        Args:
            stride: what the last step added, in `seconds`.
            heading: after it, by the odometry.
        """
        self._hold(config, heading)
        rule = config.speed
        if not rule.on:
            return
        done = np.array(stride) / seconds
        # over two steps the sway to the side cancels
        mean, self._done = (done + self._done) / 2, done
        most = rule.most * np.array(config.limits.top_speed)
        steady = np.abs(np.subtract(self._wish, self.ramp)) < STILL
        ahead, left, turn = self.ramp
        asked = np.array([ahead, left, turn + self._back])
        change = np.array(rule.gain) * (asked - mean) * steady
        self._correction = np.clip(self._correction + change, -most, most)

    def _hold(self, config: WalkConfig, heading: float) -> None:
        """Turn back to the heading in which the last turn ended."""
        # over two steps the twist of the trunk cancels
        faces, self._faced = (heading + self._faced) / 2, heading
        if max(abs(self.ramp[2]), abs(self.wish.turn)) > STILL:
            self._heading = faces
        away = min(max(faces - self._heading, -FURTHEST), FURTHEST)
        self._heading = faces - away
        rule, most = config.heading, config.heading.most * config.limits.top_speed[2]
        self._back = min(max(-rule.gain * away, -most), most) if rule.on else 0.0

    def forgive(self) -> None:
        """Who is to stand needs no speed, whatever odometry still sees."""
        self._correction *= 0.5
        self._back = 0.0

    def planned(self, config: WalkConfig) -> tuple[float, float, float]:
        """Speeds that steps are made for: what soles and joints add by themselves is left out."""
        pattern = config.pattern
        ahead, left, turn = self.ramp
        more_ahead, more_left, more_turn = self._correction.tolist()
        by_ahead, by_left, by_turn = pattern.stride
        return (
            by_ahead * (ahead + more_ahead) - by_ahead * pattern.drift,
            by_left * (left + more_left),
            by_turn * (turn + more_turn + self._back),
        )

    @property
    def _wish(self) -> tuple[float, float, float]:
        return self.wish.forward, self.wish.left, self.wish.turn
