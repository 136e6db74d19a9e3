"""One person imitated by one robot, with a referee who measures."""

from collections.abc import Callable
from enum import Enum

import msgspec
import numpy as np

from olympian.arena.imitation.lag import Lag
from olympian.backend import FallWatch, KinematicBackend, Simulation
from olympian.geometry import Vec
from olympian.loop import Loop
from olympian.motion.imitate import Imitate, Mapping, Stream, Troubles, make_mapping
from olympian.motion.skill import SkillStatus
from olympian.robot import Robot

__all__ = ["Body", "ImitationResult", "ImitationTrial", "imitate", "share_below"]

RESTING = 0.94
"""Cosine to straight down from which an arm only hangs: 20°. Resting is no feat."""
LONGEST = 3600.0
"""Seconds after which a recording without an end is left."""


class Body(Enum):
    """What moves."""

    PHYSICS = "physics"
    KINEMATIC = "kinematic"


class ImitationResult(msgspec.Struct, frozen=True):
    """What came of a stream."""

    robot: str
    method: str
    body: str
    seed: int
    frames: int
    """Skeletons that arrived"""
    seconds: float
    followed_s: float
    """Time in which a person was followed"""
    falls: int
    arm_direction_error_deg_median: float | None
    """Forearm of the robot, as its joints are, to that of the person as last seen, lag included;
    of arms that do not just hang, in poses that they can reach without touching the body"""
    arm_direction_error_deg_p90: float | None
    reachable: float | None
    """Share of the arm poses that are so"""
    latency_ticks: int
    """Most ticks between a skeleton's time and the goal made from it"""
    clamped: int
    """Joint goals that the limiter changed"""
    held_back: int
    """Ticks in which the robot would have touched itself"""
    troubles: dict[str, int]


class ImitationTrial:
    """A robot, a stream and a method, tick by tick."""

    def __init__(
        self,
        robot: Robot,
        stream: Stream,
        method: str = "holy",
        body: Body = Body.PHYSICS,
        seed: int = 0,
        troubles: Troubles | None = None,
    ) -> None:
        self.robot, self.method, self.body, self.seed = robot, method, body, seed
        self.mapping: Mapping = make_mapping(method, robot)
        self.skill = Imitate(robot, stream, self.mapping, troubles)
        self.simulation = Simulation(robot, seed=seed) if body is Body.PHYSICS else None
        backend = self.simulation.actors[0] if self.simulation else KinematicBackend(robot)
        self.loop = Loop(backend, self.skill)
        self._watch = FallWatch(self.simulation) if self.simulation else None
        self.errors: list[float] = []
        self.lags = {arm.side: Lag() for arm in robot.arms if arm.side is not None}
        self._arm_poses = 0
        self._arms = {arm.side: robot.indices(arm.chain.joint_names) for arm in robot.arms}
        self.frames, self.ticks, self.followed, self.falls, self.latency = 0, 0, 0, 0, 0
        self._first: tuple[float, float] | None = None

    @property
    def dt(self) -> float:
        """Seconds a tick."""
        return self.loop.backend.dt

    @property
    def done(self) -> bool:
        """Has the stream ended, and is the robot at rest?"""
        return self.skill.status is SkillStatus.DONE

    def tick(self) -> None:
        """One pass, and what the referee sees after it."""
        state = self.loop.tick()
        self.ticks += 1
        shown = self.skill.shown
        self.frames += shown.fresh
        self.followed += shown.following
        if shown.fresh and shown.raw is not None:
            self._time(state.t, shown.raw.t)
        if shown.following and shown.raw is not None and shown.mapped is not None:
            self._measure(state.q)
        if self._watch is not None and self._watch.step():
            self._stand_up()

    def result(self) -> ImitationResult:
        """All figures so far."""
        errors = np.degrees(self.errors)
        return ImitationResult(
            robot=self.robot.name,
            method=self.method,
            body=self.body.value,
            seed=self.seed,
            frames=self.frames,
            seconds=round(self.ticks * self.dt, 2),
            followed_s=round(self.followed * self.dt, 2),
            falls=self.falls,
            arm_direction_error_deg_median=share_below(errors, 50.0),
            arm_direction_error_deg_p90=share_below(errors, 90.0),
            reachable=round(len(errors) / self._arm_poses, 3) if self._arm_poses else None,
            latency_ticks=self.latency,
            clamped=sum(self.loop.limiter.counts.values()),
            held_back=self.skill.guard.blocked,
            troubles={one.name.lower(): n for one, n in self.skill.troubles.counts.items()},
        )

    def _time(self, now: float, seen: float) -> None:
        self._first = (now, seen) if self._first is None else self._first
        late = (now - self._first[0]) - (seen - self._first[1])
        self.latency = max(self.latency, int(np.ceil(late / self.dt - 1e-6)))

    def _measure(self, q: np.ndarray) -> None:
        shown = self.skill.shown
        assert shown.raw is not None
        assert shown.mapped is not None
        for side, wanted in self.mapping.forearms(shown.raw).items():
            if side not in shown.mapped.reached:
                continue
            fore = self.mapping.forearm(side, q)
            busy = -wanted[2] < RESTING
            touching = shown.held[self._arms[side]].any()
            fair = busy and shown.mapped.reached[side] and not touching
            self._arm_poses += busy
            self.lags[side].add(wanted if fair else None, fore)
            if fair:
                cosine = float(wanted @ fore)
                self.errors.append(float(np.arccos(np.clip(cosine, -1.0, 1.0))))

    def _stand_up(self) -> None:
        """Somebody puts the robot back on its feet; the stream goes on."""
        assert self.simulation is not None
        self.falls += 1
        self.simulation.reset()
        counts = self.loop.limiter.counts
        self.skill.stand_again()
        self.loop = Loop(self.simulation.actors[0], self.skill)
        self.loop.limiter.counts.update(counts)
        self._watch = FallWatch(self.simulation)
        self._first = None


def share_below(errors: Vec, percent: float) -> float | None:
    """The error that so many are below, to a hundredth; None of none."""
    return round(float(np.percentile(errors, percent)), 2) if len(errors) else None


def imitate(
    trial: ImitationTrial,
    seconds: float | None = None,
    progress: Callable[[float], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> ImitationResult:
    """Run a trial to the end of its stream, or for so long, as fast as the machine can."""
    limit = LONGEST if seconds is None else seconds
    while not trial.done and trial.ticks * trial.dt < limit:
        trial.tick()
        for line in trial.skill.troubles.news():
            tell(line)
        if trial.ticks % 50 == 0:
            progress(trial.ticks * trial.dt / limit)
    return trial.result()
