"""The paper's stack of tasks and aims for it, shared by the tests of stacked tasks."""

import numpy as np

from olympian.kinematics.tasks import Aim, HeadTask, PoseTask, TaskStack
from olympian.robot import Robot

DT = 0.01


def juggler(atlas: Robot, **options: object) -> TaskStack:
    """The paper's seventeen rows."""
    tasks = (PoseTask("left_sole"), PoseTask("right_hand"), HeadTask("head"))
    return TaskStack(atlas, "right_sole", tasks, **options)  # type: ignore[arg-type]


def aims_at(stack: TaskStack, q: np.ndarray) -> list[Aim]:
    """Aims of link tasks that the posture `q` fulfils."""
    return [Aim(stack.where(q, task.link)) for task in stack.tasks]  # type: ignore[union-attr]
