"""Keys from a terminal, one at a time, and lines of numbers for what takes some."""

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from olympian.cockpit.session import Session
from olympian.errors import OlympianError

ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
"""By the last letter of their escape sequences, `ESC [ A` or `ESC O A`."""
NAMED = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace", "\x1b": "esc"}
ENDINGS = (signal.SIGTERM, signal.SIGHUP) if sys.platform != "win32" else (signal.SIGTERM,)


class TerminalKeys:
    """What was typed since the last look. A terminal tells of no key that goes up."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._escape = b""
        self.ended = False
        """Has the terminal gone away?"""

    def read(self) -> list[str]:
        """Keys typed since the last call, arrows by name; never waits."""
        typed = b""
        while not self.ended and select.select([self._descriptor], [], [], 0)[0]:
            part = os.read(self._descriptor, 1024)
            self.ended = not part
            typed += part
        return key_names(self._with_escape(typed).decode(errors="ignore"))

    def _with_escape(self, typed: bytes) -> bytes:
        """What was typed; an escape at its end waits until no sequence can follow any more."""
        whole, self._escape = self._escape + typed, b""
        if typed.endswith(b"\x1b"):
            whole, self._escape = whole[:-1], b"\x1b"
        return whole


def key_names(typed: str) -> list[str]:
    """Keys in what a terminal sent: of escape sequences, only arrows are known."""
    keys, rest = [], typed
    while rest:
        if rest.startswith(("\x1b[", "\x1bO")):
            end = next((i for i, c in enumerate(rest[2:], 2) if c.isalpha() or c == "~"), len(rest))
            if arrow := ARROWS.get(rest[end : end + 1]):
                keys.append(arrow)
            rest = rest[end + 1 :]
        else:
            if rest[0] in NAMED or rest[0].isprintable():
                keys.append(NAMED.get(rest[0], rest[0]))
            rest = rest[1:]
    return keys


@contextmanager
def terminal_keys(stream: TextIO) -> Iterator[TerminalKeys]:
    """Single keys from a terminal, which afterwards is as it was, whatever happened.

    Raises:
        OlympianError: this system has no such terminals.
    """
    try:
        import termios
        import tty
    except ImportError as error:
        raise OlympianError(
            "no single keys from a terminal on this system; use --page, or pipe keys in"
        ) from error
    descriptor = stream.fileno()
    before = termios.tcgetattr(descriptor)
    handlers = {number: signal.signal(number, _end) for number in ENDINGS}
    try:
        tty.setcbreak(descriptor)
        during = termios.tcgetattr(descriptor)
        # a stopped job would leave the shell with our settings
        during[6][termios.VSUSP] = os.fpathconf(descriptor, "PC_VDISABLE").to_bytes(1, "little")
        termios.tcsetattr(descriptor, termios.TCSADRAIN, during)
        yield TerminalKeys(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _end(number: int, _frame: object) -> None:
    """Leave through the `finally` of whoever is running, with the shell's code for the signal."""
    raise SystemExit(128 + number)


AGAIN = "0"
ENTER, ERASE, LEAVE = ("enter", "\r", "\n"), ("backspace", "\x7f", "\b"), ("esc", "\x1b")
"""By name from a terminal, as they stand from a text."""


class Keyboard:
    """Keys go to the pilot; while a line is open they are its letters instead."""

    def __init__(self) -> None:
        self._command = ""
        self._text = ""

    @property
    def is_writing(self) -> bool:
        """Is a line open?"""
        return bool(self._command)

    def line(self, session: Session) -> str:
        """The open line as the display shows it; empty if there is none."""
        if not self.is_writing:
            return ""
        asked = session.commander.commands.get(self._command)
        names = " ".join(asked.numbers) if asked else ""
        return f"{self._command.replace('_', ' ')} {names}: {self._text}▏ Enter, or Esc"

    def press(self, session: Session, key: str) -> None:
        """Obey a key, or write it down."""
        if self.is_writing:
            self._write(session, key)
        elif key == AGAIN:
            session.reset()
        elif key in ENTER + ERASE:
            return
        elif command := session.pilot.takes_numbers(key):
            self._command, self._text = command, ""
        else:
            session.pilot.down(key)

    def _write(self, session: Session, key: str) -> None:
        if key in ENTER:
            session.pilot.ask(self._command, self._text.split())
            self._command = ""
        elif key in LEAVE:
            self._command = ""
        elif key in ERASE:
            self._text = self._text[:-1]
        elif len(key) == 1:
            self._text += key
