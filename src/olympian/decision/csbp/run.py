"""One scenario under way: what the layer above holds of it."""

from typing import TYPE_CHECKING, Any

from olympian.decision.csbp.scenario import (
    ScenarioFunction,
    ScenarioLayer,
    Setpoint,
    begin,
    name_of,
)
from olympian.decision.job import Job, JobStatus
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from olympian.decision.csbp.engine import ScenarioEngine

__all__ = ["ScenarioRun"]

RUNNING, DONE = JobStatus.RUNNING, JobStatus.DONE


class ScenarioRun(Job):
    """Status, reason and feedback of a scenario; awaiting it gives it back when it has ended.

    Whatever way it ends, what it had begun in the layers below ends with it.
    """

    __slots__ = ("_engine", "args", "began", "ended", "feedback", "kwargs", "scenario")

    def __init__(
        self,
        engine: "ScenarioEngine[Any, Any]",
        scenario: ScenarioFunction,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        self._task: Any = begin(scenario, engine.me, args, kwargs)
        self._engine = engine
        self.scenario, self.args, self.kwargs = scenario, args, kwargs
        self.status, self.reason = RUNNING, ""
        self.began, self.ended = engine.t, None
        self.feedback: Any = None
        """Its latest word to the layer above: progress, or what it makes of the world."""

    @property
    def what(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Its name, with what it was given."""
        named = (f"{key}={_short(value)}" for key, value in self.kwargs.items())
        return f"{name_of(self.scenario)}({', '.join([*map(_short, self.args), *named])})"

    @property
    def layer(self) -> ScenarioLayer:
        """Where it runs."""
        return self._engine.layer

    def step(self) -> None:
        """Go on by one tick; its engine does this."""
        if self.status is not RUNNING:
            return
        try:
            self._task.send(None)
        except StopIteration:
            self._end(DONE, "")
        except OlympianError as error:
            self._end(JobStatus.FAILED, str(error))
        except Exception as error:
            self._end(JobStatus.FAILED, f"{type(error).__name__}: {error}")
            self._engine.note(self, error)

    def cancel(self, why: str = "cancelled") -> None:
        """Give it up; what it has to clean up is done before this returns, below it first."""
        if self.status is not RUNNING:
            return
        engine, task = self._engine, self._task
        if engine.busy:
            raise OlympianError(
                f"{self.what} cannot cancel itself: return, or raise ScenarioFailedError"
            )
        if (below := engine.below) is not None and below.run is not None:
            below.run.cancel(why)
        self.status, self.reason = JobStatus.CANCELLED, why
        self.ended, self._task = engine.t, None
        try:
            task.close()
        except Exception as error:
            self.reason = f"{why}; then {_unclean(error)}"
            engine.note(self, error)
        engine.planner.tell(self)

    def _end(self, status: JobStatus, reason: str) -> None:
        engine = self._engine
        if (below := engine.below) is not None and below.run is not None:
            below.run.cancel(f"{name_of(self.scenario)} ended")
        self.status, self.reason = status, reason
        self.ended, self._task = engine.t, None
        engine.planner.tell(self)


def _short(value: object) -> str:
    if isinstance(value, Setpoint):
        return _short(value.value)
    text = f"{value:g}" if isinstance(value, float) else " ".join(repr(value).split())
    return text if len(text) <= 40 else f"{text[:39]}…"


def _unclean(error: Exception) -> str:
    """What went wrong at its end; Python's own words for one that awaits there explain nothing."""
    if isinstance(error, RuntimeError) and "GeneratorExit" in str(error):
        return "it waited for a tick while it was cancelled, where there is none"
    return f"{type(error).__name__}: {error}"
