"""What the page costs a run, and how soon what a driver does is a goal of a servo."""

import multiprocessing
import socket
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from olympian.cockpit.bench_visitors import DIGITS, visit
from olympian.cockpit.page.serve import Cockpit
from olympian.cockpit.real_time import RealTime
from olympian.cockpit.session import Session
from olympian.errors import OlympianError
from olympian.records import Semantic

__all__ = ["CockpitRow", "measure"]

HERE = "127.0.0.1"
LATENCY, SHARE, GROWTH = 30.0, 10.0, 20.0
"""Bars: ms besides a tick, percent of a tick, MB from the first quarter of a run to its end."""
PATIENCE = 30.0
"""Seconds for all visitors to come."""
PAGE_SIZE = 4096
JOINT_ENDS = 0.5
"""Degrees about which the joint is moved that is measured: less than a hand goes in a tick."""


class CockpitRow(msgspec.Struct, frozen=True):
    """One run with its visitors, each with the line of the page and the viewer's."""

    robot: str
    viewers: int
    seconds: float
    inputs: int
    latency_median_ms: float
    """From the moment a driver's browser speaks to the end of the tick with its goal."""
    latency_p95_ms: float
    latency_within_bar: bool
    page_us: float
    """CPU time of the page in all threads of the run's process, per tick."""
    share_percent: float
    """Of a tick."""
    share_within_bar: bool
    kb_per_s: float
    """To each visitor over the page's line."""
    growth_mb: float
    """Of the memory, from the first quarter on."""
    growth_within_bar: bool
    real_time_factor: float


def measure(
    robot: str = "fumanoid",
    viewers: int = 10,
    seconds: float = 300.0,
    seed: int = 0,
    progress: Callable[[float], None] = lambda _: None,
) -> list[CockpitRow]:
    """One row without visitors besides the driver, for a tenth of the time, and one with all."""
    counts = (1, viewers) if viewers > 1 else (1,)
    times = (seconds / 10, seconds) if viewers > 1 else (seconds,)
    return [
        _Run(robot, count, length, seed).row(lambda share, n=n: progress((n + share) / len(counts)))
        for n, (count, length) in enumerate(zip(counts, times, strict=True))
    ]


class _Pipe(Protocol):
    """One end of a pipe; its class depends on the system."""

    def poll(self) -> bool: ...
    def send(self, obj: Any) -> None: ...
    def recv(self) -> Any: ...


class _Run:
    def __init__(self, robot: str, viewers: int, seconds: float, seed: int) -> None:
        self._viewers, self._seconds = viewers, seconds
        self._session = Session.open(robot, "flat", seed)
        self._cockpit = Cockpit(self._session, HERE, _free_port())
        self._arrived: dict[float, float] = {}
        self._spent = 0.0
        model = self._session.humanoid.robot
        arm = next((limb for limb in model.limbs.values() if limb.kind != "leg"), None)
        joints = model.joint_names if arm is None else arm.chain.joint_names
        self._joint, self._row = joints[-1], model.joint_index[joints[-1]]
        self._ready = float(np.degrees(model.ready[self._row]))
        self._session.humanoid.after_tick.append(self._look)

    def row(self, progress: Callable[[float], None]) -> CockpitRow:
        """Run it."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        visitors = context.Process(
            target=visit,
            args=(theirs, self._cockpit.url, self._viewers, self._joint, self._ready, JOINT_ENDS),
            daemon=True,
        )
        visitors.start()
        pace = RealTime()
        try:
            self._wait(visitors, ours, pace)
            return self._measured(ours, pace, progress)
        finally:
            ours.close()
            visitors.join(5.0)
            visitors.kill()
            self._cockpit.close()
            self._session.humanoid.close()

    def _wait(self, visitors: SpawnProcess, ours: _Pipe, pace: RealTime) -> None:
        """Until all are here and the robot is ready."""
        until = time.perf_counter() + PATIENCE
        while not (ours.poll() and ours.recv() == "here"):
            self._tick(pace)
            if time.perf_counter() > until or not visitors.is_alive():
                raise OlympianError("the visitors of the page did not come: is the port blocked?")
        while self._session.humanoid.situation.state is not Semantic.CONTROLLABLE:
            self._tick(pace)

    def _measured(
        self, ours: _Pipe, pace: RealTime, progress: Callable[[float], None]
    ) -> CockpitRow:
        dt, ticks, slow = self._session.humanoid.body.dt, 0, list[float]()
        self._spent, memory = 0.0, 0.0
        sent = sum(one.sent for one in self._cockpit.line.visitors)
        ours.send("go")
        began, all_before, own_before = time.perf_counter(), time.process_time(), time.thread_time()
        while (passed := time.perf_counter() - began) < self._seconds:
            self._tick(pace)
            ticks += 1
            if not memory and passed > self._seconds / 4:
                memory = _memory()
            if ticks % 50 == 0:
                progress(passed / self._seconds)
                slow.append(pace.real_time_factor)
        others = time.process_time() - all_before - (time.thread_time() - own_before)
        bytes_sent = sum(one.sent for one in self._cockpit.line.visitors) - sent
        growth = (_memory() - memory) / 1e6
        ours.send("end")
        said: dict[float, float] = ours.recv()
        delays = self._delays(said)
        if len(delays) < 0.9 * len(said) or not delays:
            raise OlympianError(f"of {len(said)} inputs only {len(delays)} became goals")
        median, p95 = (float(np.percentile(delays, q)) for q in (50, 95))
        page = (self._spent + others) / ticks
        return CockpitRow(
            robot=self._session.humanoid.robot.name,
            viewers=self._viewers,
            seconds=round(self._seconds, 1),
            inputs=len(delays),
            latency_median_ms=round(median, 1),
            latency_p95_ms=round(p95, 1),
            latency_within_bar=p95 <= LATENCY + 1000 * dt,
            page_us=round(1e6 * page, 1),
            share_percent=round(100 * page / dt, 2),
            share_within_bar=100 * page / dt <= SHARE,
            kb_per_s=round(bytes_sent / 1000 / self._seconds / self._viewers, 1),
            growth_mb=round(growth, 1),
            growth_within_bar=growth <= GROWTH,
            real_time_factor=round(float(np.mean(slow or [1.0])), 2),
        )

    def _tick(self, pace: RealTime) -> None:
        """One of the run; what the page does in it is counted."""
        cockpit, session = self._cockpit, self._session
        before, inside = time.thread_time(), 0.0
        tick = session.tick

        def timed() -> object:
            nonlocal inside
            begin = time.thread_time()
            state = tick()
            inside = time.thread_time() - begin
            return state

        vars(session)["tick"] = timed
        try:
            cockpit.tick(pace, lambda _: None)
        finally:
            del vars(session)["tick"]
        self._spent += time.thread_time() - before - inside

    def _delays(self, said: dict[float, float]) -> list[float]:
        """Milliseconds to the goal; an input that another one overtook waits for that one's."""
        delays, arrived = list[float](), None
        for angle, spoken in reversed(said.items()):
            arrived = self._arrived.get(angle, arrived)
            if arrived is not None:
                delays.append(1000.0 * (arrived - spoken))
        return delays[::-1]

    def _look(self) -> None:
        """Which input has become a goal?"""
        verdict = self._session.humanoid.hcm.verdict
        if verdict is not None and verdict.goal.mask[self._row]:
            goal = round(float(np.degrees(verdict.goal.q[self._row])), DIGITS)
            self._arrived.setdefault(goal, time.monotonic())


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port


def _memory() -> float:
    """Bytes of this process that are in memory."""
    try:
        return PAGE_SIZE * float(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
