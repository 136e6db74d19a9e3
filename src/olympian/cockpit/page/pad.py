"""The driving pad of the page: a button per key, who holds which, and how presses come back."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import count
from pathlib import Path

import msgspec
import viser

from olympian.cockpit.keys import ALIASES, DRIVE, NAMES, Binding
from olympian.cockpit.pilot import Pilot

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


CHANNEL = "driver keys"
"""Label of the text field through which pad.js reports; pad.js hides it."""
SCRIPT = (Path(__file__).parent / "pad.js").read_text()
STYLE = (Path(__file__).parent / "pad.css").read_text()
PAGES = count(1)
PER_ROW = 3
"""Commands side by side, as in pad.css."""


class Pad:
    """Buttons for the modes and for the commands of the present one; keys do the same.

    The viewer has no events for keys that go up, so a script (pad.js) listens in the browser.
    """

    def __init__(
        self, gui: viser.GuiApi, pilot: Pilot, put: Callable[[Callable[[], None]], None]
    ) -> None:
        """Args: put: hands something to do to the thread of the run."""
        self._pilot = pilot
        self._put = put
        self._held = HeldKeys()
        self.buttons: dict[str, Callable[[], None]] = {}
        """Buttons elsewhere on the page that are reported in the same way, by their keys."""
        self._page = f"{time.time_ns()}-{next(PAGES)}"
        self._shown = ""
        machine = pilot.machine
        self._most = max(_taps(machine.commands(mode)) for mode in machine.modes)
        channel = gui.add_text(CHANNEL, "")
        self._html = gui.add_html("")

        @channel.on_update
        async def reported(event: viser.GuiEvent[viser.GuiTextHandle]) -> None:
            # in the event loop, so that reports stay in order
            browser, text = event.client_id, channel.value
            if browser is not None:
                put(lambda: self._obey(self._held.report(browser, text, time.monotonic())))

        self.show()

    def gone(self, browser: int) -> None:
        """A browser was closed: it holds nothing any more."""
        self._obey(self._held.gone(browser))

    def show(self, caption: str = "") -> None:
        """Draw the keys anew if they mean something else now; let go what nobody holds.

        Args: caption: of the show that is on, if one is: any key or click is reported then.
        """
        self._obey(self._held.silent(time.monotonic()))
        machine = self._pilot.machine
        content = pad_html(
            self._pilot.bindings(), machine.mode, self._page, self._most, caption=caption
        )
        if content != self._shown:
            self._shown = self._html.content = content

    def _obey(self, changes: list[KeyChange]) -> None:
        for change in changes:
            if (press := self.buttons.get(change.key)) is None:
                (self._pilot.down if change.is_down else self._pilot.up)(change.key)
            elif change.is_down:
                press()


def pad_html(
    keys: tuple[Binding, ...], mode: str, page: str, most: int = 0, *, caption: str = ""
) -> str:
    """The pad as HTML, with the script that makes it work.

    Args:
        page: changes with each session, so that the browser forgets old presses.
        most: commands that any mode has besides those that drive: there is room for so many.
        caption: of a show.
    """
    modes = "".join(_button(one, one.command == mode) for one in keys if one.kind == "mode")
    orders = "".join(_button(one) for one in keys if one.kind == "order")
    drive = "".join(_button(one) for one in keys if _drives(one))
    commands = "".join(_button(one) for one in keys if one.kind == "command" and not _drives(one))
    # what takes numbers has fields on the page instead
    asks = "".join(_button(one) for one in keys if one.kind == "ask" and not one.numbers)
    aliases = {name: ALIASES.get(key, key) for name, key in (NAMES | ALIASES).items()}
    spelled = escape(msgspec.json.encode(aliases).decode(), quote=True)
    # scripts do not run in inserted HTML, but handlers do; an empty picture fails at once
    start = f'<img src="data:," alt="" hidden onerror="{escape(SCRIPT, quote=True)}">'
    show = f'<div id="olympian-show" role="status">{escape(caption)}</div>' if caption else ""
    rows = -(-most // PER_ROW)
    return (
        f'<style>{STYLE}</style>{show}<div id="olympian-pad" data-page="{page}"'
        f' data-aliases="{spelled}"{" data-show" if caption else ""}>'
        f'<p>{_how_to(keys)}</p><div class="modes">{modes}</div><div class="drive">{drive}</div>'
        f'<div class="commands" style="--rows:{rows}">{commands}</div>'
        f'<div class="orders">{orders}{asks}</div></div>{start}'
    )


def _taps(commands: Mapping[str, str]) -> int:
    return sum(name not in DRIVE for name in commands)


def _drives(one: Binding) -> bool:
    return one.command in DRIVE and one.kind in ("command", "drive")


def _how_to(keys: tuple[Binding, ...]) -> str:
    """What to do with the keys, in a line that is there in every mode."""
    if any(one.held for one in keys):
        return "<b>Hold</b> a key or button to move: let go, and it stops. <b>Tap</b> the others."
    if any(_drives(one) for one in keys):
        return "<b>Tap</b> a key or button: each tap is one step, or one movement."
    return "<b>Tap</b> a key or button: each acts once."


def _button(one: Binding, chosen: bool = False) -> str:
    label = escape(one.command.replace("_", " "))
    key = escape(one.key, quote=True)
    pressed = ' class="chosen" aria-pressed="true"' if chosen else ""
    held = "hold: " if one.held else ""
    return (
        f'<button type="button" tabindex="-1" data-key="{key}" title="{held}{escape(one.meaning)}"'
        f'{pressed}><kbd aria-hidden="true">{key}</kbd> {label}</button>'
    )
