"""A page from its opening to its end: of a robot that was chosen, or of a program's own."""

import os
import sys
import webbrowser
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from olympian.cockpit.session import Session
from olympian.errors import OlympianError
from olympian.humanoid import Humanoid

if TYPE_CHECKING:
    from olympian.cockpit.page.serve import Cockpit


def has_screen() -> bool:
    """Is there a screen that a browser could open on?"""
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(display) or sys.platform in ("darwin", "win32")


def serve_page(
    session: Session,
    host: str,
    port: int,
    seconds: float | None,
    tell: Callable[[str], None],
    *,
    browser: bool,
    show: bool = False,
) -> None:
    """Serve a page until it is ended, or for `seconds`.

    Args:
        tell: hears where the page is, and what could not be done.
        browser: open the page there, where there is a screen.
        show: begin with one for the first visitor.
    """
    cockpit = _open(session, host, port, tell, browser=browser, show=show)
    try:
        cockpit.run(seconds, tell)
    finally:
        cockpit.close()


def show_robot(
    humanoid: Humanoid,
    others: Sequence[Humanoid],
    host: str,
    port: int,
    seconds: float | None,
    *,
    browser: bool,
    block: bool,
) -> "Cockpit":
    """A page on a robot that somebody brought; see `Humanoid.show`."""
    missing = len(humanoid.simulation.robots) - 1 - len(others)
    if block and missing:
        raise OlympianError(
            f"{len(humanoid.simulation.robots)} robots share the simulation, and {missing} would"
            " stand still: show(other, …) lets them go on"
        )
    cockpit = _open(Session(humanoid, others), host, port, _say, browser=browser)
    if not block:
        cockpit.follow()
        return cockpit
    try:
        cockpit.run(seconds, _say)
    except KeyboardInterrupt:
        _say("the page is closed")
    finally:
        cockpit.close()
    return cockpit


def _open(
    session: Session,
    host: str,
    port: int,
    tell: Callable[[str], None],
    *,
    browser: bool,
    show: bool = False,
) -> "Cockpit":
    from olympian.cockpit.page.serve import Cockpit  # what draws pages takes a while to load

    cockpit = Cockpit(session, host, port, show=show)
    reach = "your network, by this address only" if "token" in cockpit.url else "this machine only"
    name = session.humanoid.robot.name
    tell(f"{name} on {cockpit.url} (open to {reach}); Ctrl-C ends it")
    if browser and has_screen():
        webbrowser.open(cockpit.url)
    return cockpit


def _say(line: str) -> None:
    """To the person at the terminal: a program's own words are on stdout."""
    print(line, file=sys.stderr)
