"""Keys and sticks that are held in browsers, and let go where a browser falls silent."""

from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["SILENCE", "HeldKeys", "KeyChange"]

SILENCE = 0.5
"""Seconds without a word after which all that a browser holds is let go: the dead man. It speaks
ten times a second as long as it holds anything."""


@dataclass(frozen=True)
class KeyChange:
    """A key that went down or up."""

    key: str
    is_down: bool


@dataclass
class _Hands:
    heard: float = 0.0
    keys: dict[str, None] = field(default_factory=dict)
    """Held, in the order in which they went down."""

    def hold(self, held: Iterable[str]) -> list[KeyChange]:
        """From now on just these are held."""
        now = dict.fromkeys(held)
        changes = [KeyChange(key, is_down=False) for key in self.keys if key not in now]
        changes += [KeyChange(key, is_down=True) for key in now if key not in self.keys]
        self.keys = now
        return changes


class HeldKeys:
    """Turns lists of what is held into changes, each once.

    A browser that falls silent has let go; when it is heard again, what it still holds goes down
    again.
    """

    def __init__(self) -> None:
        self._browsers: dict[int, _Hands] = {}

    def report(self, browser: int, held: Iterable[str], now: float) -> list[KeyChange]:
        """What is new, where these keys are held at time `now`."""
        hands = self._browsers.setdefault(browser, _Hands())
        hands.heard = now
        return hands.hold(held)

    def silent(self, now: float) -> list[KeyChange]:
        """Releases on behalf of browsers that were not heard of for too long."""
        return [
            change
            for hands in self._browsers.values()
            if hands.keys and now - hands.heard > SILENCE
            for change in hands.hold(())
        ]

    def gone(self, browser: int) -> list[KeyChange]:
        """Releases on behalf of a browser that was closed, or that does not drive any more."""
        hands = self._browsers.pop(browser, None)
        return hands.hold(()) if hands else []
