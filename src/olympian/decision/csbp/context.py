"""What a scenario sees: the world, the time, the layer below, and in a motion the body."""

from collections.abc import Callable, Generator
from math import inf
from types import coroutine
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

from olympian.decision.csbp.scenario import ScenarioFailedError, ScenarioLayer
from olympian.decision.job import JobStatus
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from olympian.decision.csbp.engine import ScenarioEngine

__all__ = ["ScenarioContext"]

Given = ParamSpec("Given")
World = TypeVar("World")
Body = TypeVar("Body")


@coroutine
def _tick() -> Generator[None, None, None]:
    yield


class ScenarioContext(Generic[World, Body]):
    """The first argument of every scenario of a layer, by custom called `me`."""

    __slots__ = ("_engine",)

    def __init__(self, engine: "ScenarioEngine[World, Body]") -> None:
        self._engine = engine

    @property
    def world(self) -> World:
        """What the robot believes of the world in this tick; every layer sees it."""
        return self._engine.planner.world

    @property
    def body(self) -> Body:
        """What moves; for motions only.

        Raises: OlympianError: asked for above the lowest layer.
        """
        engine = self._engine
        if engine.below is not None:
            raise OlympianError(
                f"a {engine.layer.value} moves no body: switch the {engine.below.layer.value}"
                " below, me.below.switch(...)"
            )
        return engine.planner.body

    @property
    def below(self) -> "ScenarioEngine[World, Body]":
        """The layer that does what this one decides.

        Raises: OlympianError: asked for by a motion.
        """
        below = self._engine.below
        if below is None:
            raise OlympianError(
                f"a {ScenarioLayer.MOTION.value} has no layer below it: it moves me.body"
            )
        return below

    @property
    def t(self) -> float:
        """Time of this tick."""
        return self._engine.t

    @property
    def since(self) -> float:
        """When this scenario began."""
        run = self._engine.run
        return self.t if run is None else run.began

    def report(self, feedback: object) -> None:
        """Tell the layer above how far it is, or what it makes of the world."""
        if (run := self._engine.run) is not None:
            run.feedback = feedback

    tick = staticmethod(_tick)
    """`await me.tick()`: wait for the next tick."""

    async def sleep(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self.t + seconds
        while self.t < end:
            await _tick()

    async def until(self, holds: Callable[[], bool], within: float = inf) -> bool:
        """Wait until it holds, asked once a tick; False if it did not within these seconds."""
        end = self.t + within
        while not holds():
            if self.t >= end:
                return False
            await _tick()
        return True

    async def do(
        self,
        scenario: Callable[Concatenate[Any, Given], Any],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Any:
        """Have the layer below do this to its end; gives its feedback, and fails where it fails."""
        run = await self.below.switch(scenario, *args, **kwargs)
        if run.status is not JobStatus.DONE:
            raise ScenarioFailedError(run.reason)
        return run.feedback
