"""The log on the page: the latest lines, newest first, in a box that does not grow."""

from html import escape

import viser

from olympian.humanoid import EventLog

__all__ = ["LogView", "log_html"]

SHOWN = 50
STYLE = (
    "height:7.5em;overflow-y:auto;padding:0 0.75em;margin-bottom:0.5em;font-size:0.75rem;"
    "line-height:1.25;white-space:pre-wrap;font-family:monospace"
)


class LogView:
    """Draws a log anew when something was written."""

    def __init__(self, gui: viser.GuiApi, log: EventLog) -> None:
        self._log = log
        self._shown = 0
        self._html = gui.add_html(log_html([]))

    def show(self) -> None:
        """Bring the page up to date."""
        if self._log.written != self._shown:
            self._shown = self._log.written
            self._html.content = log_html(list(self._log.since(self._shown - SHOWN)))


def log_html(lines: list[str]) -> str:
    """Lines as HTML, the newest on top."""
    text = escape("\n".join(reversed(lines))) or "nothing happened yet"
    return f'<div role="log" style="{STYLE}">{text}</div>'
