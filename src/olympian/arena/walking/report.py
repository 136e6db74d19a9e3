"""The figures of one walking benchmark, under the names that programs look for."""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from olympian.arena.walking.bars import Bar
from olympian.arena.walking.course import Finding, Held
from olympian.arena.walking.ladder import Rung
from olympian.statistics import Rate

Number = float | None | UnsetType
"""Unset: not asked for. None: asked for, but no trial came far enough to measure it."""
Numbers = dict[str, float | None] | UnsetType


class RunConditions(msgspec.Struct, frozen=True, kw_only=True):
    """Under which conditions the figures hold."""

    versions: str
    walk: str
    """File of the one walk that all figures are measured with, or its name."""
    walk_sha256: str
    """Of its numbers, the first 16 digits: two runs with the same had the same walk."""
    seeds: str
    """Of the trials; an hour of driving goes on from the first, a seed a minute."""
    physics_dt: float
    tick_dt: float
    latency_ticks: int
    pace_m_s: float
    """At which it is pushed, and walks over tiles and ramps."""


class WalkReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured."""

    robot: str
    kind: str = "dynamic"
    """Of walk."""
    forward_m_s: Number = UNSET
    backward_m_s: Number = UNSET
    sideways_m_s: Number = UNSET
    turn_rad_s: Number = UNSET
    tracking_error: Number = UNSET
    push_ns: Numbers = UNSET
    open_loop_push_ns: Numbers = UNSET
    push_ratio: Number = UNSET
    """Worst direction with feedback over worst without; at least this, as levels are discrete."""
    tiles_mm: Number = UNSET
    ramp_deg: Number = UNSET
    low_voltage_m_s: Number = UNSET
    odometry_error_percent: Number = UNSET
    hour_falls: Number = UNSET
    duty_saturated: Number = UNSET
    clamped: Number = UNSET
    hottest_c: Number = UNSET
    """Of leg servos at half the top speed; the heat is that of ten minutes."""
    trials: int
    engine_us: Number = UNSET
    tracking: Numbers = UNSET
    ramp: Numbers = UNSET
    """The parts of which `tracking_error` and `ramp_deg` are the worst."""
    successes: dict[str, int]
    falls: dict[str, int]
    """By measure, at the level that is reported."""
    rates: dict[str, Rate]
    """The same with their 95 % interval."""
    tails: dict[str, float]
    """Where a figure is the median of trials: 5th percentile of speeds, 95th of errors."""
    held: dict[str, Held]
    """Speeds by measure: asked for, real, by how many, how straight."""
    rungs: dict[str, tuple[Rung, ...]]
    """Every level that was tried with all trials, falling; scouts had told where to begin."""
    conditions: RunConditions

    def value(self, bar: Bar) -> float | None:
        """The figure a bar is about, its worst part; None where there is none."""
        found = getattr(self, bar.key)
        if isinstance(found, Mapping):
            return worst(found)
        return None if found is UNSET else found


def worst(parts: Mapping[str, float | None]) -> float | None:
    """The least of several figures; None where one is missing."""
    values = list(parts.values())
    return None if None in values else min(value for value in values if value is not None)


def values(findings: Mapping[str, Finding]) -> dict[str, float | None]:
    """The bare figures."""
    return {name: finding.value for name, finding in findings.items()}
