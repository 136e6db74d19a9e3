"""Small movements, and what an animator makes of them in time."""

import numpy as np

from olympian.geometry import Vec
from olympian.motion import SkillStatus
from olympian.motion.animate import (
    Animator,
    BuiltSet,
    Frame,
    FrameSet,
    MoveLimits,
    build,
)
from olympian.records import RobotState
from olympian.robot import Robot

DT = 0.01


QUICK = MoveLimits(policy="quintic", duration_s=0.1)


def bent(name: str, elbow_deg: float, **options) -> Frame:
    return Frame(name=name, joints={"left_elbow": elbow_deg}, **options)


def made(robot: Robot, name: str, *frames: Frame, **options) -> BuiltSet:
    return build(robot, FrameSet(name=name, frames=list(frames), move=QUICK, **options))


def frames_until(
    animator: Animator, state: RobotState, seconds: float = 5.0, until: str | None = None
) -> list[str]:
    """Frames in the order they were under way, until the end or until one begins."""
    seen: list[str] = []
    for _ in range(round(seconds / DT)):
        animator.step(state, DT)
        if animator.frame is not None and seen[-1:] != [animator.frame]:
            seen.append(animator.frame)
        if animator.status is not SkillStatus.RUNNING or animator.frame == until is not None:
            break
    return seen


def goals(animator: Animator, state: RobotState, seconds: float) -> Vec:
    rows = []
    for _ in range(round(seconds / DT)):
        goal = animator.step(state, DT)
        assert goal is not None
        rows.append(goal.q)
    return np.array(rows)
