"""The last minute of a session: its poses to look back at, and the numbers that are plotted."""

import mujoco
import numpy as np

from olympian.cockpit.session import Session
from olympian.geometry import rpy_from_R
from olympian.records import RobotState

__all__ = ["PoseMemory", "Trends"]

MINUTE, POSES = 60.0, 20.0
"""Seconds that are kept, and poses a second: fast enough for an eye to follow a fall."""
SHOWN, SAMPLES = 30.0, 10.0
"""Seconds that are plotted, and numbers a second."""
COLUMNS = ("t", "roll", "pitch", "margin", "load_left", "load_right", "temperature")
"""What is always plotted, in the order in which it is sent; goal and angle of a joint follow."""


class PoseMemory:
    """Where all bodies were, every now and then."""

    def __init__(self, model: mujoco.MjModel) -> None:
        self._model, self._shown = model, mujoco.MjData(model)
        self._rows = int(MINUTE * POSES)
        self._q = np.zeros((self._rows, model.nq))
        self._t = np.full(self._rows, -np.inf)
        self._count = 0

    def step(self, data: mujoco.MjData) -> None:
        """Remember the present, if it is time; a clock that went back begins anew."""
        last = self._t[(self._count - 1) % self._rows] if self._count else -np.inf
        if data.time < last:
            self._count = 0
            self._t[:] = -np.inf
        elif data.time - last < 1.0 / POSES - 1e-9:
            return
        row = self._count % self._rows
        self._q[row], self._t[row] = data.qpos, data.time
        self._count += 1

    @property
    def span(self) -> float:
        """Seconds that can be looked back."""
        kept = self._t[np.isfinite(self._t)]
        return float(kept.max() - kept.min()) if len(kept) else 0.0

    def at(self, data: mujoco.MjData, back: float) -> mujoco.MjData:
        """The bodies as they were so many seconds before `data`; itself for none."""
        if back <= 0.0 or not self._count:
            return data
        row = int(np.argmin(np.abs(self._t - (data.time - back))))
        self._shown.qpos[:] = self._q[row]
        self._shown.time = self._t[row]
        mujoco.mj_kinematics(self._model, self._shown)
        return self._shown


class Trends:
    """Numbers of the last half minute, as rows of single precision."""

    def __init__(self, session: Session) -> None:
        self._session = session
        dof = session.humanoid.robot.dof
        self._rows = int(SHOWN * SAMPLES)
        self._table = np.zeros((self._rows, len(COLUMNS) + 2 * dof), dtype=np.float32)
        self.written = 0
        """Rows so far, forgotten ones included."""
        self._last = -np.inf

    def step(self, state: RobotState) -> None:
        """Take the present, if it is time."""
        if state.t < self._last:
            self.written = 0
        elif state.t - self._last < 1.0 / SAMPLES - 1e-9:
            return
        self._last = state.t
        humanoid = self._session.humanoid
        verdict = humanoid.hcm.verdict
        goal = state.q if verdict is None else np.where(verdict.goal.mask, verdict.goal.q, state.q)
        roll, pitch, _ = np.degrees(rpy_from_R(state.R_world_torso))
        loads = np.zeros(2)
        loads[: len(state.loads)] = state.loads[:2]
        row = self._table[self.written % self._rows]
        row[: len(COLUMNS)] = (
            state.t,
            roll,
            pitch,
            1000.0 * state.support_margin,
            *loads,
            state.sensors.temperature_c.max(initial=0.0),
        )
        row[len(COLUMNS) :] = np.degrees(np.concatenate([goal, state.q]))
        self.written += 1

    def since(self, written: int, joint: int) -> bytes:
        """Rows after the first `written` ones, as far as they are kept: 9 numbers of 4 bytes each.

        Args: joint: whose goal and angle come last.
        """
        dof = (self._table.shape[1] - len(COLUMNS)) // 2
        new = self.written - written if written <= self.written else self.written
        rows = np.arange(self.written - min(new, self._rows, self.written), self.written)
        columns = [*range(len(COLUMNS)), len(COLUMNS) + joint, len(COLUMNS) + dof + joint]
        return self._table[rows % self._rows][:, columns].astype("<f4").tobytes()
