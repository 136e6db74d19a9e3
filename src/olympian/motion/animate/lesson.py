"""Movements taught by hand: postures are taken from the joints and become a frame set."""

import json
from math import degrees
from pathlib import Path

from olympian.errors import OlympianError
from olympian.files import whole_file
from olympian.geometry import Vec
from olympian.motion.animate.frame_set import Frame, FrameSet, MoveLimits
from olympian.robot import Robot

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
            f"name = {_quoted(made.name)}",
            f"description = {_quoted(made.description)}",
            "arm_balance = false",
            "",
            "[move]",
            f'policy = "{made.move.policy}"',
            f"duration_s = {made.move.duration_s}",
        ]
        for frame in made.frames:
            lines += ["", "[[frames]]", f"name = {_quoted(frame.name)}"]
            lines += [f"joints.{joint} = {angle}" for joint, angle in frame.joints.items()]
        with whole_file(path) as part:
            part.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _quoted(text: str) -> str:
    """As TOML has it; JSON's way of writing strings is part of TOML's."""
    return json.dumps(text, ensure_ascii=False)
