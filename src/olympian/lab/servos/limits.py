"""Where a joint stops: driven there slowly and weakly, until it does not move any more."""

from math import radians
from typing import NamedTuple

from olympian.errors import OlympianError
from olympian.lab.servos.bench_servo import BenchServo

SPEED = 0.5
"""rad/s: a hand can follow."""
STEP_S = 0.03
WEAK = 0.35
"""Share of its torque: more than its own friction and limb need, less than breaks a bracket."""
LAG = radians(7.0)
"""By which a horn that is blocked stays behind its goal."""
BLOCKED_S = 0.25
INSIDE = radians(2.0)
"""Kept away from the stop, so that no goal ever pushes against it."""
NARROWEST = radians(10.0)
"""A joint that moves less was blocked by something else."""


class FoundLimits(NamedTuple):
    """Where the horn stops, in rad of the servo."""

    low: float
    high: float
    free: tuple[bool, bool]
    """Was there no stop, but the end of the servo's own range?"""


def find_limits(horn: BenchServo) -> FoundLimits:
    """Drive a joint to both its stops and back to where it was.

    Whatever happens (Ctrl-C as well), its motor is off afterwards and its strength is as before.

    Raises: OlympianError: it hardly moves at all.
    """
    start, full = horn.state().angle, horn.get(horn.layout.settings["torque_limit"].name)
    register = horn.layout.settings["torque_limit"]
    try:
        horn.weaken(WEAK)
        horn.go(start)
        low, low_free = _drive(horn, -1)
        high, high_free = _drive(horn, +1)
        _go_to(horn, start)
    finally:
        horn.power(False)
        horn.bus.write(horn.id, register.address, register.encode(full))
    if high - low < NARROWEST:
        raise OlympianError(f"{horn.name} hardly moves: is something in its way?")
    inside = (0.0 if low_free else INSIDE, 0.0 if high_free else INSIDE)
    return FoundLimits(low + inside[0], high - inside[1], (low_free, high_free))


def _drive(horn: BenchServo, direction: int) -> tuple[float, bool]:
    """The angle at which it stops, and whether that is the end of the servo's range."""
    end = horn.range[(direction + 1) // 2]
    goal, blocked = horn.state().angle, 0.0
    while True:
        goal += direction * SPEED * STEP_S
        goal = max(goal, end) if direction < 0 else min(goal, end)
        horn.go(goal)
        horn.wait(STEP_S)
        angle = horn.state().angle
        behind = direction * (goal - angle)
        if goal == end and behind < LAG:
            return angle, True
        blocked = blocked + STEP_S if behind > LAG else 0.0
        goal = angle + direction * min(behind, 1.5 * LAG)
        if blocked > BLOCKED_S:
            return angle, False


def _go_to(horn: BenchServo, angle: float) -> None:
    """Slowly back."""
    goal = horn.state().angle
    while goal != angle:
        goal += min(max(angle - goal, -SPEED * STEP_S), SPEED * STEP_S)
        horn.go(goal)
        horn.wait(STEP_S)
