"""Which frame comes next, and one under way: the move, the rest, the wait for what is felt."""

from collections import deque

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.motion.animate.built import BuiltFrame, BuiltSet
from olympian.motion.skill import SkillStatus
from olympian.records import RobotState


class FrameCursor:
    """Walks through a set: init once, the loop so often or until told to stop, final once.

    A set given by `renew` is used from the next phase or loop cycle on: parameters of a walk change
    between steps, not within one.
    """

    def __init__(self, built: BuiltSet, loops: int | None = None) -> None:
        """Args: loops: cycles to play; None goes on until `stop`, 0 skips the loop."""
        if loops is not None and loops < 0:
            raise OlympianError(f"set '{built.name}': {loops} loops; give 0 or more")
        if loops == 0:
            built.sequence(0)
        self.built = built
        self.loops_done = 0
        self._loops = loops
        self._waiting = deque(built.init)
        self._in_final = False

    @property
    def stopping(self) -> bool:
        """Will no other loop cycle begin?"""
        return self._loops is not None and self.loops_done >= self._loops

    def stop(self) -> None:
        """Begin no other cycle: what is under way is finished, and then the final phase."""
        self._loops = 0

    def renew(self, built: BuiltSet) -> None:
        """Take the frames of `built` from the next phase or cycle on."""
        self.built = built

    def next(self) -> BuiltFrame | None:
        """The frame to go to now, or None at the end."""
        if not self._waiting and not self._in_final and not self.stopping and self.built.loop:
            self._waiting.extend(self.built.loop)
            self.loops_done += 1
        if not self._waiting and not self._in_final:
            self._in_final = True
            self._waiting.extend(self.built.final)
        return self._waiting.popleft() if self._waiting else None


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
