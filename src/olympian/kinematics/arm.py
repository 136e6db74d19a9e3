"""Closed-form inverse kinematics of three-joint arms, as Team HOly used them.

Three joints cannot give a hand a pose. What they can do is point the forearm somewhere with a
chosen elbow angle (to imitate a person, to balance), or bring the hand to a place.
"""

from functools import cached_property
from math import hypot, isfinite

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, Vec3
from olympian.kinematics.arm_kernel import direction_kernel, position_kernel
from olympian.kinematics.axis_lines import AxisLines
from olympian.kinematics.chain_kernel import ChainKernel, joint_angles
from olympian.kinematics.dh_frames import dh_frames
from olympian.kinematics.leg import LegKind
from olympian.kinematics.leg.geometry import EXACT
from olympian.kinematics.leg.params import (
    CA1,
    CA2,
    D2,
    KIND,
    KX,
    KY,
    KZ,
    LENGTH,
    LOWER,
    OFFSET,
    R2,
    ROUNDING,
    SA1,
    SA2,
    SIGN,
    SLACK,
    UPPER,
)  # fmt: skip
from olympian.kinematics.result import IkResult, IkStatus
from olympian.robot import Chain

_LEAST_SINE, _LEAST_FOREARM_M = 0.2, 1e-3


def closed_form_arm(chain: Chain) -> "ClosedFormArm | None":
    """The solver for this arm, or None; `why_no_arm` then says why."""
    return None if why_no_arm(chain) else ClosedFormArm(chain)


def why_no_arm(chain: Chain) -> str:
    """Why a chain is not an arm that can be solved; empty if it is."""
    if chain.dof != 3:
        return f"it has {chain.dof} joints, a closed-form arm has 3"
    if AxisLines.of(chain, backwards=False).sine(0, 1) < _LEAST_SINE:
        return "its two shoulder axes are parallel"
    if np.linalg.norm(_forearm(chain)) < _LEAST_FOREARM_M:
        return "its hand lies on the elbow axis"
    return ""


def _forearm(chain: Chain) -> Vec3:
    """From the nearest point of the elbow axis to the tip, at q = 0, in the base frame."""
    directions, points = chain.screw_axes()
    reach = chain.forward(np.zeros(3))[:3, 3] - points[2]
    return reach - (reach @ directions[2]) * directions[2]


class ClosedFormArm:
    """Every posture of an arm for a forearm direction plus elbow angle, or for a hand position.

    The forearm points from the nearest point of the elbow axis to the tip of the chain, so that it
    does not depend on where along the axis a description puts the joint.
    """

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        lines = AxisLines.of(chain, backwards=False)
        crossing, miss = lines.meeting(0, 1)
        self.meets = miss <= EXACT
        """Do the shoulder axes meet? Only then is there a closed form for positions."""
        frames = dh_frames(lines.through(crossing, 0, 1) if self.meets else lines)
        tip = np.append(chain.forward(np.zeros(3))[:3, 3], 1.0)
        kx, ky, kz, _ = np.linalg.inv(frames.T_start_last) @ tip
        self._first = np.linalg.inv(frames.T_start_first)
        p = np.zeros(LOWER + 20)
        p[KIND], p[SLACK] = LegKind.SPHERICAL_MEETING.value, ROUNDING
        p[LENGTH] = np.sum(np.abs(frames.d) + np.abs(frames.r)) + np.hypot(kx, ky)
        p[CA1], p[SA1] = np.cos(frames.alpha[0]), np.sin(frames.alpha[0])
        p[CA2], p[SA2] = np.cos(frames.alpha[1]), np.sin(frames.alpha[1])
        p[R2], p[D2], p[KX], p[KY], p[KZ] = frames.r[1], frames.d[1], kx, ky, kz
        p[SIGN : SIGN + 3], p[OFFSET : OFFSET + 3] = frames.sign, frames.offset
        p[LOWER : LOWER + 3], p[UPPER : UPPER + 3] = chain.lower, chain.upper
        self._limited, self._unlimited = p, p.copy()
        self._unlimited[LOWER : LOWER + 3], self._unlimited[UPPER : UPPER + 3] = -np.inf, np.inf
        self._limited_unit, self._unlimited_unit = map(_unit_forearm, (p, self._unlimited))
        self._R_first = np.ascontiguousarray(self._first[:3, :3])

    @cached_property
    def _kernel(self) -> ChainKernel:
        return ChainKernel(self.chain)

    def forearm(self, q: Vec) -> Vec3:
        """Direction of the forearm in the base frame: what `solve_direction` inverts."""
        R = self._kernel.forward(q)[:3, :3] @ self._kernel.forward(np.zeros(3))[:3, :3].T
        along = R @ _forearm(self.chain)
        return along / np.linalg.norm(along)

    def solve_direction(
        self, direction_in_base: Vec3, elbow: float, limits: bool = True, q_near: Vec | None = None
    ) -> Vec:
        """Postures (k, 3) whose forearm points along `direction_in_base`, elbow at `elbow`.

        Args:
            q_near: what a joint keeps that the direction leaves free; zero by default.
        """
        direction = np.asarray(direction_in_base, dtype=float).reshape(3)
        length = hypot(*direction.tolist())
        if not (isfinite(length) and length > 0.0 and isfinite(elbow)):
            return np.empty((0, 3))
        x, y, z = self._R_first @ (direction / length)
        scaled = self._limited_unit if limits else self._unlimited_unit
        out = np.empty((2, 3))
        near = joint_angles(np.zeros(3) if q_near is None else q_near, 3)
        return out[: direction_kernel(scaled, x, y, z, float(elbow), near, out)]

    def solve_position(
        self, hand_in_base: Vec3, limits: bool = True, q_near: Vec | None = None
    ) -> Vec:
        """Postures (k, 3) that bring the tip to a point; needs shoulder axes that meet."""
        if not self.meets:
            raise OlympianError(
                f"the axes of {' and '.join(self.chain.joint_names[:2])} do not meet:"
                " there is no closed form for hand positions, only for directions"
            )
        point = np.append(np.asarray(hand_in_base, dtype=float).reshape(3), 1.0)
        if not np.all(np.isfinite(point)):
            return np.empty((0, 3))
        x, y, z = (self._first @ point)[:3]
        out = np.empty((4, 3))
        near = joint_angles(np.zeros(3) if q_near is None else q_near, 3)
        return out[
            : position_kernel(self._limited if limits else self._unlimited, x, y, z, near, out)
        ]

    def nearest_direction(self, direction_in_base: Vec3, elbow: float, q_near: Vec) -> IkResult:
        """The allowed posture of `solve_direction` that moves the joints least."""
        wanted = np.asarray(direction_in_base, dtype=float).reshape(3)
        q, status = _nearest(
            q_near,
            self.solve_direction(wanted, elbow, True, q_near),
            lambda: self.solve_direction(wanted, elbow, False, q_near),
            bool(np.all(np.isfinite(wanted)) and np.any(wanted) and np.isfinite(elbow)),
        )
        if status is IkStatus.BAD_GOAL:
            return IkResult(q, status, np.inf, np.inf)
        actual = self.forearm(q)
        angle = np.arctan2(np.linalg.norm(np.cross(actual, wanted)), actual @ wanted)
        return IkResult(q, status, 0.0, float(angle))

    def nearest_position(self, hand_in_base: Vec3, q_near: Vec) -> IkResult:
        """The allowed posture of `solve_position` that moves the joints least."""
        wanted = np.asarray(hand_in_base, dtype=float).reshape(3)
        q, status = _nearest(
            q_near,
            self.solve_position(wanted, True, q_near),
            lambda: self.solve_position(wanted, False, q_near),
            bool(np.all(np.isfinite(wanted))),
        )
        if status is IkStatus.BAD_GOAL:
            return IkResult(q, status, np.inf, np.inf)
        error = np.linalg.norm(self._kernel.forward(q)[:3, 3] - wanted)
        return IkResult(q, status, float(error), 0.0)


def _unit_forearm(p: Vec) -> Vec:
    """Parameters for the direction kernel: it compares unit vectors, so the forearm becomes one."""
    scaled = p.copy()
    scaled[[KX, KY]] /= np.hypot(p[KX], p[KY])
    return scaled


def _nearest(q_near, rows, anywhere, good) -> tuple[Vec, IkStatus]:
    """The row nearest to `q_near`, or why there is none."""
    q = joint_angles(q_near, 3)
    if not good:
        return q, IkStatus.BAD_GOAL
    if len(rows) == 0:
        return q, IkStatus.OUTSIDE_LIMITS if len(anywhere()) else IkStatus.UNREACHABLE
    return rows[int(np.argmin(np.sum((rows - q) ** 2, axis=1)))].copy(), IkStatus.SOLVED
