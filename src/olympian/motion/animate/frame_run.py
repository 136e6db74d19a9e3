"""One frame under way: the move to it, the rest in it, the wait for what should be felt."""

from olympian.geometry import Vec
from olympian.motion.animate.built import BuiltFrame
from olympian.motion.skill import SkillStatus
from olympian.records import RobotState

__all__ = ["FrameRun"]

ROUNDING = 1e-9
"""Seconds; ticks add up to the end of a frame only nearly."""


class FrameRun:
    """Time within one frame. `status` says when the next may begin, or that the wait was vain."""

    def __init__(self, frame: BuiltFrame, q_start: Vec, t: float = 0.0) -> None:
        """Args: t: seconds that belong to this frame already, left over from the one before."""
        self.frame = frame
        self._move = frame.move_from(q_start)
        self._rest = self._move.duration + frame.hold
        self._t = t
        self.status = SkillStatus.RUNNING

    @property
    def q(self) -> Vec:
        """Where the joints should be now."""
        return self._move.at(self._t).q

    @property
    def arrived(self) -> bool:
        """Were the joints sent to the very end of the move?"""
        return self._t >= self._move.duration - ROUNDING

    @property
    def left_over(self) -> float:
        """Seconds by which a tick went past the end; none where it had to wait."""
        return max(0.0, self._t - self._rest) if self.frame.wait is None else 0.0

    def step(self, state: RobotState, dt: float) -> None:
        """Let `dt` pass."""
        self._t += dt
        wait = self.frame.wait
        if self._t < self._rest - ROUNDING:
            return
        if wait is None or wait.met(self.frame.q, state):
            self.status = SkillStatus.DONE
        elif self._t - self._rest >= wait.timeout - ROUNDING:
            self.status = SkillStatus.FAILED
