"""The skill: a stream of skeletons in, joint goals out, whatever the stream does."""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.motion.imitate.arms import Detour
from olympian.motion.imitate.filter import SkeletonFilter
from olympian.motion.imitate.follower import Follower
from olympian.motion.imitate.guard import CollisionGuard
from olympian.motion.imitate.mapping import Mapped, Mapping, Mask
from olympian.motion.imitate.skeleton import Skeleton
from olympian.motion.imitate.source import Stream
from olympian.motion.imitate.trouble import Trouble, Troubles
from olympian.motion.skill import SkillStatus
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot

__all__ = ["Imitate", "Shown"]

SILENT, GONE = 0.5, 1.5
"""Seconds without a frame after which the pose is held, and after which it goes back to ready."""
UNSEEN = 2.0
"""Seconds a limb keeps its place when only it is not seen; then it comes to rest."""
LATE = 15.0
"""Seconds after the last frame at which it is over even for a robot that is not back by then."""
AHEAD = 1.0
"""Ticks from a goal to its joint."""
ARRIVED = 0.02
"""rad from the ready pose at which an ended stream is over for the robot too."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the last tick made of the stream."""

    person: Skeleton | None
    """As believed"""
    raw: Skeleton | None
    """As it last came, aligned"""
    fresh: int
    """Skeletons that came in this tick"""
    following: bool
    """Is a person being followed right now?"""
    mapped: Mapped | None
    held: Mask
    """Joints that did not go on, lest the robot touches itself"""


class Imitate:
    """Follows a person as long as there is one, holds when it is lost, then stands ready."""

    parts = ("body",)

    def __init__(
        self,
        robot: Robot,
        stream: Stream,
        mapping: Mapping,
        troubles: Troubles | None = None,
        arm_speed: float | None = None,
    ) -> None:
        """A robot that imitates.

        Args:
            troubles: those that the stream notes its own in.
            arm_speed: rad/s that arms can do; None: what their servos can.
        """
        self._robot = robot
        self._stream, self._mapping = stream, mapping
        self.troubles = troubles or Troubles()
        self._filter = SkeletonFilter(self.troubles)
        self._follower = Follower(robot, arm_speed)
        self.guard = CollisionGuard(robot)
        self._detour = Detour(robot, self.guard.clear)
        self.elapsed = 0.0
        """Seconds for which it has had the joints: while it does not, the stream waits."""
        self.reset()

    def reset(self) -> None:
        """Forget the person, from the ready pose; a recording goes on where it was."""
        self._heard = self.elapsed
        self._filter.reset()
        self._follower.reset()
        self._detour.reset()
        self._mapping.reset()
        self._unseen = np.zeros(self._robot.dof)
        self.status = SkillStatus.RUNNING
        self.shown = Shown(None, None, 0, False, None, np.zeros(self._robot.dof, dtype=np.bool_))

    @property
    def q(self) -> Vec:
        """Where the joints were sent last."""
        return self._follower.q

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for all that it moves."""
        # a robot that is put back on its feet starts its clock again; the stream does not
        now = self.elapsed
        self.elapsed += dt
        arrived = self._stream.take(now)
        if arrived:
            self._heard = now
        self._filter.step(arrived, now)
        person = self._filter.foresee(now, AHEAD * dt)
        raw = arrived[-1] if arrived else self.shown.raw
        mapped, target, following = self._wanted(person, now, state, dt)
        last = self._follower.q
        way = self._detour.step(target, last, self.shown.held, dt)
        q = self._follower.step(way, following, self._planned(mapped), dt)
        safe = self.guard.step(q, last, self._detour.under_way)
        self._follower.put(safe)
        self.shown = Shown(person, raw, len(arrived), bool(following.any()), mapped, safe != q)
        self._finish()
        support = mapped.support if mapped is not None else None
        everywhere = np.ones(self._robot.dof, dtype=np.bool_)
        return JointGoal(frozen(safe), everywhere, support=support)

    def _planned(self, mapped: Mapped | None) -> Mask:
        if mapped is None or mapped.planned is None:
            return np.zeros(self._robot.dof, dtype=np.bool_)
        return mapped.planned

    def _wanted(
        self, person: Skeleton | None, now: float, state: RobotState, dt: float
    ) -> tuple[Mapped | None, Vec, Mask]:
        """Posture to go to, and which joints follow somebody on the way there."""
        nobody = np.zeros(self._robot.dof, dtype=np.bool_)
        silence = now - self._heard
        if person is None or silence > GONE:
            if person is not None and not self._stream.ended:
                self.troubles.note(Trouble.GONE, now, f"{silence:.1f} s")
            self._filter.reset()
            mapped = self._mapping.rest(self._follower.q, state, dt)
            return mapped, mapped.q, nobody
        if silence > SILENT:
            if not self._stream.ended:
                self.troubles.note(Trouble.SILENT, now, f"{silence:.1f} s")
            return self.shown.mapped, self._follower.q, ~nobody
        mapped = self._mapping.step(person, self._follower.q, state, dt)
        self._unseen = np.where(mapped.followed, 0.0, self._unseen + dt)
        lost = self._unseen > UNSEEN
        held = np.where(mapped.followed, mapped.q, self._follower.q)
        return mapped, np.where(lost, self._robot.ready, held), ~lost

    def _finish(self) -> None:
        back = np.abs(self._follower.q - self._robot.ready).max() < ARRIVED
        late = self.elapsed - self._heard > LATE
        if self._stream.ended and not self.shown.following and (back or late):
            self.status = SkillStatus.DONE
