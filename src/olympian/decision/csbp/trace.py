"""Who was active in which layer, from when to when, and why it ended."""

from collections import deque
from dataclasses import dataclass
from math import inf

from olympian.decision.csbp.run import ScenarioRun
from olympian.decision.csbp.scenario import LAYERS, ScenarioLayer
from olympian.decision.job import JobStatus

__all__ = ["ScenarioSpan", "ScenarioTrace"]

MOST_SPANS = 4000
"""Ten minutes of a robot that changes its mind six times a second; older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class ScenarioSpan:
    """One scenario from its beginning to its end."""

    layer: ScenarioLayer
    what: str
    """Name and arguments."""
    began: float
    ended: float
    """The time of the trace's last tick while it runs."""
    status: JobStatus
    reason: str

    def __str__(self) -> str:
        said = f"{self.began:8.2f} … {self.ended:8.2f} s  {self.layer.value:9}  {self.what}"
        said += f"  {self.status.value}"
        return f"{said}: {self.reason}" if self.reason else said


class ScenarioTrace:
    """The last scenarios of all layers, in the order in which they began."""

    def __init__(self, most: int = MOST_SPANS) -> None:
        self.t = 0.0
        """Time of the last tick."""
        self._runs: deque[ScenarioRun] = deque(maxlen=most)
        self.add = self._runs.append
        """Note that a scenario begins."""

    def spans(self, begin: float = -inf, layer: ScenarioLayer | None = None) -> list[ScenarioSpan]:
        """Those that had not ended by `begin`, of one layer or all."""
        return [
            self._span(run)
            for run in self._runs
            if (run.ended is None or run.ended >= begin) and layer in (None, run.layer)
        ]

    def at(self, t: float) -> dict[ScenarioLayer, ScenarioSpan | None]:
        """What every layer was doing then; None for one that was idle or is forgotten."""
        found: dict[ScenarioLayer, ScenarioSpan | None] = dict.fromkeys(LAYERS)
        for run in self._runs:
            if run.began <= t and (run.ended is None or t < run.ended):
                found[run.layer] = self._span(run)
        return found

    def __str__(self) -> str:
        return "\n".join(map(str, self.spans()))

    def _span(self, run: ScenarioRun) -> ScenarioSpan:
        ended = self.t if run.ended is None else run.ended
        return ScenarioSpan(run.layer, run.what, run.began, ended, run.status, run.reason)
