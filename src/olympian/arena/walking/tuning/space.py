"""What may be tuned of a walk, and between which bounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from olympian.arena.walking.tuning.build import Build
from olympian.errors import OlympianError
from olympian.motion.number_set import NumberSet


class Unit(Enum):
    """In what the bounds of a parameter are given, so that one table serves all robots."""

    PLAIN = "plain"
    """as the configuration has it"""
    LEG = "leg"
    """lengths of a leg"""
    HEIGHT = "height"
    """heights of the torso over the soles when it stands ready"""
    SPACING = "spacing"
    """distances between the soles when it stands ready"""
    TIME = "time"
    """seconds for a leg of 0.3 m; pendulums of other lengths swing by the root of that"""


@dataclass(frozen=True)
class Bound:
    """Lowest and highest value of one parameter, in a unit."""

    key: str
    """Dotted, as `NumberSet.value` takes it."""
    low: float
    high: float
    unit: Unit = Unit.PLAIN
    log: bool = False
    unset: float | None = None
    """Where to begin, in the unit, if the set leaves the parameter open."""
    serves: tuple[str, ...] = ()
    """Stabilisers without which it does nothing, if they are others than its own table."""


@dataclass(frozen=True)
class Range:
    """One parameter of a study, in the configuration's own unit."""

    key: str
    low: float
    high: float
    start: float
    log: bool = False


ANSWERS = ("ankle", "energy", "symmetry", "length", "capture", "level", "posture")
"""Stabilisers that act on what is felt and not usual."""

SPACE = (
    Bound("pattern.step_time", 0.18, 0.40, Unit.TIME),
    Bound("pattern.double_support", 0.02, 0.35),
    Bound("pattern.torso_height", 0.80, 0.99, Unit.HEIGHT, unset=0.95),
    Bound("pattern.spacing", 0.85, 1.6, Unit.SPACING, unset=1.0),
    Bound("pattern.lift", 0.04, 0.20, Unit.LEG),
    Bound("pattern.soft", 0.05, 0.45),
    Bound("pattern.lean_deg", -3.0, 12.0),
    Bound("pattern.lean_by_speed_deg", -10.0, 20.0),
    Bound("pattern.trim.0", -0.08, 0.08, Unit.LEG),
    Bound("pattern.trim.1", -0.06, 0.06, Unit.LEG),
    Bound("pattern.sway", 0.4, 1.4),
    Bound("pattern.stride.0", 0.6, 1.1),
    Bound("pattern.stride.1", 0.6, 1.1),
    Bound("pattern.drift", -0.1, 0.1),
    Bound("contact.earliest", 0.3, 0.95),
    Bound("contact.latest", 1.0, 1.8),
    Bound("ankle.gain.0", -3.0, 6.0),
    Bound("ankle.gain.1", -3.0, 6.0),
    Bound("energy.gain", -0.5, 0.5),
    Bound("symmetry.gain", -0.5, 1.0),
    Bound("length.gain", -0.3, 0.3, Unit.LEG),
    Bound("length.steepness", 5.0, 60.0, log=True),
    Bound("clearance.gain", 0.0, 1.5),
    Bound("clearance.filter", 0.0, 0.9),
    Bound("capture.gain.0", 0.0, 1.8),
    Bound("capture.gain.1", 0.0, 1.8),
    Bound("capture.gain.2", 0.0, 1.8),
    Bound("capture.growth", 0.0, 1.2),
    Bound("capture.certain.0", 0.1, 0.8, Unit.LEG),
    Bound("capture.certain.1", 0.1, 0.8, Unit.LEG),
    Bound("capture.certain.2", 0.1, 0.8, Unit.LEG),
    Bound("capture.hurry.0", 0.0, 3.0),
    Bound("capture.hurry.1", 0.0, 3.0),
    Bound("capture.hurry.2", 0.0, 3.0),
    Bound("level.share", 0.0, 0.95),
    Bound("level.follow", 0.005, 0.15, Unit.TIME, log=True),
    Bound("level.restore", 0.04, 0.6, Unit.TIME, log=True),
    Bound("posture.ankle.0", -0.5, 1.0),
    Bound("posture.ankle.1", -0.1, 0.15, Unit.TIME),
    Bound("posture.ankle.2", -0.5, 1.0),
    Bound("posture.ankle.3", -0.1, 0.15, Unit.TIME),
    Bound("posture.hip.0", -0.5, 1.0),
    Bound("posture.hip.1", -0.1, 0.15, Unit.TIME),
    Bound("posture.hip.2", -0.5, 1.0),
    Bound("posture.hip.3", -0.1, 0.15, Unit.TIME),
    Bound("predictor.ticks", 0.0, 5.0),
    Bound("habit.eager.0", 0.0, 20.0, serves=ANSWERS),
    Bound("habit.eager.1", 0.0, 20.0, serves=ANSWERS),
    Bound("speed.gain.0", 0.0, 0.2),
    Bound("speed.gain.1", 0.0, 0.2),
    Bound("speed.gain.2", 0.0, 0.3),
)
"""Everything worth tuning. Limits are no part of it: they are what the walk is tuned for."""


def search_space(
    build: Build, start: NumberSet, space: tuple[Bound, ...] = SPACE
) -> tuple[Range, ...]:
    """The parameters to tune from `start` on; those of stabilisers that are off do nothing.

    A start outside the bounds widens them: what is to be improved should be among the candidates.
    """
    return tuple(_range(bound, build, start) for bound in space if _acts(start, bound))


def _acts(config: NumberSet, bound: Bound) -> bool:
    tables = bound.serves or (bound.key.split(".")[0],)
    return any(getattr(config.value(table), "on", True) for table in tables)


def _range(bound: Bound, build: Build, config: NumberSet) -> Range:
    unit = _sizes(build)[bound.unit]
    low, high = unit * bound.low, unit * bound.high
    value = config.value(bound.key)
    if value is None:
        if bound.unset is None:
            raise OlympianError(f"parameter '{bound.key}' is open; give it a value to start at")
        value = unit * bound.unset
    if bound.log and value <= 0.0:
        raise OlympianError(f"parameter '{bound.key}' is {value:g}; it must start above 0")
    found = Range(bound.key, min(low, value), max(high, value), float(value), bound.log)
    for end in (found.low, found.high):
        try:
            config.changed({bound.key: end})
        except OlympianError as error:
            raise OlympianError(f"cannot search '{bound.key}' up to {end:g}: {error}") from error
    return found


def _sizes(build: Build) -> Mapping[Unit, float]:
    return {
        Unit.PLAIN: 1.0,
        Unit.LEG: build.leg,
        Unit.HEIGHT: build.height,
        Unit.SPACING: build.spacing,
        Unit.TIME: build.time_scale,
    }
