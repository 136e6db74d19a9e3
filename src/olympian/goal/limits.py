"""The last check before the servos: finite, inside the limits, not too fast, not too strong."""

from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from enum import Enum
from functools import cache
from math import isfinite

import numpy as np
from numba import boolean, float64, int8, types
from numpy.typing import NDArray

from olympian.compiled import called, direct
from olympian.geometry import Vec, frozen, sealed
from olympian.records import JointGoal, ServoSettings
from olympian.robot import Robot

Mask = NDArray[np.bool_]

RATE_HEADROOM = 1.5
"""Goals may run ahead of the fastest joint by this factor: servos need an error to act on."""


class Clamp(Enum):
    """Why a goal was not passed on as it came."""

    NOT_FINITE = "not finite"
    OUTSIDE_LIMITS = "outside joint limits"
    TOO_FAST = "faster than the servo"
    TOO_STRONG = "stronger than the servo"
    OUTSIDE_REGISTER = "more than a register holds"


NOT_FINITE, OUTSIDE_LIMITS, TOO_FAST = 1, 2, 4
BITS = {
    NOT_FINITE: Clamp.NOT_FINITE,
    OUTSIDE_LIMITS: Clamp.OUTSIDE_LIMITS,
    TOO_FAST: Clamp.TOO_FAST,
}
"""By which the kernel tells what it did to an angle."""
SAME = 1e-12
"""rad by which an angle may change without being clamped."""


@called
def _limit(q, mask, last, lower, upper, rate, dt, slow, why):
    """Goals into `slow` and bits into `why`; was any clamped?"""
    clamped = False
    for i in range(len(q)):
        usable = mask[i] and isfinite(q[i])
        wanted = q[i] if usable else last[i]
        inside = np.minimum(np.maximum(wanted, lower[i]), upper[i])
        reach = rate[i] * dt
        slow[i] = np.minimum(np.maximum(inside, last[i] - reach), last[i] + reach)
        why[i] = NOT_FINITE if mask[i] and not usable else 0
        if abs(inside - wanted) > SAME:
            why[i] |= OUTSIDE_LIMITS
        if abs(slow[i] - inside) > SAME:
            why[i] |= TOO_FAST
        clamped |= why[i] != 0
    return clamped


@cache
def _kernel() -> Callable[..., bool]:
    """The kernel as Python calls it: angles, mask, last goals, limits, rates, dt, and room."""
    angles, mask, bits = (types.Array(kind, 1, "A") for kind in (float64, boolean, int8))
    return direct(_limit, (angles, mask, *4 * [angles], float64, angles, bits))


class GoalLimiter:
    """Clamps goals and says so: `clamped` names joints and reasons of the last step."""

    def __init__(
        self,
        robot: Robot,
        top_speed: Vec,
        top_torque: Vec | None = None,
        top_settings: ServoSettings | None = None,
    ) -> None:
        """A limiter for `robot`.

        Args:
            top_speed: rad/s each joint can reach (no-load speed of its servo).
            top_torque: N m each joint can give (stall torque of its servo); None takes the efforts
                of the robot's description.
            top_settings: what each register holds at most; None where there are no registers.
        """
        self._robot = robot
        self._torque = _efforts(robot) if top_torque is None else frozen(top_torque)
        self._rate = RATE_HEADROOM * np.asarray(top_speed, dtype=np.float64)
        self._last: Vec | None = None
        self._limit, self._why = _kernel(), np.zeros(robot.dof, dtype=np.int8)
        self._top_settings = top_settings
        self._settings: tuple[ServoSettings | None, ServoSettings | None] = None, None
        self.clamped: dict[str, Clamp] = {}
        self.counts: Counter[Clamp] = Counter()

    def follow(self, goal: JointGoal, q_measured: Vec, limp: Mask) -> JointGoal:
        """The same goal, with joints that have no torque sent to where they are.

        They are moved by hands and gravity; when torque comes back, they hold on from there.
        """
        if self._last is not None:
            self._last = frozen(np.where(limp, self._inside(q_measured), self._last))
        q = frozen(np.where(limp, q_measured, goal.q))
        torque = None if goal.torque is None else frozen(np.where(limp, np.nan, goal.torque))
        return replace(goal, q=q, mask=goal.mask | limp, torque=torque)

    def step(self, goal: JointGoal, q_measured: Vec, dt: float) -> JointGoal:
        """The goal as it may go to the servos; a joint with a bad goal keeps its last one.

        A joint that pushes keeps no angle: when it gets one again, it starts from where it is.
        """
        if goal.torque is not None:
            return self._step_torques(goal, goal.torque, q_measured, dt)
        last = self._inside(q_measured) if self._last is None else self._last
        q = np.asarray(self._robot.coupled(goal.q), dtype=np.float64)
        slow, why = np.empty(len(last)), self._why
        limits = (self._robot.lower, self._robot.upper, self._rate)
        self.clamped = {}
        if self._limit(q, goal.mask, last, *limits, dt, slow, why):
            for bit, reason in BITS.items():
                self._note(why & bit, reason)
        self._last = sealed(slow)
        settings = None if goal.settings is None else self._set(goal.settings)
        speed = _usable(goal.speed)
        return JointGoal(
            self._last, goal.mask, speed, goal.support, settings=settings, power=goal.power
        )

    def _step_torques(self, goal: JointGoal, torque: Vec, q_measured: Vec, dt: float) -> JointGoal:
        pushing = goal.mask & ~np.isnan(torque)
        usable = pushing & np.isfinite(torque)
        turning = replace(goal, mask=goal.mask & ~pushing, torque=None)
        safe = self.step(turning, q_measured, dt)
        self._last = frozen(np.where(pushing, self._inside(q_measured), safe.q))
        wanted = np.where(usable, torque, np.nan)
        weak = np.minimum(np.maximum(wanted, -self._torque), self._torque)
        self._note(pushing & ~usable, Clamp.NOT_FINITE)
        self._note(usable & (np.abs(weak - wanted) > 1e-12), Clamp.TOO_STRONG)
        mask = turning.mask | usable
        return replace(safe, q=self._last, mask=mask, torque=frozen(weak))

    def _set(self, settings: ServoSettings) -> ServoSettings | None:
        """Registers within what they hold; the same record for as long as it comes."""
        given, kept = self._settings
        if settings is not given:
            kept = self._held(settings)
            self._settings = settings, kept
        return kept

    def _held(self, settings: ServoSettings) -> ServoSettings | None:
        if self._top_settings is None:
            return None
        held: dict[str, Vec] = {}
        for name in (field.name for field in fields(settings)):
            values, most = getattr(settings, name), getattr(self._top_settings, name)
            if values is not None:
                held[name] = frozen(np.minimum(np.maximum(values, 0.0), most))
                self._note(held[name] < values, Clamp.OUTSIDE_REGISTER)
                self._note(values < 0.0, Clamp.OUTSIDE_REGISTER)
        return ServoSettings(**held)

    def _inside(self, q: Vec) -> Vec:
        # np.clip does the same in five times the time.
        return np.minimum(np.maximum(q, self._robot.lower), self._robot.upper)

    def reset(self) -> None:
        """Start again from where the joints are."""
        self._last = None
        self.clamped = {}
        self.counts.clear()

    def _note(self, joints: np.ndarray, reason: Clamp) -> None:
        for index in joints.nonzero()[0].tolist():
            self.clamped.setdefault(self._robot.joint_names[index], reason)
            self.counts[reason] += 1


def _efforts(robot: Robot) -> Vec:
    """The description's highest torques; where it gives none, only the servo itself knows."""
    efforts = np.array([joint.effort for joint in robot.tree.movable])
    return frozen(np.where(efforts > 0.0, efforts, np.inf))


def _usable(speed: Vec | None) -> Vec | None:
    """Speed limits with nonsense replaced by 'no limit', which the servo itself still caps."""
    if speed is None:
        return None
    return frozen(np.where(np.isnan(speed) | (speed <= 0), np.inf, speed))
