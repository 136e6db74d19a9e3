"""Would a movement stand? Read from its postures, before anything moves."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import numpy as np

from olympian.geometry import Vec
from olympian.motion.animate import BuiltFrame, BuiltSet
from olympian.robot import Robot
from olympian.state import StabilityReading, stability_of

ON_GROUND = 0.003
"""m; a sole this near to the height of the lowest one carries weight: less than a servo's sag."""
SAMPLES_PER_SECOND = 40
"""Every 25 ms: a Bioloid's joints turn by 8° at most between two."""
MOST_SAMPLES = 4000
"""100 s of movement; longer ones are looked at less often, or a slow file would fill the memory."""


class FrameRow(msgspec.Struct, frozen=True):
    """One frame of a set that can be played."""

    name: str
    phase: str
    duration_s: float
    """Of the move to it, in a play with one loop cycle from the ready pose."""
    asked_s: float | None
    """What the file asks for; a joint's speed or another limit may need more."""
    hold_s: float
    waits: bool
    support: list[str]
    margin_m: float
    """Centre of mass to the edge of the support; negative: outside."""
    stability: str


class MotionCheck(msgspec.Struct, frozen=True):
    """What is known of a movement before it is played: it is reachable and free of collisions."""

    robot: str
    name: str
    description: str
    duration_s: float
    """With one loop cycle."""
    loop_s: float
    """Of every further cycle."""
    arm_balance: bool
    interrupts: bool
    worst_margin_m: float
    """Along the whole way, moves included; slow enough, it stands if this is positive."""
    worst_at_s: float
    worst_stability: str
    frames: list[FrameRow]


@dataclass(frozen=True, eq=False)
class MotionAlong:
    """A play with samples at even times."""

    t: Vec
    q: Vec
    """(n, dof)"""
    heights: Vec
    """(n, feet) metres of each sole over the lowest"""
    readings: tuple[StabilityReading, ...]
    schedule: tuple[tuple[float, float, BuiltFrame], ...]
    """Start and end of each frame, holds included."""

    @property
    def margins(self) -> Vec:
        """(n,) metres."""
        return np.array([reading.margin_m for reading in self.readings])


def sole_heights(robot: Robot, q: Vec) -> Vec:
    """(feet,) metres of each sole's origin over the lowest one, with soles taken to be level."""
    T_torso_soles = [robot.forward(foot.link, q) for foot in robot.require_feet()]
    up = np.sum([T_torso_sole[:3, 2] for T_torso_sole in T_torso_soles], axis=0)
    up /= max(float(np.linalg.norm(up)), 1e-9)
    heights = np.array([up @ T_torso_sole[:3, 3] for T_torso_sole in T_torso_soles])
    return heights - heights.min()


def check(robot: Robot, built: BuiltSet) -> MotionCheck:
    """The report on a set."""
    path = along(robot, built)
    worst = int(np.argmin(path.margins))
    duration = built.duration(1)
    rows = [
        _row(robot, frame, end - start - frame.hold) for start, end, frame in _schedule(built, 1)
    ]
    return MotionCheck(
        robot=robot.name,
        name=built.name,
        description=built.description,
        duration_s=round(duration, 3),
        loop_s=round(built.duration(2) - duration, 3),
        arm_balance=built.arm_balance,
        interrupts=built.interrupts,
        worst_margin_m=round(float(path.margins[worst]), 4),
        worst_at_s=round(float(path.t[worst]), 2),
        worst_stability=path.readings[worst].level.value,
        frames=rows,
    )


def along(robot: Robot, built: BuiltSet, loops: int = 1) -> MotionAlong:
    """Postures, sole heights and stability along a play from the ready pose."""
    path = built.path(loops)
    samples = round(min(path.duration * SAMPLES_PER_SECOND, MOST_SAMPLES))
    times, postures = path.waypoints(max(2, samples))
    schedule = tuple(_schedule(built, loops))
    under_way = np.searchsorted([end for _, end, _ in schedule[:-1]], times)
    readings = []
    for index, q in zip(under_way, postures, strict=True):
        frame = schedule[index][2]
        readings.append(stability_of(robot, q, frame.support or _on_ground(robot, q)))
    heights = np.array([sole_heights(robot, q) for q in postures])
    return MotionAlong(times, postures, heights, tuple(readings), schedule)


def _schedule(built: BuiltSet, loops: int) -> Iterator[tuple[float, float, BuiltFrame]]:
    """Start and end of each frame of a play, holds included."""
    t, q = 0.0, built.q_neutral
    for frame in built.sequence(loops):
        end = t + frame.move_from(q).duration + frame.hold
        yield t, end, frame
        t, q = end, frame.q


def _on_ground(robot: Robot, q: Vec) -> tuple[str, ...]:
    """Legs whose soles are as low as the lowest."""
    heights = sole_heights(robot, q)
    pairs = zip(robot.feet, heights, strict=True)
    return tuple(foot.limb for foot, height in pairs if height < ON_GROUND)


def _row(robot: Robot, frame: BuiltFrame, duration: float) -> FrameRow:
    support = frame.support or _on_ground(robot, frame.q)
    reading = stability_of(robot, frame.q, support)
    return FrameRow(
        name=frame.name,
        phase=frame.phase,
        duration_s=round(duration, 3),
        asked_s=frame.limits.duration_s,
        hold_s=frame.hold,
        waits=frame.wait is not None,
        support=list(support),
        margin_m=round(reading.margin_m, 4),
        stability=reading.level.value,
    )
