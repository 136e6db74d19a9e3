"""A movement ready to be played: joint angles instead of poses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import radians

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.motion.animate.frame_set import Compliance, MoveLimits, Phase
from olympian.motion.trajectory import Move, Path, Policy
from olympian.records import RobotState

GENTLE_ACCELERATION = radians(300.0)
"""rad/s² where a file gives no limit: 90° in 1.1 s, at which a Bioloid stays on its feet."""
GENTLE_SPEED = radians(90.0)
"""rad/s for constant velocity where a file gives no limit: a quarter of an AX-12A's."""
STANDSTILL = 1e-9
"""rad; joints that are closer than this to the goal have arrived."""


@dataclass(frozen=True, eq=False)
class BuiltWait:
    """A condition on what the joints feel."""

    joints: NDArray[np.intp]
    tolerance: float | None
    """rad"""
    load_above: float | None
    load_below: float | None
    timeout: float

    def met(self, q_goal: Vec, state: RobotState) -> bool:
        """Does all that was asked for hold now?"""
        error = np.abs(state.q - q_goal)[self.joints]
        load = np.abs(state.sensors.load)[self.joints]
        return bool(
            (self.tolerance is None or (error <= self.tolerance).all())
            and (self.load_above is None or (load > self.load_above).any())
            and (self.load_below is None or (load < self.load_below).all())
        )

    def shortfall(self, q_goal: Vec, state: RobotState, joint_names: tuple[str, ...]) -> str:
        """What is felt instead, in words."""
        error = np.abs(state.q - q_goal)[self.joints]
        load = np.abs(state.sensors.load)[self.joints]
        furthest, hardest = (
            joint_names[self.joints[int(np.argmax(values))]] for values in (error, load)
        )
        return (
            f"{furthest} is {np.degrees(error.max()):.1f}° from its goal,"
            f" the largest load is {load.max():.2f} at {hardest}"
        )


@dataclass(frozen=True, eq=False)
class BuiltFrame:
    """A posture and how to get there."""

    name: str
    phase: Phase
    q: Vec
    limits: MoveLimits
    top_speed: Vec
    """rad/s that each joint can do at all"""
    hold: float = 0.0
    wait: BuiltWait | None = None
    support: tuple[str, ...] | None = None

    def move_from(self, q_start: Vec) -> Move:
        """The way here from any posture, as quick as the limits allow."""
        if np.abs(self.q - q_start).max(initial=0.0) < STANDSTILL:
            return Move(Policy.QUINTIC, self.q, self.q, 0.0)
        policy = Policy(self.limits.policy)
        acceleration, speed, duration = _limits(self.limits, policy)
        top_speed = self.top_speed if speed is None else np.minimum(self.top_speed, speed)
        return Move.within(
            policy,
            q_start,
            self.q,
            duration=duration,
            acceleration=acceleration,
            top_speed=top_speed,
        )


@dataclass(frozen=True, eq=False)
class BuiltSet:
    """Frames by phase; every posture is reachable, inside the limits and free of collisions."""

    name: str
    description: str
    robot: str
    q_neutral: Vec
    """The ready pose, from which it is meant to start."""
    init: tuple[BuiltFrame, ...]
    loop: tuple[BuiltFrame, ...]
    final: tuple[BuiltFrame, ...]
    interrupts: bool = False
    tilts_soles: bool = False
    arm_balance: bool = False
    """Were arm movements added?"""
    compliance: Mapping[str, Compliance] = field(default_factory=dict)

    @property
    def frames(self) -> tuple[BuiltFrame, ...]:
        """All frames in order."""
        return self.init + self.loop + self.final

    def sequence(self, loops: int = 1) -> tuple[BuiltFrame, ...]:
        """The frames of a whole play with so many loop cycles; 0 skips the loop."""
        frames = self.init + self.loop * loops + self.final
        if not frames:
            raise OlympianError(
                f"set '{self.name}' is nothing but a loop; it cannot be played without it"
            )
        return frames

    def path(self, loops: int = 1) -> Path:
        """The whole play from the neutral posture, holds included, waits met at once."""
        q, parts = self.q_neutral, []
        for frame in self.sequence(loops):
            parts.append(frame.move_from(q))
            q = frame.q
            if frame.hold:
                parts.append(Move(Policy.QUINTIC, q, q, frame.hold))
        return Path(_joined(parts))

    def duration(self, loops: int = 1) -> float:
        """Seconds of a whole play from the neutral posture."""
        return self.path(loops).duration


def _limits(limits: MoveLimits, policy: Policy) -> tuple[float | None, float | None, float | None]:
    """Acceleration and speed in SI and the duration; a gentle limit where none is given."""
    acceleration, speed, duration = (
        None if value is None else factor * value
        for value, factor in (
            (limits.acceleration_deg_s2, radians(1.0)),
            (limits.top_speed_deg_s, radians(1.0)),
            (limits.duration_s, 1.0),
        )
    )
    if acceleration is speed is duration is None:
        if policy is Policy.CONSTANT_VELOCITY:
            return None, GENTLE_SPEED, None
        return GENTLE_ACCELERATION, None, None
    return acceleration, speed, duration


def _joined(parts: list[Move]) -> tuple[Move, ...]:
    """The same moves, each beginning exactly where the one before ended."""
    joined: list[Move] = []
    for part in parts:
        start = joined[-1].q_goal if joined else part.q_start
        goal = part.q_goal if part.duration else start
        joined.append(Move(part.policy, start, goal, part.duration))
    return tuple(joined)
