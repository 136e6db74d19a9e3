"""Movements taught by hand: postures are taken from the joints and become a frame set."""

from math import degrees
from pathlib import Path

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.motion.animate.frame_set import Frame, FrameSet, MoveLimits
from olympian.robot import Robot

__all__ = ["Lesson"]

SECONDS = 0.8
"""To each frame, until somebody edits the file."""


class Lesson:
    """Take a frame, move the limbs, take the next one; then play or write the set."""

    def __init__(self, robot: Robot, name: str, description: str = "Taught by hand") -> None:
        self._robot = robot
        self._name, self._description = name, description
        self._frames: list[Frame] = []

    def __len__(self) -> int:
        return len(self._frames)

    def take(self, q: Vec, name: str | None = None) -> Frame:
        """Remember the posture `q`, cut to the joints' limits, which a hand may have passed."""
        robot = self._robot
        inside = q.clip(robot.lower, robot.upper)
        joints = {
            joint: round(degrees(angle), 1)
            for joint, angle in zip(robot.joint_names, inside.tolist(), strict=True)
        }
        self._frames.append(Frame(name=name or f"frame {len(self) + 1}", joints=joints))
        return self._frames[-1]

    def drop(self) -> None:
        """Forget the last frame."""
        if not self._frames:
            raise OlympianError(f"lesson '{self._name}' has no frame to drop: take one first")
        self._frames.pop()

    def frame_set(self) -> FrameSet:
        """The movement as `build` takes it."""
        if not self._frames:
            raise OlympianError(f"lesson '{self._name}' has no frames: take one first")
        return FrameSet(
            name=self._name,
            description=self._description,
            arm_balance=False,
            move=MoveLimits(policy="quintic", duration_s=SECONDS),
            frames=list(self._frames),
        )

    def write(self, path: Path) -> None:
        """Write the movement as a file to go on editing; whole or not at all."""
        made = self.frame_set()
        lines = [
            f'name = "{made.name}"',
            f'description = "{made.description}"',
            "arm_balance = false",
            "",
            "[move]",
            f'policy = "{made.move.policy}"',
            f"duration_s = {made.move.duration_s}",
        ]
        for frame in made.frames:
            lines += ["", "[[frames]]", f'name = "{frame.name}"']
            lines += [f"joints.{joint} = {angle}" for joint, angle in frame.joints.items()]
        part = path.with_name(path.name + ".part")
        try:
            part.write_text("\n".join(lines) + "\n", encoding="utf-8")
            part.replace(path)
        except OSError as error:
            raise OlympianError(f"{path}: cannot be written: {error.strerror or error}") from error
