"""Which frame comes next."""

from collections import deque

from olympian.errors import OlympianError
from olympian.motion.animate.built import BuiltFrame, BuiltSet

__all__ = ["FrameCursor"]


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
