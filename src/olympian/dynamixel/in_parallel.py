"""Several buses at once, in one thread: together they cost the time of the slowest."""

from collections.abc import Sequence
from select import select
from typing import Any

from olympian.dynamixel.bus import Bus, PlanRun
from olympian.dynamixel.plans import Plan
from olympian.dynamixel.serial_port import SerialPort

__all__ = ["in_parallel"]

SLICE = 100e-6
"""Seconds for which one bus is waited for where ports cannot be waited for together."""


def in_parallel(work: Sequence[tuple[Bus, Plan[Any]]]) -> list[Any]:
    """The results of one plan for each bus: `in_parallel([(bus, bus.plans.sync_read(…)), …])`.

    Servos and adapters do the waiting, not this thread: it hands out questions, collects answers,
    and sleeps until the next of them comes.
    """
    if len(work) == 1:
        return [bus.do(plan) for bus, plan in work]
    tasks = [bus.start(plan) for bus, plan in work]
    while active := [task for task in tasks if not task.over]:
        for task in active:
            task.advance(task.port.now())
        _wait([task for task in active if not task.over])
    return [task.result for task in tasks]


def _wait(active: list[PlanRun[Any]]) -> None:
    """Until something can be read, or a question is due."""
    if not active:
        return
    now, until = active[0].port.now(), min(task.wake_at for task in active)
    lines = [task.port for task in active if isinstance(task.port, SerialPort)]
    if len(lines) == len(active):
        awake = any(line.awake for line in lines)
        select(lines, [], [], 0.0 if awake else max(0.0, until - now))
    else:
        for task in active:
            task.advance(min(until, now + SLICE))
