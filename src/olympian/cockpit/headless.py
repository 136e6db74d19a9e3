"""A run without a page: a short drive where there is room for one, and how it went."""

import time
from collections.abc import Callable

import msgspec
import numpy as np

from olympian.cockpit.session import Session
from olympian.decision.modes.run import RUN

WALK, STAND = "walk", "stand"
NO_ROOM = ("stairs", "ring")
"""Worlds in which a walk straight ahead ends at a step, or in an opponent."""
START, STOP = 0.1, 0.6
"""Shares of the run at which the walk begins, and at which it is told to end."""
SHORTEST = 8.0
"""Seconds; a shorter run would end in mid step."""


class HeadlessResult(msgspec.Struct, frozen=True):
    """Outcome of a run."""

    robot: str
    world: str
    did: str
    """walked, or stood and why it did not walk"""
    seconds: float
    seed: int
    fell: bool
    fell_at_s: float | None
    """When it fell first."""
    down_s: float
    """How long it lay in all."""
    min_torso_height_m: float
    moved_m: float
    """From where it started, as the crow flies."""
    real_time_factor: float


def run_headless(
    session: Session, seconds: float, progress: Callable[[float], None] | None = None
) -> HeadlessResult:
    """Simulate for `seconds` as fast as the machine can.

    A robot that can walk walks ahead if there is room and time for it; every other one is shoved
    where it stands.
    """
    dt = session.humanoid.body.dt
    ticks = max(1, round(seconds / dt))
    mode = next((one for one in (RUN, WALK) if one in session.humanoid.machine.modes), "")
    stays = _stays(session, mode, seconds)
    session.tick()  # compiles what is compiled on first use
    begun = session.simulation.true_pose(session.humanoid.robot.torso)[:2, 3]
    started = time.perf_counter()
    down: list[float] = []
    for tick in range(ticks - 1):
        if not stays:
            _drive(session, mode, tick, ticks)
        elif tick == round(START * ticks):
            session.push(90.0, session.fair_push)
        session.tick()
        if session.watch.fell:
            down.append((tick + 2) * dt)
        if progress and tick % 50 == 0:
            session.humanoid.breaker.call("progress", progress, tick / ticks)
    wall = time.perf_counter() - started
    simulated = (ticks - 1) * dt
    moved = session.simulation.true_pose(session.humanoid.robot.torso)[:2, 3] - begun
    return HeadlessResult(
        robot=session.humanoid.robot.name,
        world=session.world_name,
        did=f"stood ({stays})" if stays else "walked",
        seconds=ticks * dt,
        seed=session.simulation.seed,
        fell=session.falls > 0,
        fell_at_s=round(down[0], 3) if down else None,
        down_s=round(len(down) * dt, 3),
        min_torso_height_m=round(session.watch.min_torso_height, 4),
        moved_m=round(float(np.linalg.norm(moved)), 3),
        real_time_factor=round(simulated / wall, 2) if wall > 0 and simulated > 0 else 0.0,
    )


def _stays(session: Session, mode: str, seconds: float) -> str:
    """Why a robot does not walk; empty if it does."""
    if not mode:
        return "it has no walk: olympian tune walk finds one"
    if session.simulation.world.name in NO_ROOM:
        return f"there is no room to walk on {session.world_name}"
    return "" if seconds >= SHORTEST else f"a walk takes {SHORTEST:g} s or more"


def _drive(session: Session, mode: str, tick: int, ticks: int) -> None:
    """Do what a driver would: choose the walk, go, stop."""
    if tick == round(START * ticks):
        session.humanoid.machine.select(mode)
        session.humanoid.machine.press("forward")
    elif tick == round(STOP * ticks):
        session.humanoid.machine.select(STAND)
