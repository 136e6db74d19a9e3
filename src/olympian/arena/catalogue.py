"""Events by name, and names that stand for several."""

from collections.abc import Iterable

from olympian.arena.event import Event
from olympian.arena.events import (
    Fight,
    Freeze,
    Getup,
    Moves,
    Race,
    Sidestep,
    Sprint,
    StairsDown,
    StairsUp,
    Turn,
)
from olympian.arena.events.fight import LOW, STANCE
from olympian.errors import OlympianError, unknown

__all__ = ["EVENTS", "GROUPS", "OLYMPICS", "choose_events"]

_ALL: tuple[Event, ...] = (
    Race(),
    Sprint(),
    Freeze(),
    Turn(),
    Sidestep(),
    StairsUp(),
    StairsDown(),
    Getup("getup_front", ("front",)),
    Getup("getup_back", ("back",)),
    Getup("getup_side", ("left", "right")),
    Fight("fight", STANCE, "that holds its guard", 0.8, "95 %"),
    Fight("fight_low", LOW, "that holds its arms low", 0.5, "80 %"),
    Fight("fight_copy", None, "that fights back", 0.0, "50 %"),
    Moves(),
)
_ASIDE: tuple[Event, ...] = (
    StairsUp("stairs_up_50", height=0.05),
    StairsDown("stairs_down_50", height=0.05),
)
"""Aims: run only when asked for by name."""
OLYMPICS = tuple(event.name for event in _ALL)
"""All events of the Olympics, in the order of the scoreboard."""
EVENTS: dict[str, Event] = {event.name: event for event in (*_ALL, *_ASIDE)}
"""Everything that can be asked for."""
GROUPS = {
    "all": OLYMPICS,
    "stairs": ("stairs_up", "stairs_down"),
    "stairs_50": ("stairs_up_50", "stairs_down_50"),
    "fights": ("fight", "fight_low", "fight_copy"),
    "getup": ("getup_front", "getup_back", "getup_side"),
}


def choose_events(names: Iterable[str]) -> tuple[str, ...]:
    """The events that `names` and groups stand for, in the order of the scoreboard."""
    chosen: set[str] = set()
    for name in names:
        if name not in EVENTS and name not in GROUPS:
            raise unknown("event", name, (*EVENTS, *GROUPS))
        chosen |= set(GROUPS.get(name, (name,)))
    if not chosen:
        raise OlympianError(f"no events given; choose from {', '.join((*EVENTS, *GROUPS))}")
    return tuple(name for name in EVENTS if name in chosen)
