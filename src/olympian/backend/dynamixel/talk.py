"""Talking on all buses at once; one that goes away does not silence the others."""

from collections.abc import Callable, Sequence

from olympian.backend.dynamixel.bus_servo import Talk
from olympian.backend.dynamixel.segment import Segment
from olympian.dynamixel import Bus, in_parallel
from olympian.errors import OlympianError


def talk(
    segments: Sequence[Segment], say: Callable[[Segment, Bus], Talk], now: float
) -> list[Segment]:
    """Carry out a plan on every bus that is there; those that went away meanwhile.

    The plans that were under way when a bus went are given up: it happens once.
    """
    there = [(segment, bus) for segment in segments if (bus := segment.cable.bus) is not None]
    work = [(bus, say(segment, bus)) for segment, bus in there]
    try:
        if len(work) == 1:
            work[0][0].do(work[0][1])
        else:
            in_parallel(work)
    except OlympianError:
        gone = [(segment, why) for segment, _ in there if (why := segment.cable.gone())]
        if not gone:
            raise
        for segment, why in gone:
            segment.lose(why, now)
        return [segment for segment, _ in gone]
    return []
