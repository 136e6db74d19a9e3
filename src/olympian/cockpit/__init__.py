"""The web page, and the run behind it."""

from olympian.cockpit.headless import HeadlessResult, run_headless
from olympian.cockpit.session import Session

__all__ = ["HeadlessResult", "Session", "run_headless"]
