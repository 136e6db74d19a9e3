"""The web page, and the run behind it."""

from olympian.cockpit.headless import HeadlessResult, run_headless
from olympian.cockpit.open_page import has_screen, serve_page, show_robot
from olympian.cockpit.session import Session

__all__ = [
    "HeadlessResult",
    "Session",
    "has_screen",
    "run_headless",
    "serve_page",
    "show_robot",
]
