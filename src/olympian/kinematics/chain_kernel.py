"""Compiled forward kinematics and Jacobian of a serial chain.

A chain of n joints travels as one flat array of 12·(n + 1) numbers: 3×4 transforms from joint to
joint, turned so that every joint rotates about its own z, and the one from the last joint to the
tip. One array argument is what makes a call from Python cheap.
"""

from math import cos, sin

import numpy as np

from olympian.compiled import compiled, piece
from olympian.geometry import Mat4, T_from, Vec, Vec3
from olympian.robot import Chain


def pack_chain(chain: Chain) -> Vec:
    """The flat array described above."""
    rows, T_z_joint = [], np.eye(4)
    for T_previous_joint, axis in zip(chain.T_previous_joint, chain.axes, strict=True):
        T_joint_z = T_from(R=turn_z_to(axis))
        rows.append((T_z_joint @ T_previous_joint @ T_joint_z)[:3])
        T_z_joint = T_joint_z.T
    rows.append((T_z_joint @ chain.T_last_tip)[:3])
    return np.ascontiguousarray(np.array(rows).reshape(-1))


def turn_z_to(axis: Vec3) -> Vec:
    """A rotation that takes z to `axis`."""
    helper = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = np.cross(helper, axis)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(axis, x), axis])


@piece
def load(pack, place):
    """Twelve numbers of a packed 3×4 transform."""
    return (
        pack[place], pack[place + 1], pack[place + 2], pack[place + 3],
        pack[place + 4], pack[place + 5], pack[place + 6], pack[place + 7],
        pack[place + 8], pack[place + 9], pack[place + 10], pack[place + 11],
    )  # fmt: skip


@piece
def product(a, b):
    """Product of two 3×4 transforms, twelve numbers each."""
    a00, a01, a02, a03, a10, a11, a12, a13, a20, a21, a22, a23 = a
    b00, b01, b02, b03, b10, b11, b12, b13, b20, b21, b22, b23 = b
    return (
        a00 * b00 + a01 * b10 + a02 * b20,
        a00 * b01 + a01 * b11 + a02 * b21,
        a00 * b02 + a01 * b12 + a02 * b22,
        a00 * b03 + a01 * b13 + a02 * b23 + a03,
        a10 * b00 + a11 * b10 + a12 * b20,
        a10 * b01 + a11 * b11 + a12 * b21,
        a10 * b02 + a11 * b12 + a12 * b22,
        a10 * b03 + a11 * b13 + a12 * b23 + a13,
        a20 * b00 + a21 * b10 + a22 * b20,
        a20 * b01 + a21 * b11 + a22 * b21,
        a20 * b02 + a21 * b12 + a22 * b22,
        a20 * b03 + a21 * b13 + a22 * b23 + a23,
    )


@piece
def _turned(a, angle):
    """Pose `a` turned about its own z."""
    a00, a01, a02, a03, a10, a11, a12, a13, a20, a21, a22, a23 = a
    c, s = cos(angle), sin(angle)
    return (
        c * a00 + s * a01, c * a01 - s * a00, a02, a03,
        c * a10 + s * a11, c * a11 - s * a10, a12, a13,
        c * a20 + s * a21, c * a21 - s * a20, a22, a23,
    )  # fmt: skip


_IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)


@piece
def store(a, T):
    """Writes a 3×4 transform into `T`."""
    for row in range(3):
        for column in range(4):
            T[row, column] = a[4 * row + column]


@compiled
def forward_kernel(pack, q, T):
    """Writes the first three rows of `T_base_tip` into `T`."""
    a = _IDENTITY
    for i in range(q.shape[0]):
        a = _turned(product(a, load(pack, 12 * i)), q[i])
    store(product(a, load(pack, 12 * q.shape[0])), T)


@compiled
def jacobian_kernel(pack, q, T, J):
    """Forward kinematics, and `J` (6, n): base axes, linear velocity of the tip above angular."""
    n = q.shape[0]
    a = _IDENTITY
    for i in range(n):
        a = _turned(product(a, load(pack, 12 * i)), q[i])
        J[0, i], J[1, i], J[2, i] = a[3], a[7], a[11]
        J[3, i], J[4, i], J[5, i] = a[2], a[6], a[10]
    a = product(a, load(pack, 12 * n))
    store(a, T)
    for i in range(n):
        x, y, z = a[3] - J[0, i], a[7] - J[1, i], a[11] - J[2, i]
        J[0, i] = J[4, i] * z - J[5, i] * y
        J[1, i] = J[5, i] * x - J[3, i] * z
        J[2, i] = J[3, i] * y - J[4, i] * x


_EYE = np.eye(4)
"""Copied, because making it anew takes longer than the kinematics."""


class ChainKernel:
    """Fast forward kinematics of one chain; agrees with `Chain.forward` to rounding."""

    __slots__ = ("chain", "pack")

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.pack = pack_chain(chain)

    def forward(self, q: Vec) -> Mat4:
        """`T_base_tip` at joint angles `q` (n,)."""
        T = _EYE.copy()
        forward_kernel(self.pack, self._checked(q), T)
        return T

    def jacobian(self, q: Vec) -> tuple[Mat4, Vec]:
        """`T_base_tip` and the (6, n) Jacobian in base axes, linear above angular."""
        T, J = _EYE.copy(), np.empty((6, self.chain.dof))
        jacobian_kernel(self.pack, self._checked(q), T, J)
        return T, J

    def _checked(self, q: Vec) -> Vec:
        """A contiguous copy: kernels do not check bounds, so the length is checked here."""
        return joint_angles(q, self.chain.dof)


def joint_angles(q: Vec, dof: int) -> Vec:
    """`q` as a writable contiguous float64 array of the right length."""
    angles = np.array(q, dtype=np.float64)
    if angles.shape != (dof,):
        raise ValueError(f"expected {dof} joint angles, got an array of shape {angles.shape}")
    return angles
