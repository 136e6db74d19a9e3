"""One scenario under way: what the layer above holds of it."""

from inspect import CO_COROUTINE
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
FAILED, CANCELLED = JobStatus.FAILED, JobStatus.CANCELLED


class ScenarioRun(Job):
    """Status, reason and feedback of a scenario; awaiting it gives it back when it has ended.

    Whatever way it ends, what it had begun in the layers below ends with it. An `async def` is
    called at its first tick: one that is replaced before has done nothing and costs next to that.
    """

    __slots__ = ("_engine", "_why", "args", "began", "ended", "feedback", "kwargs", "scenario")

    def __init__(
        self,
        engine: "ScenarioEngine[Any, Any]",
        scenario: ScenarioFunction,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        self._task: Any = None
        self._engine = engine
        self.scenario = scenario
        self.args = args
        self.kwargs = kwargs
        self.status = RUNNING
        self._why: str | ScenarioFunction = ""
        self.began = engine.t
        self.ended: float | None = None
        self.feedback: Any = None
        """Its latest word to the layer above: progress, or what it makes of the world."""
        try:  # the call of an `async def` does nothing yet; what else it is shows only then
            waits = scenario.__code__.co_flags & CO_COROUTINE  # type: ignore[union-attr]
        except AttributeError:
            waits = False
        if not waits:
            self._task = begin(scenario, engine.me, args, kwargs)

    @property
    def what(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Its name, with what it was given."""
        named = (f"{key}={_short(value)}" for key, value in self.kwargs.items())
        return f"{name_of(self.scenario)}({', '.join([*map(_short, self.args), *named])})"

    @property
    def reason(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Why it failed or was cancelled; put into words only when somebody asks."""
        why = self._why
        return why if isinstance(why, str) else f"{name_of(why)} came instead"

    @property
    def layer(self) -> ScenarioLayer:
        """Where it runs."""
        return self._engine.layer

    def step(self) -> None:
        """Go on by one tick; its engine does this."""
        if self.status is not RUNNING:
            return
        try:
            if self._task is None:
                self._task = begin(self.scenario, self._engine.me, self.args, self.kwargs)
            self._task.send(None)
        except StopIteration:
            self._end(DONE, "")
        except OlympianError as error:
            self._end(FAILED, str(error))
        except Exception as error:
            self._end(FAILED, f"{type(error).__name__}: {error}")
            self._engine.note(self, error)

    def cancel(self, why: str | ScenarioFunction = "cancelled") -> None:
        """Give it up; what it has to clean up is done before this returns, below it first.

        Args: why: in words, or the scenario that comes instead.
        """
        if self.status is not RUNNING:
            return
        engine, task = self._engine, self._task
        if engine.busy:
            raise OlympianError(
                f"{self.what} cannot cancel itself: return, or raise ScenarioFailedError"
            )
        below = engine.below
        if below is not None and below.run is not None:
            below.run.cancel(why)
        self.status = CANCELLED
        self._why = why
        self.ended = engine.t
        if task is not None:
            self._task = None
            self._close(task)
        if (tell := engine.planner.tell) is not None:
            tell(self)

    def _close(self, task: Any) -> None:
        """Let it clean up."""
        try:
            task.close()
        except Exception as error:
            self._why = f"{self.reason}; then {_unclean(error)}"
            self._engine.note(self, error)

    def _end(self, status: JobStatus, reason: str) -> None:
        engine = self._engine
        if (below := engine.below) is not None and below.run is not None:
            below.run.cancel(f"{name_of(self.scenario)} ended")
        self.status, self._why = status, reason
        self.ended, self._task = engine.t, None
        if (tell := engine.planner.tell) is not None:
            tell(self)


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
