"""Plays frame sets: one at a time, each to a stable end before the next (TUM 2012, 2.5)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec, Vec2, frozen
from olympian.motion.animate.built import BuiltSet
from olympian.motion.animate.frame_run import FrameCursor, FrameRun
from olympian.motion.animate.frame_set import Compliance
from olympian.motion.animate.sole_tilt import SoleTilt
from olympian.motion.skill import SkillStatus
from olympian.records import JointGoal, RobotState, ServoSettings
from olympian.robot import Robot


def settings_of(robot: Robot, compliance: Mapping[str, Compliance]) -> ServoSettings | None:
    """What a file says by groups of joints; None where it says nothing."""
    if not compliance:
        return None

    def values(setting: str) -> Vec | None:
        found = np.full(robot.dof, np.nan)
        for group, given in compliance.items():
            if (value := getattr(given, setting)) is not None:
                found[robot.indices(robot.groups[group])] = value
        return None if np.isnan(found).all() else frozen(found)

    return ServoSettings(values("slope"), values("margin"), values("punch"))


FLAT = np.zeros(2)


class _Request(NamedTuple):
    name: str
    loops: int | None


class Animator:
    """A skill that plays sets by name.

    `play` while another set runs asks that one to stop: it finishes its loop cycle and its final
    phase, and only then the new one starts. The last request counts. Sets marked `interrupts` start
    at the next step from the measured joint angles. After the end the last posture is held; before
    the first `play` the joints are left alone, or held at `q_start`. Time comes from `dt` only.
    """

    def __init__(
        self,
        robot: Robot,
        sets: Iterable[BuiltSet] = (),
        q_start: Vec | None = None,
    ) -> None:
        """Args: q_start: where the joints were sent before; a sagging robot is elsewhere.

        It is held until the first `play`. Without it the first set starts from measured angles.
        """
        self._robot = robot
        self._q_start = q_start
        self._sets: dict[str, BuiltSet] = {}
        self._settings: ServoSettings | None = None
        self._soles = SoleTilt(robot)
        self._clear()
        for built in sets:
            self.add(built)

    def _clear(self) -> None:
        self._cursor: FrameCursor | None = None
        self._run: FrameRun | None = None
        self._next: _Request | None = None
        self._q = self._q_start
        self._soles.begin(FLAT)
        self.paused = False
        """While true, time stands still: the goal of the last tick is held, waits do not end."""
        self.status = SkillStatus.DONE
        self.reason = ""
        """Why it failed, if it did."""

    @property
    def q(self) -> Vec | None:
        """Last goal of all joints; None while they are left alone."""
        return self._q

    @property
    def names(self) -> tuple[str, ...]:
        """Sets it can play."""
        return tuple(self._sets)

    def knows(self, name: str) -> bool:
        """Can it play this set?"""
        return name in self._sets

    @property
    def playing(self) -> str | None:
        """Set under way."""
        return self._cursor.built.name if self._cursor else None

    @property
    def frame(self) -> str | None:
        """Frame under way."""
        return self._run.frame.name if self._run else None

    @property
    def arrived(self) -> bool:
        """Were the joints sent to the very posture of the frame under way?"""
        return self._run is None or self._run.arrived

    @property
    def queued(self) -> str | None:
        """Set that starts when the running one has ended."""
        return self._next.name if self._next else None

    @property
    def loops_done(self) -> int:
        """Cycles of the running set that were begun."""
        return self._cursor.loops_done if self._cursor else 0

    def add(self, built: BuiltSet) -> None:
        """Learn a set, or a new version of one: if it runs, from its next phase or cycle on."""
        if built.robot != self._robot.name:
            raise OlympianError(
                f"set '{built.name}' was built for robot '{built.robot}', not '{self._robot.name}'"
            )
        self._sets[built.name] = built
        if self._cursor is not None and self._cursor.built.name == built.name:
            self._cursor.renew(built)

    def play(self, name: str, loops: int | None = None, single: bool = False) -> None:
        """Start a set, or have it start as soon as the running one has ended.

        Args:
            loops: cycles of its loop; None goes on until `stop` or the next `play`.
            single: skip the loop: one precise step.
        """
        if name not in self._sets:
            raise unknown("set", name, self._sets)
        built, cycles = self._sets[name], 0 if single else loops
        FrameCursor(built, cycles)  # refuses what cannot be played, before anything changes
        if built.interrupts and self.playing == name:
            return  # under way already: asking at every tick must not start it at every tick
        if self._cursor is None or built.interrupts:
            self._start(_Request(name, cycles))
        else:
            self._next = _Request(name, cycles)
            self._cursor.stop()

    def tilt_soles(self, tilt: Vec2) -> None:
        """Turn the soles of the set under way, once they carry, if it is one that wants it.

        Args: tilt: roll and pitch, rad.
        """
        if self._cursor is not None and self._cursor.built.tilts_soles:
            self._soles.begin(tilt)

    def stop(self) -> None:
        """Finish the cycle under way and the final phase; what is queued is forgotten."""
        self._next = None
        if self._cursor is not None:
            self._cursor.stop()

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick."""
        if self._cursor is not None and not self.paused:
            self._play_on(state, dt)
        if self._q is None:
            return None
        goal = JointGoal.all(self._soles.step(self._q, state, 0.0 if self.paused else dt))
        return goal if self._settings is None else replace(goal, settings=self._settings)

    def reset(self) -> None:
        """Forget everything but the sets."""
        self._leave()
        self._clear()

    def begin_at(self, q: Vec) -> None:
        """Take over from another skill whose last goal was `q`; it is held until `play`."""
        self.reset()
        self._q = q

    def _start(self, request: _Request) -> None:
        self._leave()
        built = self._sets[request.name]
        if built.interrupts:
            self._q = None  # after a fall the joints are not where they were sent
            self.paused = False
        self._cursor, self._next = FrameCursor(built, request.loops), None
        self._soles.begin(FLAT)
        self.status, self.reason = SkillStatus.RUNNING, ""
        self._settings = settings_of(self._robot, built.compliance)

    def _leave(self) -> None:
        """Drop the set under way, and give the servos back their registers."""
        self._settings = None
        self._cursor = self._run = None

    def _play_on(self, state: RobotState, dt: float) -> None:
        if self._run is None:
            self._q = state.q if self._q is None else self._q
            self._begin_frame(0.0)
        if self._run is None:
            return
        self._run.step(state, dt)
        self._q = self._run.q
        if self._run.status is SkillStatus.FAILED:
            self._fail(self._run, state)
        elif self._run.status is SkillStatus.DONE:
            self._begin_frame(self._run.left_over)

    def _begin_frame(self, t: float) -> None:
        """Go to the next frame, or to the next set where there is none."""
        assert self._cursor is not None
        assert self._q is not None
        frame = self._cursor.next()
        if frame is not None:
            self._run = FrameRun(frame, self._q, t)
            self._q = self._run.q
        elif self._next is not None:
            self._start(self._next)
        else:
            self._leave()
            self.status = SkillStatus.DONE

    def _fail(self, run: FrameRun, state: RobotState) -> None:
        wait = run.frame.wait
        assert wait is not None
        felt = wait.shortfall(run.frame.q, state, self._robot.joint_names)
        self.reason = (
            f"set '{self.playing}', frame '{run.frame.name}': waited {wait.timeout:g} s in vain:"
            f" {felt}"
        )
        self._leave()
        self._next = None
        self.status = SkillStatus.FAILED
