"""One person imitated by one robot, with a referee who measures."""

from collections.abc import Callable
from enum import Enum
from functools import cached_property

import msgspec
import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.arena.imitation.lag import Lag
from olympian.arena.imitation.referee import ArmVerdict, Referee, judged
from olympian.backend import FallWatch, KinematicBackend
from olympian.geometry import T_from
from olympian.goal import GoalLimiter
from olympian.humanoid import BareHumanoid, Command, Humanoid
from olympian.kinematics import Kinematics
from olympian.motion import SkillStatus
from olympian.motion.imitate import Imitate, Mapping, Skeleton, Stream, Troubles, make_mapping
from olympian.records import Semantic, Situation
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
    alarms: int
    """Times that the control module took the joints to protect the robot"""
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
    """A robot, a stream and a method, tick by tick.

    In physics the skill has its joints from the control module, which keeps the robot whole; it
    goes on after a fall. A body that only moves its joints neither falls nor breaks: no module.
    """

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
        self.command: Command | None = None
        """Of a robot with a module: what it performs."""
        self.humanoid = self._assembled(free)
        self.simulation = self.humanoid.simulation if self.command else None
        self._watch = FallWatch(self.simulation) if self.simulation else None
        self.lags = {arm.side: Lag() for arm in robot.arms if arm.side is not None}
        self._arms = {arm.side: robot.indices(arm.chain.joint_names) for arm in robot.arms}
        no_load = ServoBank.of(robot).no_load
        self._referees = {side: Referee(self.dt, no_load[self._arms[side]]) for side in self.lags}
        self.frames, self.ticks, self.followed, self.latency = 0, 0, 0, 0
        self.falls, self.alarms, self._down = 0, 0, False
        self._first: tuple[float, float] | None = None

    @property
    def dt(self) -> float:
        """Seconds a tick."""
        return self.humanoid.body.dt

    @property
    def situation(self) -> Situation | None:
        """What the robot is about, if a module decides that."""
        return self.humanoid.situation if isinstance(self.humanoid, Humanoid) else None

    @property
    def done(self) -> bool:
        """Has the stream ended, and is the robot at rest, or can it not go on?"""
        gave_up = self.command is not None and not self.command.running
        return gave_up or self.skill.status is SkillStatus.DONE

    @cached_property
    def _kinematics(self) -> Kinematics:
        return Kinematics(self.robot)

    @property
    def model(self) -> mujoco.MjModel:
        """What can be drawn."""
        return self._kinematics.model if self.simulation is None else self.simulation.model

    def drawn(self) -> mujoco.MjData:
        """The robot as it is now; without physics it stands on its first foot."""
        if self.simulation is not None:
            return self.simulation.data
        sole = self.robot.require_feet()[0].link
        return self._kinematics.data_at(self._kinematics.standing(self.skill.q, sole, T_from()))

    def tick(self) -> None:
        """One pass, and what the referee sees after it."""
        now = self.skill.elapsed
        state = self.humanoid.tick()
        self.ticks += 1
        self._watch_falls()
        if self.skill.elapsed == now:
            return  # the module has the joints
        shown = self.skill.shown
        self.frames += shown.fresh
        self.followed += shown.following
        if shown.fresh and shown.raw is not None:
            self._time(now, shown.raw)
        if shown.following and shown.raw is not None and shown.mapped is not None:
            self._measure(now, state.q)

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
            alarms=self.alarms,
            arms=judged(self.tables()),
            latency_ticks=self.latency,
            clamped=sum(self.humanoid.loop.limiter.counts.values()),
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

    def _assembled(self, free: float | None) -> BareHumanoid:
        """The robot at work. Args: free: rad/s of a body without physics."""
        if self.body is TrialBody.PHYSICS:
            whole = Humanoid(self.robot, seed=self.seed)
            self.command = whole.perform(self.skill, name="imitate", persistent=True)
            return whole
        bare = BareHumanoid(self.robot, self.skill, KinematicBackend(self.robot))
        if free is not None:
            bare.loop.limiter = GoalLimiter(self.robot, np.full(self.robot.dof, free))
        return bare

    def _watch_falls(self) -> None:
        """Count falls and alarms; who stands again can fall again."""
        if self.simulation is None or self._watch is None or self.situation is None:
            return
        fell, down = self._watch.fell, self.situation.state.is_down
        self.falls += self._watch.step() and not fell
        if down != self._down:
            self.alarms += self.situation.state is Semantic.FALLING
            self._watch = FallWatch(self.simulation) if not down else self._watch
        self._down = down


def imitate(
    trial: ImitationTrial,
    seconds: float | None = None,
    progress: Callable[[float], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
    pace: Callable[[float], None] = lambda _: None,
) -> ImitationResult:
    """Run a trial to the end of its stream, or for so long.

    Args: pace: waits for the rest of a tick; without it time goes as fast as the machine can.
    """
    limit = LONGEST if seconds is None else seconds
    while not trial.done and trial.ticks * trial.dt < limit:
        trial.tick()
        for line in trial.skill.troubles.news():
            tell(line)
        if trial.ticks % 50 == 0:
            progress(trial.ticks * trial.dt / limit)
        pace(trial.dt)
    if trial.command is not None and trial.command.reason:
        tell(trial.command.reason)
    return trial.result()
