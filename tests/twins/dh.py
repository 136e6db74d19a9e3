"""Denavit–Hartenberg chains, and the one of the thesis."""

from dataclasses import dataclass
from math import radians
from pathlib import Path
from tomllib import loads

import numpy as np

from olympian.errors import unknown
from olympian.geometry import Mat4, R_from_axis_angle, T_from, Vec, frozen

__all__ = ["DhRow", "DhTable", "dh_forward", "thesis_table"]

TABLE = Path(__file__).parents[1] / "data" / "thesis_table_6_1.toml"
_X, _Z = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True)
class DhRow:
    """One step Tz(d)·Rz(θ + offset)·Tx(r)·Rx(α) of a chain (thesis 6.11), lengths in metres."""

    d: float
    theta_offset: float
    r: float
    alpha: float

    def transform(self, theta: float) -> Mat4:
        """From the frame before this joint to the one after it."""
        R_z = R_from_axis_angle(_Z, theta + self.theta_offset)
        turn = T_from((0.0, 0.0, self.d), R=R_z)
        return turn @ T_from((self.r, 0.0, 0.0), R=R_from_axis_angle(_X, self.alpha))


def dh_forward(rows: tuple[DhRow, ...], theta: Vec) -> Mat4:
    """Pose after the last row; `theta` (n,) are the joint angles, without the offsets."""
    T = np.eye(4)
    for row, angle in zip(rows, theta, strict=True):
        T = T @ row.transform(float(angle))
    return T


@dataclass(frozen=True)
class DhTable:
    """Table 6.1 for one stance leg: from its sole over the trunk to the other sole.

    The first and the last row are the fixed feet: their θ is zero. Between them lie the joints of
    the stance leg from the ankle up, then those of the swing leg from the hip down. Poses are given
    in our axes (x ahead, y left, z up), which are parallel in all three frames at the zero pose.
    """

    to_trunk: tuple[DhRow, ...]
    to_swing: tuple[DhRow, ...]
    stance_joints: tuple[str, ...]
    swing_joints: tuple[str, ...]
    """Joint names without their side, in the order of the rows."""
    stance_signs: Vec
    swing_signs: Vec
    """D-H angle = sign · joint angle."""

    def trunk(self, q_stance: Vec) -> Mat4:
        """`T_sole_torso`, from the joint angles of the stance leg in table order."""
        return _our_axes(self._trunk(q_stance), self._trunk(np.zeros(6)))

    def swing(self, q_stance: Vec, q_swing: Vec) -> Mat4:
        """`T_sole_swing`, from the joint angles of both legs in table order."""
        zero = np.zeros(6)
        T_foot_swing = self._trunk(q_stance) @ self._swing(q_swing)
        return _our_axes(T_foot_swing, self._trunk(zero) @ self._swing(zero))

    def _trunk(self, q_stance: Vec) -> Mat4:
        return dh_forward(self.to_trunk, np.append(0.0, self.stance_signs * q_stance))

    def _swing(self, q_swing: Vec) -> Mat4:
        return dh_forward(self.to_swing, np.append(self.swing_signs * q_swing, 0.0))


_R_FOOT_SOLE = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
"""The table's foot frame has x to the right and y ahead."""


def _our_axes(T_foot_frame: Mat4, T_foot_frame_at_zero: Mat4) -> Mat4:
    """The pose between frames that have our axes at the zero pose."""
    R_frame_ours = T_foot_frame_at_zero[:3, :3].T @ _R_FOOT_SOLE
    return T_from(R=_R_FOOT_SOLE.T) @ T_foot_frame @ T_from(R=R_frame_ours)


def thesis_table(stance: str) -> DhTable:
    """Table 6.1 of the thesis with the left or the right leg as the stance leg."""
    text = TABLE.read_text("utf-8")
    content = loads(text)
    if stance not in content["stance"]:
        raise unknown("stance leg", stance, content["stance"])
    table, joints = content["stance"][stance], content["joints"]
    return DhTable(
        _rows(table["to_trunk"]),
        _rows(table["to_swing"]),
        tuple(joints["stance"]),
        tuple(joints["swing"]),
        frozen(joints["stance_sign"]),
        frozen(joints["swing_sign"]),
    )


def _rows(printed: list[list[float]]) -> tuple[DhRow, ...]:
    return tuple(
        DhRow(d_mm * 1e-3, radians(theta_deg), r_mm * 1e-3, radians(alpha_deg))
        for d_mm, theta_deg, r_mm, alpha_deg in printed
    )
