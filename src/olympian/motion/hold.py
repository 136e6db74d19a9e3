"""Hold a pose: the least a standing robot has to do."""

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen
from olympian.motion.skill import SkillStatus
from olympian.records import JointGoal, RobotState


class Hold:
    """Keeps every joint at `q`, which may be changed while it runs."""

    status = SkillStatus.RUNNING

    def __init__(self, q: Vec) -> None:
        self._start = frozen(q)
        self._q = self._start

    @property
    def q(self) -> Vec:
        """The pose that is held."""
        return self._q

    @q.setter
    def q(self, q: Vec) -> None:
        if np.shape(q) != self._start.shape or not np.isfinite(q).all():
            raise OlympianError(f"a pose needs {len(self._start)} finite angles")
        self._q = frozen(q)

    def step(self, state: RobotState, dt: float) -> JointGoal:  # noqa: ARG002
        """The pose, for every joint."""
        return JointGoal.all(self._q)

    def reset(self) -> None:
        """Back to the pose it was made with."""
        self._q = self._start
