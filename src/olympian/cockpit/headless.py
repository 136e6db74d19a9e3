"""A run without a page: how long it stood, how low it got, how fast it went."""

import time
from collections.abc import Callable

import msgspec

from olympian.cockpit.session import Session

__all__ = ["HeadlessResult", "run_headless"]


class HeadlessResult(msgspec.Struct, frozen=True):
    """Outcome of a run."""

    robot: str
    world: str
    seconds: float
    seed: int
    fell: bool
    min_torso_height_m: float
    real_time_factor: float


def run_headless(
    session: Session, seconds: float, progress: Callable[[float], None] | None = None
) -> HeadlessResult:
    """Hold the ready pose for `seconds` of simulated time, as fast as the machine can."""
    ticks = max(1, round(seconds / session.loop.backend.dt))
    session.tick()  # compiles what is compiled on first use
    started = time.perf_counter()
    for tick in range(ticks - 1):
        session.tick()
        if progress and tick % 50 == 0:
            progress(tick / ticks)
    wall = time.perf_counter() - started
    simulated = (ticks - 1) * session.loop.backend.dt
    return HeadlessResult(
        robot=session.robot.name,
        world=session.world_name,
        seconds=ticks * session.loop.backend.dt,
        seed=session.simulation.seed,
        fell=session.watch.fell,
        min_torso_height_m=round(session.watch.min_torso_height, 4),
        real_time_factor=round(simulated / wall, 2) if wall > 0 and simulated > 0 else 0.0,
    )
