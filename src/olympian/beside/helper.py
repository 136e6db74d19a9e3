"""One object in the process beside the loop, as the loop has it."""

import weakref
from collections.abc import Callable
from typing import Any

from olympian.beside.memory import Bytes, Lying, SharedBytes
from olympian.beside.process import Process


class Helper:
    """An object that lives in the other process, and is called there in the order of asking.

    All helpers of a program share one process, which begins with the first of them and ends with
    the program. It is no copy of the program: what is made there must be importable.
    """

    def __init__(self, factory: Callable[..., Any], *args: Any, shared: int = 1) -> None:
        """Begin to make `factory(*args)` there, and do not wait for it.

        Args: shared: bytes of memory that both have, for arrays: a pipe is slow for pictures.
        """
        self._process = Process.of_this_program()
        self._key, self.memory = self._process.make(factory, args, shared)
        self._end = weakref.finalize(self, self._process.left.append, self._key)

    memory: Bytes
    """What both have."""

    def region(self, start: int, end: int) -> SharedBytes:
        """Some of its shared bytes: an argument that is an array there."""
        return SharedBytes(self._key, start, end)

    def lying(self, region: SharedBytes) -> Lying:
        """What is in these bytes, for other helpers to be asked about."""
        return Lying(self._process, region)

    def reaches(self, there: Lying | None) -> bool:
        """Can it be asked about this, without a copy?"""
        return there is not None and there.process is self._process and not there.gone

    def ask(self, *args: Any) -> int:
        """Have it called with this; a ticket for the answer."""
        return self._process.ask(self._key, args)

    def ready(self, ticket: int) -> bool:
        """Is the answer there, so that nobody has to wait for it?"""
        return self._process.ready(ticket)

    def answer(self, ticket: int) -> Any:
        """What it returned; waits if need be, and raises what it raised."""
        return self._process.answer(ticket)

    def forget(self, ticket: int) -> None:
        """Nobody will ask for this answer."""
        self._process.forget(ticket)

    def close(self) -> None:
        """The object is not needed any more; harmless when called twice."""
        self._end()
