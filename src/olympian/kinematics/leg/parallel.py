"""Kernels for legs whose axes 3, 4, 5 are parallel and whose axes 1 and 2 meet.

The goal is Rz(θ1)·Rx(α1)·Rz(θ2)·Tz(d2)·Tx(r2)·Rx(α2) · [planar θ3, θ4, θ5] ·
Tz(d5)·Tx(r5)·Rx(α5)·Rz(θ6). Turning the parallel joints never moves a point along their axes. So
the height of the hip crossing along them depends on θ6 alone; the direction of the axes then gives
θ2 and θ1; a planar leg is left.
"""

from math import acos, copysign, cos, sqrt

from olympian.compiled import piece
from olympian.kinematics.arctangent import angle_of
from olympian.kinematics.leg.params import (
    CA1,
    CA2,
    D2,
    D5,
    LENGTH,
    P_CA5,
    P_SA5,
    R2,
    R3,
    R4,
    R5,
    SA1,
    SA2,
    SLACK,
    SPREAD,
)  # fmt: skip
from olympian.kinematics.trigonometry import link_roots, sum_root, two_axis_root, wrap


@piece
def parallel_last(p, g):
    """Roots for θ6."""
    r00, r01, r02, px, r10, r11, r12, py, r20, r21, r22, pz = g
    yx = -(r00 * px + r10 * py + r20 * pz)
    yy = -(r01 * px + r11 * py + r21 * pz)
    yz = -(r02 * px + r12 * py + r22 * pz)
    c = -p[CA2] * p[D2] - p[D5] - p[P_CA5] * yz
    return sum_root(p[P_SA5] * yy, p[P_SA5] * yx, c, p[SLACK] * p[LENGTH], p[SPREAD])


@piece
def parallel_axes(p, g, c6, s6):
    """Direction of the parallel axes, given θ6, seen from the first frame."""
    r00, r01, r02, _, r10, r11, r12, _, r20, r21, r22, _ = g
    nx, ny, nz = s6 * p[P_SA5], c6 * p[P_SA5], p[P_CA5]
    return (
        r00 * nx + r01 * ny + r02 * nz,
        r10 * nx + r11 * ny + r12 * nz,
        r20 * nx + r21 * ny + r22 * nz,
    )


@piece
def parallel_hip(p, w):
    """Roots for θ2, given the direction of the parallel axes."""
    return two_axis_root(
        w[0], w[1], w[2], 0.0, -p[SA2], p[CA2], p[CA1], p[SA1], p[SLACK], p[SPREAD]
    )


@piece
def parallel_free_yaw(p, g, w, c6, s6, c2, s2, rest):
    """An angle θ1 for the gimbal pose, where it only turns the hip about the parallel axes.

    Any angle will do that leaves the rest of the leg within reach: `rest` if possible, otherwise
    the one nearest to it for which the leg is just straight (or just folded).
    """
    r00, r01, _, px, r10, r11, _, py, _, _, _, _ = g
    x = px - p[R5] * (c6 * r00 - s6 * r01) - p[D5] * w[0]
    y = py - p[R5] * (c6 * r10 - s6 * r11) - p[D5] * w[1]
    hip_x, hip_y = p[R2] * c2, p[R2] * p[CA1] * s2 - p[D2] * p[SA1]
    product = sqrt((x * x + y * y) * (hip_x * hip_x + hip_y * hip_y))
    if product < 1e-12 * p[LENGTH] * p[LENGTH]:
        return rest
    between = angle_of(x, y) - angle_of(hip_x, hip_y)
    squares = x * x + y * y + hip_x * hip_x + hip_y * hip_y
    distance = squares - 2.0 * product * cos(between - rest)
    within = min(max(distance, (p[R3] - p[R4]) ** 2), (p[R3] + p[R4]) ** 2)
    if within == distance:
        return rest
    cosine = min(max((squares - within) / (2.0 * product), -1.0), 1.0)
    return between - copysign(acos(cosine), wrap(between - rest))


@piece
def parallel_plane(p, g, w, c6, s6, c1, s1, c2, s2):
    """Place of axis 5 in the plane of the leg and θ3 + θ4 + θ5, given the other three joints."""
    r00, r01, _, px, r10, r11, _, py, r20, r21, _, pz = g
    ca, sa = p[CA1], p[SA1]
    wx, wy, wz = w
    # x axis of the leg plane, and y = w × x
    xx, xy, xz = c1 * c2 - s1 * ca * s2, s1 * c2 + c1 * ca * s2, sa * s2
    yx, yy, yz = wy * xz - wz * xy, wz * xx - wx * xz, wx * xy - wy * xx
    # x axis beyond joint 5
    ax, ay, az = c6 * r00 - s6 * r01, c6 * r10 - s6 * r11, c6 * r20 - s6 * r21
    r5, d5, r2, d2 = p[R5], p[D5], p[R2], p[D2]
    ex = px - r5 * ax - d5 * wx - r2 * xx - d2 * (s1 * sa)
    ey = py - r5 * ay - d5 * wy - r2 * xy + d2 * (c1 * sa)
    ez = pz - r5 * az - d5 * wz - r2 * xz - d2 * ca
    total = angle_of(xx * ax + xy * ay + xz * az, yx * ax + yy * ay + yz * az)
    return xx * ex + xy * ey + xz * ez, yx * ex + yy * ey + yz * ez, total


@piece
def parallel_fold(p, x, y):
    """Roots for θ4: how far the knee must bend for axis 5 to lie at (x, y)."""
    return link_roots(x, y, p[R3], p[R4], p[SLACK], p[SPREAD])
