"""The Humanoid Olympics: events with a referee, scores and a report."""

from olympian.arena.catalogue import EVENTS, GROUPS, OLYMPICS, choose_events
from olympian.arena.conditions import Conditions
from olympian.arena.crew import default_workers
from olympian.arena.event import Bar, Event
from olympian.arena.games import Games, Result
from olympian.arena.report import MARKER, write_report
from olympian.arena.score import Score
from olympian.arena.trial import Outcome, Trial

__all__ = [
    "EVENTS",
    "GROUPS",
    "MARKER",
    "OLYMPICS",
    "Bar",
    "Conditions",
    "Event",
    "Games",
    "Outcome",
    "Result",
    "Score",
    "Trial",
    "choose_events",
    "default_workers",
    "write_report",
]
