"""One person imitated by one robot, with a referee who measures."""

from collections.abc import Callable
from enum import Enum

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.arena.imitation.lag import Lag
from olympian.arena.imitation.referee import ArmVerdict, Referee, judged
from olympian.backend import FallWatch, KinematicBackend
from olympian.goal import GoalLimiter
from olympian.humanoid import BareHumanoid
from olympian.motion import SkillStatus
from olympian.motion.imitate import Imitate, Mapping, Skeleton, Stream, Troubles, make_mapping
from olympian.robot import Robot
from olympian.servo import ServoBank

__all__ = ["ImitationResult", "ImitationTrial", "TrialBody", "imitate"]

ARM_SPEED = 25.0
"""rad/s of a kinematic arm, which has no servos: what a boxer's does."""
LONGEST = 3600.0
"""Seconds after which a recording without an end is left."""


class TrialBody(Enum):
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
    arms: ArmVerdict
    """Forearms of the robot, by its encoders, to the person's at the same instant"""
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
        body: TrialBody = TrialBody.PHYSICS,
        seed: int = 0,
        troubles: Troubles | None = None,
        arm_speed: float | None = ARM_SPEED,
    ) -> None:
        """Args: arm_speed: rad/s of arms without physics; None: what their servos can."""
        self.robot, self.method, self.body, self.seed = robot, method, body, seed
        self.stream = stream
        self.mapping: Mapping = make_mapping(method, robot)
        free = arm_speed if body is TrialBody.KINEMATIC else None
        self.skill = Imitate(robot, stream, self.mapping, troubles, free)
        still = KinematicBackend(robot) if body is TrialBody.KINEMATIC else None
        self.bare = BareHumanoid(robot, self.skill, still, seed=seed)
        self.simulation = self.bare.simulation if body is TrialBody.PHYSICS else None
        if free is not None:
            self.bare.loop.limiter = GoalLimiter(robot, np.full(robot.dof, free))
        self._watch = FallWatch(self.simulation) if self.simulation else None
        self.lags = {arm.side: Lag() for arm in robot.arms if arm.side is not None}
        self._arms = {arm.side: robot.indices(arm.chain.joint_names) for arm in robot.arms}
        no_load = ServoBank.of(robot).no_load
        self._referees = {side: Referee(self.dt, no_load[self._arms[side]]) for side in self.lags}
        self.frames, self.ticks, self.followed, self.falls, self.latency = 0, 0, 0, 0, 0
        self._first: tuple[float, float] | None = None

    @property
    def dt(self) -> float:
        """Seconds a tick."""
        return self.bare.body.dt

    @property
    def done(self) -> bool:
        """Has the stream ended, and is the robot at rest?"""
        return self.skill.status is SkillStatus.DONE

    def tick(self) -> None:
        """One pass, and what the referee sees after it."""
        state, now = self.bare.tick(), self.ticks * self.dt
        self.ticks += 1
        shown = self.skill.shown
        self.frames += shown.fresh
        self.followed += shown.following
        if shown.fresh and shown.raw is not None:
            self._time(now, shown.raw)
        if shown.following and shown.raw is not None and shown.mapped is not None:
            self._measure(now, state.q)
        if self._watch is not None and self._watch.step():
            self._stand_up()

    def result(self) -> ImitationResult:
        """All figures so far."""
        return ImitationResult(
            robot=self.robot.name,
            method=self.method,
            body=self.body.value,
            seed=self.seed,
            frames=self.frames,
            seconds=round(self.ticks * self.dt, 2),
            followed_s=round(self.followed * self.dt, 2),
            falls=self.falls,
            arms=judged(self.tables()),
            latency_ticks=self.latency,
            clamped=sum(self.bare.loop.limiter.counts.values()),
            held_back=self.skill.guard.blocked,
            troubles={one.name.lower(): n for one, n in self.skill.troubles.counts.items()},
        )

    def tables(self) -> list[NDArray[np.float64]]:
        """What the referees of both arms saw."""
        return [referee.table() for referee in self._referees.values()]

    def _time(self, now: float, raw: Skeleton) -> None:
        self._first = (now, raw.t) if self._first is None else self._first
        seen = self._first[0] + raw.t - self._first[1]
        self.latency = max(self.latency, int(np.ceil((now - seen) / self.dt - 1e-6)))
        for side, fore in self.mapping.forearms(raw).items():
            if np.isfinite(fore).all() and side in self._referees:
                self._referees[side].see(seen, fore)

    def _measure(self, now: float, q: np.ndarray) -> None:
        shown = self.skill.shown
        assert shown.mapped is not None
        assert shown.raw is not None
        wanted = self.mapping.forearms(shown.raw)
        for side, reached in shown.mapped.reached.items():
            arm, fore = self._arms[side], self.mapping.forearm(side, q)
            held = bool(shown.held[arm].any())
            self._referees[side].show(now, fore, shown.mapped.q[arm], reached, held)
            self.lags[side].add(wanted.get(side) if reached and not held else None, fore)

    def _stand_up(self) -> None:
        """Somebody puts the robot back on its feet; the stream goes on."""
        assert self.simulation is not None
        self.falls += 1
        self.simulation.reset()
        counts = self.bare.loop.limiter.counts
        self.skill.reset()
        self.bare = BareHumanoid(self.robot, self.skill, self.bare.body)
        self.bare.loop.limiter.counts.update(counts)
        self._watch = FallWatch(self.simulation)


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
