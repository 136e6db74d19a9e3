"""The web page, and the run behind it."""

from olympian.cockpit.headless import HeadlessResult, run_headless
from olympian.cockpit.keys import Binding
from olympian.cockpit.page import has_screen, serve_page, show_robot
from olympian.cockpit.real_time import RealTime
from olympian.cockpit.replay_session import ReplaySession
from olympian.cockpit.session import Session
from olympian.cockpit.situation_log import check_keys, follow, read_shove
from olympian.cockpit.summary import Summary, summarise

__all__ = [
    "Binding",
    "HeadlessResult",
    "RealTime",
    "ReplaySession",
    "Session",
    "Summary",
    "check_keys",
    "follow",
    "has_screen",
    "read_shove",
    "run_headless",
    "serve_page",
    "show_robot",
    "summarise",
]
