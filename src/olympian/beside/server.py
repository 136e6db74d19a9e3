"""The life of the process beside the loop: make objects, call them, and end with the program."""

import os
import pickle
from contextlib import suppress
from multiprocessing.connection import Connection
from traceback import extract_tb
from typing import Any, NamedTuple

from olympian.beside.memory import Bytes, SharedBytes, receive_memory
from olympian.beside.process import DROP, MAKE


def serve(handle: int) -> None:
    """Answer what comes through a pipe until nobody is at its other end."""
    if hasattr(os, "SCHED_BATCH"):  # whoever wakes it up goes on first
        with suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    pipe, made = Connection(handle), dict[int, _Made]()
    while True:
        try:
            message = pipe.recv_bytes()
            memory = receive_memory(pipe) if message[:1] == MAKE else None
            pipe.send(_answer(message, memory, made))
        except (EOFError, OSError):
            return


class _Made(NamedTuple):
    what: Any
    memory: Bytes


def _answer(message: bytes, memory: Bytes | None, made: dict[int, _Made]) -> tuple[bool, Any]:
    """Did it work, and what came of it?"""
    try:
        content = pickle.loads(message[1:])  # from our own program
        if memory is not None:
            key, factory, args = content
            made[key] = _Made(_make(factory, args), memory)
            return True, None
        if message[:1] == DROP:
            made.pop(content).what.close()
            return True, None
        key, args = content
        return True, made[key].what(*(_found(one, made) for one in args))
    except Exception as error:
        return False, _told(error)


def _found(argument: Any, made: dict[int, _Made]) -> Any:
    if not isinstance(argument, SharedBytes):
        return argument
    return made[argument.key].memory[argument.start : argument.end]


def _make(factory: Any, args: Any) -> Any:
    try:
        return factory(*args)
    except Exception as error:
        return _Unmade(error)


class _Unmade:
    """Whoever asks for what could not be made hears why."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __call__(self, *_: Any) -> None:
        raise self._error

    def close(self) -> None:
        """There is nothing."""


def _told(error: Exception) -> Exception:
    """The same error as it can travel: tracebacks cannot, so a note says where it was raised."""
    last = extract_tb(error.__traceback__)[-1]
    error.add_note(f"({last.filename}:{last.lineno})")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
