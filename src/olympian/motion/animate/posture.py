"""From one frame to joint angles."""

from dataclasses import dataclass, field
from math import degrees, radians
from pathlib import Path

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec
from olympian.motion.animate.frame_set import Frame, FrameSet, LimbValues, problem_at
from olympian.motion.pose import LimbPose, PoseBook, RoboPose, default_pose, read_poses, solve_pose
from olympian.robot import Robot


@dataclass
class _Ground:
    """What a frame builds on."""

    pose: RoboPose
    q: Vec
    elbows: dict[str, float] = field(default_factory=dict)


class FramePostures:
    """Joint angles of the frames of one set, in order: a frame may build on the one before."""

    def __init__(self, robot: Robot, frame_set: FrameSet, source: Path | None = None) -> None:
        self._robot = robot
        self._set = frame_set
        self._source = source
        self._default = default_pose(robot)
        self._book = self._read_book()
        self._previous = self._ready()

    def of(self, index: int) -> Vec:
        """Joint angles of a frame; call in order.

        Raises:
            OlympianError: naming set, frame and limb or joint that cannot be so.
        """
        frame = self._set.frames[index]
        ground = self._ready() if frame.build_on == "ready" else self._previous
        try:
            pose, elbows = self._pose(frame, ground)
            bent = {limb: angle for limb, angle in elbows.items() if angle is not None}
            solved = solve_pose(self._robot, pose.only(*elbows), ground.q, bent)
            q = self._with_joints(np.array(solved.q), frame)
        except OlympianError as error:
            raise self.problem(index, str(error)) from error
        self._previous = _Ground(pose, q, {**ground.elbows, **bent})
        return q

    def problem(self, index: int, sentence: str) -> OlympianError:
        """What is wrong with a frame, with set and frame named."""
        frame = self._set.frames[index]
        # the solver names the pose, which has the frame's name
        sentence = sentence.removeprefix(f"pose '{frame.name}'").lstrip(",: ")
        here = f"set '{self._set.name}', frame '{frame.name}'"
        return problem_at(self._source, ("frames", index), f"{here}, {sentence}")

    def _ready(self) -> _Ground:
        return _Ground(self._default, self._robot.ready)

    def _pose(self, frame: Frame, ground: _Ground) -> tuple[RoboPose, dict[str, float | None]]:
        """The absolute pose, and the limbs to solve with the elbow each should have."""
        pose = ground.pose
        elbows: dict[str, float | None] = {}
        if frame.pose is not None:
            taken = self._from_book(frame.pose)
            pose = RoboPose(frame.name, {**pose.limbs, **taken.limbs})
            elbows.update(dict.fromkeys(taken.limbs))
        for name, values in frame.limbs.items():
            limb = self._robot.limb_names.get(name, name)
            self._check_limb(limb, values)
            change = RoboPose(frame.name, {limb: _limb_pose(values)})
            rest = RoboPose(
                frame.name, {key: value for key, value in pose.limbs.items() if key != limb}
            )
            pose = pose + change if frame.relative else rest + change
            bent = ground.elbows.get(limb)
            elbows[limb] = bent if values.elbow_deg is None else radians(values.elbow_deg)
        return pose.named(frame.name), elbows

    def _check_limb(self, limb: str, values: LimbValues) -> None:
        kind = self._robot.limb(limb).kind
        if kind == "leg" and values.elbow_deg is not None:
            raise OlympianError(f"{limb}: a leg has no elbow; take elbow_deg out")
        if kind == "arm" and any(place is not None for place in (values.x, values.y, values.z)):
            raise OlympianError(f"{limb}: an arm is given by roll_deg, pitch_deg, yaw_deg")

    def _with_joints(self, q: Vec, frame: Frame) -> Vec:
        robot = self._robot
        for name, angle_deg in frame.joints.items():
            if name not in robot.joint_index:
                raise unknown("joint", name, robot.joint_names)
            index = robot.joint_index[name]
            lower, upper = robot.lower[index], robot.upper[index]
            if not lower <= radians(angle_deg) <= upper:
                raise OlympianError(
                    f"{self._limb_with(name)}: {name} at {angle_deg:g}° is outside limits"
                    f" {degrees(lower):.1f}…{degrees(upper):.1f}°"
                )
            q[index] = radians(angle_deg)
        return q

    def _limb_with(self, joint: str) -> str:
        limbs = self._robot.limbs.values()
        return next((limb.name for limb in limbs if joint in limb.chain.joint_names), "joint")

    def _read_book(self) -> PoseBook | None:
        if self._set.poses is None:
            return None
        folder = Path() if self._source is None else self._source.parent
        return read_poses(folder / self._set.poses, self._robot)

    def _from_book(self, name: str) -> RoboPose:
        if self._book is None:
            raise OlympianError(f"pose '{name}': the set names no CSV file; add poses = \"….csv\"")
        return self._book.pose(name)


def _limb_pose(values: LimbValues) -> LimbPose:
    roll, pitch, yaw = (
        None if angle is None else radians(angle)
        for angle in (values.roll_deg, values.pitch_deg, values.yaw_deg)
    )
    return LimbPose(roll, pitch, yaw, values.x, values.y, values.z)
