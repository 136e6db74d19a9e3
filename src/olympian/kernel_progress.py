"""What people see while kernels compile: a counting line, and only if it takes a while."""

import sys
import time
from collections.abc import Callable
from typing import TextIO

PATIENCE = 1.5
"""Seconds of silence that nobody minds."""
REPEAT_TERMINAL, REPEAT_LOG = 0.2, 20.0
"""Seconds between two counts: a terminal's line is written over, lines of a log stay."""


class KernelProgress:
    """Counts compiled kernels on stderr; silent while `quiet`, and where nothing compiles."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        stream: Callable[[], TextIO] = lambda: sys.stderr,
    ) -> None:
        self.quiet = False
        """Set where only a document may be printed."""
        self.patience = PATIENCE
        """Seconds of compiling that pass in silence."""
        self._clock, self._stream = clock, stream
        self._depth = self._count = 0
        self._spent = self._begun = 0.0
        self._told: float | None = None
        self._remarks: list[str] = []

    def remark(self, sentence: str) -> None:
        """Say something, once, when the first kernel is compiled."""
        self._remarks.append(sentence)

    def start(self) -> None:
        """A kernel begins to compile; others may do so within it."""
        if self._depth == 0:
            self._begun = self._clock()
            self._say_remarks()
        self._depth += 1
        self._tell()

    def end(self) -> None:
        """A kernel is compiled."""
        self._depth -= 1
        self._count += 1
        self._tell()
        if self._depth == 0:
            self._spent += self._clock() - self._begun
            if self._told is not None and self._terminal():
                self._write("\r\x1b[K")

    def _tell(self) -> None:
        now = self._clock()
        spent = self._spent + now - self._begun
        repeat = REPEAT_TERMINAL if self._terminal() else REPEAT_LOG
        if (
            self.quiet
            or spent < self.patience
            or (self._told is not None and now - self._told < repeat)
        ):
            return
        self._told = now
        line = f"olympian: compiling, once: {self._count} kernels in {spent:.0f} s"
        self._write(f"\r{line}\x1b[K" if self._terminal() else f"{line}\n")

    def _say_remarks(self) -> None:
        if not self.quiet:
            for sentence in self._remarks:
                self._write(f"olympian: {sentence}\n")
            self._remarks.clear()

    def _terminal(self) -> bool:
        return self._stream().isatty()

    def _write(self, text: str) -> None:
        self._stream().write(text)
        self._stream().flush()


progress = KernelProgress()
"""Of this process."""
