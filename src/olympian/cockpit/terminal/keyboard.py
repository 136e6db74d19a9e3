"""A terminal's keyboard: single keys, and lines of numbers for what takes some."""

from olympian.cockpit.session import Session

__all__ = ["Keyboard"]

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
