"""One layer: the engine that runs its active scenario."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

import numpy as np

from olympian.decision.csbp.context import ScenarioContext
from olympian.decision.csbp.run import ScenarioRun
from olympian.decision.csbp.scenario import (
    ScenarioLayer,
    Setpoint,
    name_of,
)
from olympian.decision.job import JobStatus
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from olympian.decision.csbp.planner import ScenarioPlanner

Given = ParamSpec("Given")
Value = TypeVar("Value")
World = TypeVar("World")
Body = TypeVar("Body")
RUNNING = JobStatus.RUNNING
MOST_SWITCHES = 1000
"""In one tick: whoever begins more forgot to wait for a tick between them."""


class ScenarioEngine(Generic[World, Body]):
    """Runs one scenario at a time; a new one cancels the one before, in the same tick."""

    def __init__(
        self,
        planner: "ScenarioPlanner[World, Body]",
        layer: ScenarioLayer,
        below: "ScenarioEngine[World, Body] | None",
    ) -> None:
        self.planner, self.layer, self.below = planner, layer, below
        self.run: ScenarioRun | None = None
        """What runs, or what ran last."""
        self.busy = False
        """Is its scenario in the middle of a tick?"""
        self.t = 0.0
        self.me: ScenarioContext[World, Body] = ScenarioContext(self)
        self._switches = 0

    def __str__(self) -> str:
        return f"{self.layer.value}: {'idle' if self.run is None else self.run}"

    @property
    def active(self) -> ScenarioRun | None:
        """What runs now."""
        return self.run if self.run is not None and self.run.status is RUNNING else None

    def switch(
        self,
        scenario: Callable[Concatenate[Any, Given], Any],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> ScenarioRun:
        """Begin a scenario; the one before is cancelled at once, with all that it had begun.

        It takes its first step in this tick if the layer above calls this, else in the next.
        """
        if self.busy:
            raise OlympianError(
                f"'{name_of(scenario)}' cannot come instead of the {self.layer.value} that asks:"
                " return, or await it"
            )
        run = self.run
        if run is not None and run.status is RUNNING:
            run.cancel(scenario)
        self._switches += 1
        if self._switches > MOST_SWITCHES:
            raise OlympianError(
                f"'{name_of(scenario)}' is the {self._switches}th {self.layer.value} of one tick:"
                " `await me.tick()` between them"
            )
        self.run = run = ScenarioRun(self, scenario, args, kwargs)
        self.planner.trace.add(run)
        return run

    def keep(
        self,
        scenario: Callable[Concatenate[Any, Given], Any],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> ScenarioRun:
        """Let it go on if it runs with these very arguments, else switch to it."""
        run = self.active
        if run is not None and run.scenario is scenario and _same(run, args, kwargs):
            return run
        return self.switch(scenario, *args, **kwargs)

    def steer(self, scenario: Callable[[Any, Setpoint[Value]], Any], value: Value) -> ScenarioRun:
        """Give a new setpoint to a scenario that runs, else switch to it with this one."""
        run = self.active
        if run is not None and run.scenario is scenario and type(run.args[0]) is Setpoint:
            run.args[0].value = value
            return run
        return self.switch(scenario, Setpoint(value))

    def cancel(self, why: str = "cancelled") -> None:
        """End what runs here, and below."""
        if self.run is not None:
            self.run.cancel(why)

    def step(self) -> None:
        """Let the scenario go on by one tick."""
        self._switches = 0
        run = self.run
        if run is None or run.status is not RUNNING:
            return
        self.busy = True
        try:
            run.step()
        finally:
            self.busy = False

    def note(self, run: ScenarioRun, error: Exception) -> None:
        """A scenario raised what it should not: say so, once for each of them."""
        self.planner.breaker.note(
            f"{self.layer.value} {name_of(run.scenario)}", error, "the scenario ended"
        )


def _same(run: ScenarioRun, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Was it begun with these arguments? Arrays are compared element by element."""
    if len(run.args) != len(args) or run.kwargs.keys() != kwargs.keys():
        return False
    pairs = [*zip(run.args, args, strict=True), *((run.kwargs[key], kwargs[key]) for key in kwargs)]
    return all(
        one is other or (type(one) is type(other) and bool(np.all(one == other)))
        for one, other in pairs
    )
