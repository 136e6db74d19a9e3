"""The Humanoid Olympics: events with a referee, scores and a report."""

from olympian.arena.conditions import Conditions
from olympian.arena.crew import Crew, default_workers, processes
from olympian.arena.event import Event, EventBar, Outcome, Score, Trial
from olympian.arena.folder import check_folder, save_folder
from olympian.arena.games import EVENTS, GROUPS, OLYMPICS, Games, Result, choose_events
from olympian.arena.report import MARKER, write_report

__all__ = [
    "EVENTS",
    "GROUPS",
    "MARKER",
    "OLYMPICS",
    "Conditions",
    "Crew",
    "Event",
    "EventBar",
    "Games",
    "Outcome",
    "Result",
    "Score",
    "Trial",
    "check_folder",
    "choose_events",
    "default_workers",
    "processes",
    "save_folder",
    "write_report",
]
