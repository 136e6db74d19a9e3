"""Concurrent scenario based planning (CSBP): coroutines in four layers that decide all at once."""

from olympian.decision.csbp.context import ScenarioContext
from olympian.decision.csbp.drawing import draw_trace
from olympian.decision.csbp.engine import ScenarioEngine
from olympian.decision.csbp.planner import ScenarioPlanner
from olympian.decision.csbp.run import ScenarioRun
from olympian.decision.csbp.scenario import ScenarioFailedError, ScenarioLayer, Setpoint
from olympian.decision.csbp.trace import ScenarioSpan, ScenarioTrace

__all__ = [
    "ScenarioContext",
    "ScenarioEngine",
    "ScenarioFailedError",
    "ScenarioLayer",
    "ScenarioPlanner",
    "ScenarioRun",
    "ScenarioSpan",
    "ScenarioTrace",
    "Setpoint",
    "draw_trace",
]
