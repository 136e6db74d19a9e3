"""The process beside the loop, as the loop has it: a pipe, and what was asked through it."""

import atexit
import os
import pickle
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable
from multiprocessing import Pipe
from typing import Any

from olympian.beside.memory import Bytes, Lying, SharedBytes, send_memory
from olympian.errors import OlympianError

MAKE, CALL, DROP = b"M", b"C", b"D"
"""First byte of a message."""
GENTLE = {"LP_NUM_THREADS": "0"}
"""Mesa draws with every core there is unless it is told not to, and then the loop waits."""
PATIENCE = 2.0
"""Seconds at the end of the program for what it is still doing."""


class Process:
    """Everything sent there is answered once, in the order of sending."""

    _running: "dict[int, Process]" = {}  # noqa: RUF012 - one for the whole program
    _starting = threading.Lock()

    @classmethod
    def of_this_program(cls, lane: int = 0) -> "Process":
        """The one that runs in this lane, or a new one."""
        with cls._starting:
            if lane not in cls._running or cls._running[lane].ended:
                cls._running[lane] = cls()
            return cls._running[lane]

    def __init__(self) -> None:
        self._pipe, theirs = Pipe()
        # no fork, which would inherit locks and OpenGL, and not `multiprocessing`'s spawn, which
        # would run the user's program once more
        begin = f"import sys; sys.path[:] = {sys.path!r}; from olympian.beside.server import serve"
        self._child = subprocess.Popen(
            [sys.executable, "-c", f"{begin}; serve({theirs.fileno()})"],
            stdin=subprocess.DEVNULL,
            stdout=2,  # the program's own results stay alone
            pass_fds=[theirs.fileno()],
            env={**GENTLE, **os.environ},
            start_new_session=True,  # Ctrl-C is for the loop, with which this one ends
        )
        theirs.close()
        self.left: deque[int] = deque()
        """Objects that nobody has any more; a collector comes at any time, so they wait here."""
        self._lock = threading.RLock()
        self._sent = self._received = self._made = 0
        self._answers: dict[int, tuple[bool, Any]] = {}
        self._forgotten: set[int] = set()
        atexit.register(self._end)

    @property
    def ended(self) -> bool:
        """Is there nobody any more who would answer?"""
        return self._child.poll() is not None

    def make(self, factory: Callable[..., Any], args: Any, shared: int) -> tuple[int, Bytes]:
        """Have an object made; its number, and the memory that is shared with it."""
        with self._lock:
            self._made += 1
            self.forget(self._send(MAKE, (self._made, factory, args)))
            return self._made, send_memory(self._pipe, self._child.pid, shared)

    def ask(self, key: int, args: Any) -> int:
        """Have an object called; the number of the answer."""
        with self._lock:
            while self.left:
                self.forget(self._send(DROP, self.left.popleft()))
            return self._send(CALL, (key, args))

    def ready(self, ticket: int) -> bool:
        """Has this answer come?"""
        with self._lock:
            while self._received < self._sent and self._pipe.poll():
                self._receive()
            return ticket in self._answers

    def answer(self, ticket: int) -> Any:
        """Wait for an answer; raises what was raised there."""
        with self._lock:
            while ticket not in self._answers:
                self._receive()
            worked, result = self._answers.pop(ticket)
        if worked:
            return result
        raise result

    def forget(self, ticket: int) -> None:
        """Throw an answer away, come or not."""
        with self._lock:
            if self._answers.pop(ticket, None) is None:
                self._forgotten.add(ticket)

    def _send(self, kind: bytes, content: Any) -> int:
        try:
            self._pipe.send_bytes(kind + pickle.dumps(content, pickle.HIGHEST_PROTOCOL))
        except OSError as error:
            raise self._gone() from error
        self._sent += 1
        return self._sent

    def _receive(self) -> None:
        try:
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise self._gone() from error
        self._received += 1
        if self._received in self._forgotten:
            self._forgotten.remove(self._received)
        else:
            self._answers[self._received] = answer

    def _gone(self) -> OlympianError:
        return OlympianError(f"the process beside the loop ended with code {self._child.wait()}")

    def _end(self) -> None:
        self._pipe.close()
        try:
            self._child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._child.kill()


class Helper:
    """An object that lives in the other process, and is called there in the order of asking.

    All helpers of a lane share one process, which begins with the first of them and ends with the
    program. It is no copy of the program: what is made there must be importable.
    """

    def __init__(
        self, factory: Callable[..., Any], *args: Any, shared: int = 1, lane: int = 0
    ) -> None:
        """Begin to make `factory(*args)` there, and do not wait for it.

        Args:
            shared: bytes of memory that both have, for arrays: a pipe is slow for pictures.
            lane: number of the process: whoever has work for several cores names several.
        """
        self._process = Process.of_this_program(lane)
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
