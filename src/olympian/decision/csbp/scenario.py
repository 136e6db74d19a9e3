"""What a scenario is: an `async def` that begins with its task, follows it, and ends with it."""

from collections.abc import Awaitable, Callable
from enum import Enum
from inspect import isasyncgenfunction
from types import CoroutineType
from typing import Any, Generic, TypeVar

from olympian.decision.job import Stepwise
from olympian.errors import OlympianError

Value = TypeVar("Value")
ScenarioFunction = Callable[..., Awaitable[None] | Stepwise]
"""`async def kick(me, ...)`, or a generator function that yields once a tick."""


class ScenarioLayer(Enum):
    """How abstract a decision is; the least abstract first."""

    MOTION = "motion"
    BEHAVIOUR = "behaviour"
    ROLE = "role"
    STRATEGY = "strategy"


LAYERS = tuple(ScenarioLayer)


class ScenarioFailedError(OlympianError):
    """Raised inside a scenario that cannot do its task; the layer above reads why."""


class Setpoint(Generic[Value]):
    """A value that the layer above may change while the scenario runs."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


def begin(
    scenario: ScenarioFunction, me: object, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Stepwise:
    """The scenario before its first tick.

    Raises: OlympianError: calling it gave nothing that goes on tick by tick.
    """
    task: Any = scenario(me, *args, **kwargs)
    if type(task) is CoroutineType or hasattr(task, "send"):
        return task
    name = name_of(scenario)
    what = "an async generator" if isasyncgenfunction(scenario) else type(task).__name__
    raise OlympianError(
        f"'{name}' is no scenario, it gave {what}: write `async def {name}(me, ...)`"
    )


def name_of(scenario: ScenarioFunction) -> str:
    """What a scenario is called in traces."""
    return getattr(scenario, "__name__", None) or type(scenario).__name__
