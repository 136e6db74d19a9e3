"""What concurrent scenarios cost: a hundred that go on, and a hundred that replace each other."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

import msgspec

from olympian.decision.csbp import ScenarioContext, ScenarioPlanner

SCENARIOS = 100
WARM_UP = 50


class ScenarioRow(msgspec.Struct, frozen=True):
    """A hundred scenarios in one tick."""

    what: str
    scenarios: int
    min_us: float
    """Of all of them together."""
    median_us: float


async def idle(me: ScenarioContext[None, None]) -> None:
    """Wait for the next tick, for ever."""
    while True:
        await me.tick()


async def replacing(me: ScenarioContext[None, None], scenarios: int) -> None:
    """Change its mind about the layer below so often in every tick."""
    while True:
        for _ in range(scenarios):
            me.below.switch(idle)
        await me.tick()


def measure(
    ticks: int = 2000, progress: Callable[[float], None] = lambda _: None
) -> list[ScenarioRow]:
    """Planners of four layers that go on; a layer switched 100 times; 100 layers switched once."""
    crowd = [_full() for _ in range(SCENARIOS // 4)]
    resumed = _times(ticks, lambda t: [planner.step(t, None) for planner in crowd])
    progress(0.3)
    restless = ScenarioPlanner(None, None)
    restless.behaviour.switch(replacing, SCENARIOS)
    replaced = _times(ticks, lambda t: restless.step(t, None))
    progress(0.6)
    begun = [ScenarioPlanner(None, None) for _ in range(SCENARIOS)]
    changed = _times(ticks, lambda t: [_change(planner, t) for planner in begun])
    progress(1.0)
    for planner in (*crowd, restless, *begun):
        planner.close()
    return [
        ScenarioRow("each goes on by a tick", SCENARIOS, *resumed),
        ScenarioRow("each is replaced by another", SCENARIOS, *replaced),
        ScenarioRow("each begins, and is replaced a tick later", SCENARIOS, *changed),
    ]


def _change(planner: ScenarioPlanner[None, None], t: float) -> None:
    """What began in the last tick is closed, and the next one begins; a planner of its own each."""
    planner.motion.switch(idle)
    planner.step(t, None)


def _full() -> ScenarioPlanner[None, None]:
    planner = ScenarioPlanner(None, None)
    for engine in planner.engines:
        engine.switch(idle)
    return planner


def _times(ticks: int, tick: Callable[[float], object]) -> tuple[float, float]:
    """Smallest and median duration of a tick, in microseconds."""
    spent: list[float] = []
    for index in range(ticks + WARM_UP):
        begin = perf_counter()
        tick(index * 0.01)
        spent.append((perf_counter() - begin) * 1e6)
    return min(spent[WARM_UP:]), median(spent[WARM_UP:])
