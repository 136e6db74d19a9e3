"""Why the robot is in the state it is in, in words for its driver."""

from collections.abc import Callable
from enum import Enum

from olympian.decision.hcm.wishes import Wishes
from olympian.records import HealthReport


class Why(Enum):
    """What a branch of the tree gives as its reason."""

    SHUTDOWN = "shutdown"
    STOP = "stop"
    PENALTY = "penalty"
    MISSING = "missing"
    OVERLOAD = "overload"
    HEAT = "heat"
    BATTERY = "battery"
    IDLE = "idle"
    IMU = "imu"
    PRESSURE = "pressure"
    HANDS = "hands"


def in_words(why: Why, wishes: Wishes, health: HealthReport) -> str:
    """One line, with the culprit."""
    return _WORDS[why](wishes, health)


def _missing(health: HealthReport) -> str:
    if health.lost_limbs:
        return f"{', '.join(health.lost_limbs)}: no servo answers"
    return f"servo {', '.join(health.missing)} does not answer"


_WORDS: dict[Why, Callable[[Wishes, HealthReport], str]] = {
    Why.SHUTDOWN: lambda _wishes, _health: "switched off",
    Why.STOP: lambda wishes, _: f"stop: {wishes.stop.name.lower()}" if wishes.stop else "stop",
    Why.PENALTY: lambda _wishes, _health: "sent off by the referee",
    Why.MISSING: lambda _, health: _missing(health),
    Why.OVERLOAD: lambda _, health: f"servo {', '.join(health.overloaded)} gave up: overload",
    Why.HEAT: lambda _, health: f"servo {', '.join(health.overheated)} is too hot",
    Why.BATTERY: lambda _wishes, _health: "battery low",
    Why.IDLE: lambda _wishes, _health: "nobody needs it: any command wakes it",
    Why.IMU: lambda _wishes, _health: "inertial sensor repeats itself",
    Why.PRESSURE: lambda _, health: f"sole {', '.join(health.pressure_stale)} repeats itself",
    Why.HANDS: lambda _wishes, _health: "nothing under its feet",
}
