"""From frames to joint angles, once, with everything checked that can be known beforehand."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import radians
from pathlib import Path

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec, frozen
from olympian.kinematics import Kinematics
from olympian.motion.animate.arm_balance import ArmBalance
from olympian.motion.animate.built import BuiltFrame, BuiltSet, BuiltWait
from olympian.motion.animate.frame_set import (
    Frame,
    FrameSet,
    MoveLimits,
    Wait,
    check_frame_set,
    problem_at,
)
from olympian.motion.animate.posture import FramePostures
from olympian.motion.animate.self_collision import SelfCollision
from olympian.robot import Robot

ON_THE_WAY = (0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875)
"""Shares of a move at which collisions are looked for. Joint limits need no look: between two
postures inside them a straight line stays inside."""
FASTEST = 100.0
"""rad/s for a joint whose model gives no limit: faster than any servo, but a number."""
BACK = "back to ready"
"""Name of the frame added to a set that does not end in a stable posture."""


def build(robot: Robot, frame_set: FrameSet, source: Path | None = None) -> BuiltSet:
    """The set ready to be played on `robot`: inverse kinematics runs here and never again.

    Args:
        source: file the set came from, for errors with lines and for its CSV file.

    Raises:
        OlympianError: a frame is unreachable, outside the limits or runs into the robot itself, or
            the way to it does; set, frame and limb are named.
    """
    check_frame_set(frame_set, source)
    return _builder(robot).build(frame_set, source)


@lru_cache(maxsize=8)
def _builder(robot: Robot) -> "_Builder":
    return _Builder(robot)


class _Builder:
    """What is the same for all sets of a robot: compiling its model takes longest."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        kinematics = Kinematics(robot)
        self._collision = SelfCollision(kinematics)
        self._balance = ArmBalance(kinematics)
        joints = robot.tree.movable
        self._top_speed = frozen([min(joint.velocity, FASTEST) for joint in joints])

    def build(self, frame_set: FrameSet, source: Path | None) -> BuiltSet:
        self._check_names(frame_set, source)
        postures = FramePostures(self._robot, frame_set, source)
        wanted = frame_set.arm_balance and not self._uses_arms(frame_set)
        balanced = wanted and self._balance.possible
        frames = []
        for index, frame in enumerate(frame_set.frames):
            q = postures.of(index)
            q = self._balance.added(q) if balanced else q
            try:
                frames.append(self._frame(frame, frame_set.move, frozen(q)))
            except OlympianError as error:
                raise postures.problem(index, str(error)) from error
        if not frame_set.stable_end:
            frames.append(self._way_back(frame_set.move))
        built = self._assembled(frame_set, tuple(frames), balanced)
        self._check_collisions(built, frame_set, source)
        return built

    def _frame(self, frame: Frame, limits: MoveLimits, q: Vec) -> BuiltFrame:
        for name in frame.support or ():
            if name not in (feet := [foot.limb for foot in self._robot.feet]):
                raise unknown("foot", name, feet)
        built = BuiltFrame(
            name=frame.name,
            phase=frame.phase,
            q=q,
            limits=frame.move or limits,
            top_speed=self._top_speed,
            hold=frame.hold_s,
            wait=None if frame.wait is None else self._wait(frame.wait),
            support=None if frame.support is None else tuple(frame.support),
        )
        built.move_from(q + 1.0)  # any way at all: a policy may not take the limits that are given
        return built

    def _way_back(self, limits: MoveLimits) -> BuiltFrame:
        return BuiltFrame(BACK, "final", self._robot.ready, limits, self._top_speed)

    def _wait(self, wait: Wait) -> BuiltWait:
        names: list[str] = []
        for name in wait.joints:
            if name not in self._robot.joint_index and name not in self._robot.groups:
                raise unknown(
                    "joint or group", name, {*self._robot.joint_names, *self._robot.groups}
                )
            names += self._robot.groups.get(name, (name,))
        if wait.joints and not names:
            raise OlympianError(f"wait: {', '.join(wait.joints)} has no joints")
        return BuiltWait(
            joints=self._robot.indices(names or list(self._robot.joint_names)),
            tolerance=None if wait.tolerance_deg is None else radians(wait.tolerance_deg),
            load_above=wait.load_above,
            load_below=wait.load_below,
            timeout=wait.timeout_s,
        )

    def _assembled(
        self, frame_set: FrameSet, frames: tuple[BuiltFrame, ...], balanced: bool
    ) -> BuiltSet:
        init, loop, final = (
            tuple(frame for frame in frames if frame.phase == phase)
            for phase in ("init", "loop", "final")
        )
        return BuiltSet(
            name=frame_set.name,
            description=frame_set.description,
            robot=self._robot.name,
            q_neutral=self._robot.ready,
            init=init,
            loop=loop,
            final=final,
            interrupts=frame_set.interrupts,
            tilts_soles=frame_set.tilts_soles,
            arm_balance=balanced,
            compliance=dict(frame_set.compliance),
        )

    def _check_names(self, frame_set: FrameSet, source: Path | None) -> None:
        here, links = f"set '{frame_set.name}'", self._robot.tree.link_by_name
        for group in frame_set.compliance:
            if group not in self._robot.groups:
                sentence = f"{here}: {unknown('group', group, self._robot.groups)}"
                raise problem_at(source, ("compliance", group), sentence)
        for index, pair in enumerate(frame_set.may_touch):
            for link in pair:
                if link not in links:
                    sentence = f"{here}: {unknown('link', link, links)}"
                    raise problem_at(source, ("may_touch", index), sentence)

    def _uses_arms(self, frame_set: FrameSet) -> bool:
        """Does any frame name an arm or one of its joints, or take a pose that may?"""
        arms = {arm.name for arm in self._robot.arms}
        joints = {name for arm in self._robot.arms for name in arm.chain.joint_names}
        names = self._robot.limb_names
        return any(
            frame.pose is not None
            or arms & {names.get(limb, limb) for limb in frame.limbs}
            or joints & frame.joints.keys()
            for frame in frame_set.frames
        )

    def _check_collisions(self, built: BuiltSet, frame_set: FrameSet, source: Path | None) -> None:
        may_touch = frozenset(map(frozenset, frame_set.may_touch))
        places = {frame.name: index for index, frame in enumerate(frame_set.frames)}

        def look(q: Vec, frame: BuiltFrame, where: str) -> None:
            if found := self._collision.at(q, may_touch):
                sentence = f"set '{built.name}', frame '{frame.name}'{where},"
                keys = ("frames", places.get(frame.name, len(places) - 1))
                raise problem_at(source, keys, f"{sentence} {self._collision.sentence(found)}")

        for frame in built.frames:
            look(frame.q, frame, "")
        for name, q_start, frame in _ways(built):
            for share in ON_THE_WAY:
                q = np.asarray(q_start + share * (frame.q - q_start))
                look(q, frame, f" on the way from {name}")


def _ways(built: BuiltSet) -> Iterator[tuple[str, Vec, BuiltFrame]]:
    """Every move the animator may make inside the set: name and posture it leaves, frame it meets.

    A set that interrupts starts anywhere, so the way to its first frame is not known.
    """
    seen: set[tuple[str, str]] = set()
    for frames in (built.init + built.loop * 2 + built.final, built.init + built.final):
        if frames and not built.interrupts:
            yield "the ready pose", built.q_neutral, frames[0]
        for before, after in pairwise(frames):
            if (pair := (before.name, after.name)) not in seen:
                seen.add(pair)
                yield f"'{before.name}'", before.q, after
