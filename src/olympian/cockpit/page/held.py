"""Keys held in browsers: who holds what, and who was last heard."""

from dataclasses import dataclass, field

SILENCE = 5.0
"""Seconds without a word from a browser after which its keys count as released. It reports five
times a second while a key is down, but one that draws without a GPU was seen busy for three."""
HELD = "="
"""First sign of the word that lists all keys held now, with commas before them: `=,w,a`."""


@dataclass(frozen=True)
class KeyChange:
    """A key that went down or up."""

    key: str
    is_down: bool


@dataclass
class _Browser:
    last_number: int = 0
    heard: float = 0.0
    keys: dict[str, None] = field(default_factory=dict)
    """Held, in the order in which they went down."""

    def apply(self, change: KeyChange) -> list[KeyChange]:
        """Take note of a change, if it is one."""
        if change.is_down == (change.key in self.keys):
            return []
        if change.is_down:
            self.keys[change.key] = None
        else:
            del self.keys[change.key]
        return [change]

    def differences(self, held: set[str]) -> list[KeyChange]:
        """What must have happened unheard, if just these are held now."""
        changes = [KeyChange(key, is_down=False) for key in self.keys if key not in held]
        changes += [KeyChange(key, is_down=True) for key in sorted(held) if key not in self.keys]
        return [done for change in changes for done in self.apply(change)]


class HeldKeys:
    """Turns the browsers' reports into changes, each once.

    A report lists a browser's latest changes with their numbers, and what is held: `7+w 8-w =,a`.
    The page sends only the last of several reports within 50 ms, so each must tell all. A browser
    that falls silent has let go; when it is heard again, what it still holds goes down again.
    """

    def __init__(self) -> None:
        self._browsers: dict[int, _Browser] = {}

    def report(self, browser: int, text: str, now: float) -> list[KeyChange]:
        """What is new in a report at time `now`; nonsense is nothing new."""
        known = self._browsers.setdefault(browser, _Browser())
        known.heard = now
        changes = []
        for word in text.split():
            if word.startswith(HELD):
                changes += known.differences(set(word.split(",")[1:]) - {""})
                continue
            number, change = _parse(word)
            if change is not None and number > known.last_number:
                known.last_number = number
                changes += known.apply(change)
        return changes

    def silent(self, now: float) -> list[KeyChange]:
        """Releases on behalf of browsers that were not heard of for too long."""
        return [
            change
            for browser in self._browsers.values()
            if now - browser.heard > SILENCE
            for change in browser.differences(set())
        ]

    def gone(self, browser: int) -> list[KeyChange]:
        """Releases on behalf of a browser that was closed."""
        known = self._browsers.pop(browser, None)
        return known.differences(set()) if known else []


def _parse(word: str) -> tuple[int, KeyChange | None]:
    digits = len(word) - len(word.lstrip("0123456789"))
    number, sign, key = word[:digits], word[digits : digits + 1], word[digits + 1 :]
    if not number or sign not in ("+", "-") or not key:
        return 0, None
    return int(number[:15]), KeyChange(key, sign == "+")
