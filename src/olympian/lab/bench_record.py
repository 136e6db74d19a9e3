"""What recording costs: two equal robots tick in turns, and one of them is recorded."""

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np

from olympian.breaker import STRICT
from olympian.humanoid import Humanoid
from olympian.records import Twist
from olympian.robot import load_robot
from olympian.seeds import TUNING

__all__ = ["RecordRow", "measure"]

ROBOTS = ("bioloid", "fumanoid", "wolfgang", "atlas")
AHEAD = Twist(forward=0.1)
BAR = 5.0
"""Percent of a tick that recording may take."""


class RecordRow(msgspec.Struct, frozen=True):
    """One robot that walks, or stands if it cannot."""

    robot: str
    tick_ms: float
    """Time there is for a tick."""
    plain_us: float
    """CPU time of the loop in a tick without recording, the body left out: median."""
    recorded_us: float
    """The same with recording."""
    writer_us: float
    """CPU time of the thread that writes the file, per tick."""
    share_percent: float
    """Of a tick, that recording takes in loop and thread together."""
    within_bar: bool
    kb_per_s: float


def measure(
    seconds: float = 10.0,
    seed: int = 0,
    robot: list[str] | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> list[RecordRow]:
    """A row per robot. Nothing is tuned to it: any seeds serve."""
    names = robot or ROBOTS
    return [
        _row(
            name,
            seconds,
            next(iter(TUNING.take(1, seed))),
            lambda part, n=n: progress((n + part) / len(names)),
        )
        for n, name in enumerate(names)
    ]


def _row(name: str, seconds: float, seed: int, progress: Callable[[float], None]) -> RecordRow:
    model = load_robot(name)
    plain, recorded = (Humanoid(model, seed=seed, breaker=STRICT) for _ in range(2))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.mcap"
        recorder = recorded.record(path)
        for one in (plain, recorded):
            if one.navigation is not None:
                one.walk(AHEAD)
            one.run(0.5)  # what is compiled on first use is compiled
        ticks = round(seconds / plain.body.dt)
        spent = np.zeros((ticks, 2))
        all_before, own_before = time.process_time(), time.thread_time()
        for tick in range(ticks):
            for column, one in enumerate((plain, recorded)):
                spent[tick, column] = _tick(one)
            if tick % 50 == 0:
                progress(tick / ticks)
        recorder.close()
        others = time.process_time() - all_before - (time.thread_time() - own_before)
        size = path.stat().st_size
    without, with_it = np.median(spent, axis=0)
    # the mean of the differences: what comes once a second counts, too
    extra = float(np.mean(spent[:, 1] - spent[:, 0])) + others / ticks
    share = 100 * extra / plain.body.dt
    return RecordRow(
        name, 1000 * plain.body.dt, round(without * 1e6, 1), round(with_it * 1e6, 1),
        round(others / ticks * 1e6, 1), round(share, 2), share <= BAR,
        round(size / 1000 / (seconds + 0.5), 1),
    )  # fmt: skip


def _tick(one: Humanoid) -> float:
    """CPU seconds of the loop in one tick; physics, which a real robot has not, is left out."""
    simulation, inside = one.simulation, 0.0
    advance = simulation.advance_if_all_wrote

    def timed() -> None:
        nonlocal inside
        begin = time.thread_time()
        advance()
        inside = time.thread_time() - begin

    vars(simulation)["advance_if_all_wrote"] = timed
    begin = time.thread_time()
    try:
        one.tick()
    finally:
        del vars(simulation)["advance_if_all_wrote"]
    return time.thread_time() - begin - inside
