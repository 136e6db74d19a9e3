"""Several tasks in one Jacobian, seen from any link: the solver of whole-body movements."""

from olympian.kinematics.tasks.aim import Aim
from olympian.kinematics.tasks.secondary import MiddlePull
from olympian.kinematics.tasks.stack import TaskStack, TaskStep
from olympian.kinematics.tasks.task import (
    ComTask,
    HeadTask,
    LinkTask,
    OrientationTask,
    PoseTask,
    PositionTask,
    PostureTask,
    Task,
)

__all__ = [
    "Aim",
    "ComTask",
    "HeadTask",
    "LinkTask",
    "MiddlePull",
    "OrientationTask",
    "PoseTask",
    "PositionTask",
    "PostureTask",
    "Task",
    "TaskStack",
    "TaskStep",
]
