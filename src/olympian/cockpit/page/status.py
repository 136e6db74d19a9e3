"""Words about a session in rows whose heights never change, so that nothing below them moves."""

from collections.abc import Mapping
from html import escape

import viser

from olympian.cockpit.summary import Summary

STYLE = (
    "<style>.olympian-rows{display:grid;grid-template-columns:max-content 1fr;column-gap:0.7em;"
    "padding:0 0.75em;margin:0 0 0.5em;font-size:0.8rem;line-height:1.3}"
    ".olympian-rows dt{opacity:0.6}"
    ".olympian-rows dd{margin:0;height:1.3em;overflow:hidden;white-space:nowrap;"
    "text-overflow:ellipsis}.olympian-rows dd.two{height:2.6em;white-space:normal}</style>"
)
LONG = ("settings", "says")
"""Rows with room for two lines."""
NOTHING = "–"


class StatusView:
    """Two tables of the page: what matters to a driver, and further down what may matter."""

    def __init__(self, gui: viser.GuiApi) -> None:
        self._html = gui.add_html(rows_html({"robot": "starting …"}))
        self._details: viser.GuiHtmlHandle | None = None

    def add_details(self, gui: viser.GuiApi) -> None:
        """Put the second table here."""
        self._details = gui.add_html(rows_html({}))

    def show(self, now: Summary, real_time_factor: float) -> None:
        """Bring both up to date."""
        self._html.content = rows_html(status(now))
        if self._details is not None:
            self._details.content = rows_html(details(now, real_time_factor))


def status(now: Summary) -> dict[str, str]:
    """What a driver wants to know, by what it is."""
    return {
        "robot": f"{now.robot} on {now.world}: {now.verdict}",
        "does": now.situation,
        "mode": f"{now.mode} · {now.state}",
        "place": f"{now.place} of its start",
        "speed": now.speed,
        "balance": now.balance,
        "goal": now.navigation,
        "settings": now.parameters,
        "says": now.message,
    }


def details(now: Summary, real_time_factor: float) -> dict[str, str]:
    """What may be asked for."""
    return {
        "time": f"{now.t}, real time × {real_time_factor:.2f}",
        **({"opponent": now.opponent} if now.opponent else {}),
        "head": now.gaze,
        "hardest": now.hardest,
        "hottest": now.hottest,
        "clamped": now.clamped,
    }


def rows_html(rows: Mapping[str, str]) -> str:
    """A table with one row per name; what does not fit is in its tooltip."""
    cells = (
        f'<dt>{escape(name)}</dt><dd class="{"two" if name in LONG else "one"}"'
        f' title="{escape(value, quote=True)}">{escape(value) or NOTHING}</dd>'
        for name, value in rows.items()
    )
    return f'{STYLE}<dl class="olympian-rows">{"".join(cells)}</dl>'
