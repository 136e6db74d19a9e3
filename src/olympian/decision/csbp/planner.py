"""Concurrent scenario based planning: four layers, each with one scenario under way."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from olympian.breaker import Breaker
from olympian.decision.csbp.engine import ScenarioEngine
from olympian.decision.csbp.run import ScenarioRun
from olympian.decision.csbp.scenario import ScenarioLayer
from olympian.decision.csbp.trace import ScenarioTrace
from olympian.errors import OlympianError

__all__ = ["ScenarioPlanner"]

World = TypeVar("World")
Body = TypeVar("Body")


class ScenarioPlanner(Generic[World, Body]):
    """Steps strategy, role, behaviour and motion in this order, once a tick.

    A decision reaches the motion in the tick in which it is made; what a lower layer says of itself
    is seen above in the next one. There are no threads: the same world gives the same run.
    """

    def __init__(
        self,
        body: Body,
        world: World,
        *,
        tell: Callable[[ScenarioRun], None] | None = None,
        breaker: Breaker | None = None,
    ) -> None:
        """Args:
        body: what motions move.
        world: what all layers see before the first tick.
        tell: hears of every scenario that ended.
        breaker: hears of scenarios that raise what is no OlympianError.
        """
        self.body, self.world, self.tell = body, world, tell
        self.breaker = breaker or Breaker()
        self.trace = ScenarioTrace()
        self.motion = ScenarioEngine(self, ScenarioLayer.MOTION, None)
        self.behaviour = ScenarioEngine(self, ScenarioLayer.BEHAVIOUR, self.motion)
        self.role = ScenarioEngine(self, ScenarioLayer.ROLE, self.behaviour)
        self.strategy = ScenarioEngine(self, ScenarioLayer.STRATEGY, self.role)
        self.engines: tuple[ScenarioEngine[World, Body], ...] = (
            self.strategy,
            self.role,
            self.behaviour,
            self.motion,
        )
        self._stepping = False

    def __str__(self) -> str:
        return "\n".join(map(str, self.engines))

    def step(self, t: float, world: World) -> None:
        """Let every layer go on by one tick."""
        if self._stepping:
            raise OlympianError("a scenario let time pass by itself: await what it waits for")
        self.world, self.trace.t = world, t
        self._stepping = True
        try:
            for engine in self.engines:
                engine.t = t
            for engine in self.engines:
                engine.step()
        finally:
            self._stepping = False

    def close(self, why: str = "closed") -> None:
        """Cancel everything, and clean up: the lowest layer first."""
        for engine in self.engines:
            engine.cancel(why)

    def __enter__(self) -> "ScenarioPlanner[World, Body]":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
