"""Where a sole is seen from its leg's base, compiled: the walk asks for it twice a tick."""

from collections.abc import Callable
from functools import cache
from math import cos, sin

from olympian.kinematics.chain_kernel import load, product, store
from olympian.kinematics.compiled import called, direct, piece

__all__ = ["sole_in_base"]


@piece
def _turn(rpy):
    """Rotation about the fixed axes x, then y, then z: nine numbers, row by row."""
    cr, sr = cos(rpy[0]), sin(rpy[0])
    cp, sp = cos(rpy[1]), sin(rpy[1])
    cy, sy = cos(rpy[2]), sin(rpy[2])
    return (
        cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,
        sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,
        -sp, cp * sr, cp * cr,
    )  # fmt: skip


@called
def _sole_in_base(T_base_torso, torso_xyz, torso_rpy, sole_xyz, sole_rpy, T):
    """First three rows of `T_base_sole` into `T`, from poses of torso and sole in one frame."""
    a00, a01, a02, a10, a11, a12, a20, a21, a22 = _turn(torso_rpy)
    b00, b01, b02, b10, b11, b12, b20, b21, b22 = _turn(sole_rpy)
    x, y, z = sole_xyz[0] - torso_xyz[0], sole_xyz[1] - torso_xyz[1], sole_xyz[2] - torso_xyz[2]
    back = (a00, a10, a20, 0.0, a01, a11, a21, 0.0, a02, a12, a22, 0.0)
    sole = (b00, b01, b02, x, b10, b11, b12, y, b20, b21, b22, z)
    store(product(load(T_base_torso, 0), product(back, sole)), T)


@cache
def sole_in_base() -> Callable[..., None]:
    """The kernel as Python calls it: `(T_base_torso (12,), xyz, rpy, xyz, rpy, T (4, 4))`."""
    three = "UniTuple(float64, 3)"
    poses = f"{three}, {three}, {three}, {three}"
    return direct(_sole_in_base, f"void(float64[::1], {poses}, float64[:, ::1])")
