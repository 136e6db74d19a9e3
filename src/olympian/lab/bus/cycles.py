"""Cycles of goals and positions over a real pty, ours and the SDK's by turns."""

import gc
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from statistics import median
from time import perf_counter

import msgspec

from olympian.lab.bus.case import CASES, BusCase
from olympian.lab.bus.limit import wire_limit
from olympian.lab.bus.master import Master, OlympianMaster, SdkMaster
from olympian.lab.bus.rig import served

__all__ = ["CycleRow", "measure_cycles"]

BLOCK = 20
"""Cycles before it is the other's turn, and so many again that are not timed: who has just opened a
port has caches to fill."""


class CycleRow(msgspec.Struct, frozen=True):
    """Median cycles of one case; the SDK's is None where it is not installed."""

    line: str
    cycle_ms: float
    wire_limit_ms: float
    """Of wire, servos and adapter, for this way of asking."""
    ratio_to_limit: float
    sdk_cycle_ms: float | None
    best_cycle_ms: float
    best_sdk_cycle_ms: float | None
    unanswered: float
    """Share of all positions that did not come within a cycle."""


def measure_cycles(
    rounds: int,
    progress: Callable[[float], None] | None = None,
    cases: Sequence[BusCase] = CASES,
) -> list[CycleRow]:
    """One row per case. Args: rounds: blocks of cycles for each of the two."""
    rows = []
    for case in cases:
        rows.append(_measured(case, rounds))
        if progress:
            progress(len(rows) / len(cases))
    return rows


def _measured(case: BusCase, rounds: int) -> CycleRow:
    masters: list[type[Master]] = [OlympianMaster]
    if find_spec("dynamixel_sdk"):
        masters.append(SdkMaster)
    times: dict[type[Master], list[float]] = {master: [] for master in masters}
    missing: list[int] = []
    with served(case) as paths:
        for _ in range(rounds):
            for master in masters:
                seconds, came = _block(master, case, paths)
                times[master] += seconds
                if master is OlympianMaster:
                    missing += [case.servos - count for count in came]
    return _row(case, times[OlympianMaster], times.get(SdkMaster), missing)


def _block(
    kind: type[Master], case: BusCase, paths: Mapping[str, str]
) -> tuple[list[float], list[int]]:
    """Seconds of each cycle, and how many servos answered in it."""
    master = kind(case, paths)  # pyright: ignore[reportCallIssue]  # a protocol has no constructor
    for _ in range(BLOCK):
        master.cycle()
    times, came = [], []
    gc.disable()
    for _ in range(BLOCK):
        begin = perf_counter()
        came.append(master.cycle())
        times.append(perf_counter() - begin)
    gc.enable()
    master.close()
    return times, came


def _row(case: BusCase, ours: list[float], sdk: list[float] | None, missing: list[int]) -> CycleRow:
    limit = wire_limit(case)
    return CycleRow(
        line=case.name,
        cycle_ms=1e3 * median(ours),
        wire_limit_ms=1e3 * limit,
        ratio_to_limit=median(ours) / limit,
        sdk_cycle_ms=1e3 * median(sdk) if sdk else None,
        best_cycle_ms=1e3 * min(ours),
        best_sdk_cycle_ms=1e3 * min(sdk) if sdk else None,
        unanswered=sum(missing) / (len(missing) * case.servos),
    )
