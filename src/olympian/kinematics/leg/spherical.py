"""Kernels for legs whose axes 4, 5, 6 meet in one point (Pieper's condition).

Only the first three joints move that point, so the goal splits: its position gives θ1, θ2, θ3, its
rotation θ4, θ5, θ6. The point is k beyond joint 3. Where axes 1 and 2 meet, its distance from
their crossing depends on θ3 alone (thesis 6.28); where 2 and 3 are parallel, its height along them
on θ1.
"""

from math import sqrt

from olympian.compiled import piece
from olympian.kinematics.leg.params import (
    CA1,
    CA2,
    CA3,
    CA4,
    D2,
    KX,
    KY,
    KZ,
    LENGTH,
    R1,
    R2,
    S_CA5,
    S_SA5,
    SA1,
    SA2,
    SA3,
    SA4,
    SLACK,
    SPREAD,
)  # fmt: skip
from olympian.kinematics.trigonometry import link_roots, sum_root, two_axis_root


@piece
def meeting_knee(p, px, py, pz):
    """Roots for θ3 where axes 1 and 2 meet: the law of cosines in space."""
    r2, d2, ca, sa = p[R2], p[D2], p[CA2], p[SA2]
    kx, ky, kz = p[KX], p[KY], p[KZ]
    constant = r2 * r2 + d2 * d2 + kx * kx + ky * ky + kz * kz + 2.0 * d2 * ca * kz
    c = 0.5 * (px * px + py * py + pz * pz - constant)
    tolerance = p[SLACK] * p[LENGTH] * p[LENGTH]
    return sum_root(r2 * kx + d2 * sa * ky, d2 * sa * kx - r2 * ky, c, tolerance, p[SPREAD])


@piece
def meeting_reach(p, c3, s3):
    """The sphere's centre seen from joint 2, given θ3."""
    mx, my, mz = p[KX] * c3 - p[KY] * s3, p[KX] * s3 + p[KY] * c3, p[KZ]
    ca, sa = p[CA2], p[SA2]
    return p[R2] + mx, ca * my - sa * mz, p[D2] + sa * my + ca * mz


@piece
def meeting_second(p, px, py, pz, v):
    """Roots for θ2 where axes 1 and 2 meet."""
    tolerance = p[SLACK] * p[LENGTH]
    return two_axis_root(px, py, pz, v[0], v[1], v[2], p[CA1], p[SA1], tolerance, p[SPREAD])


@piece
def stacked_first(p, px, py, pz):
    """Roots for θ1 where axes 2 and 3 are parallel."""
    ca, sa = p[CA1], p[SA1]
    c = p[D2] + p[KZ] - ca * pz
    return sum_root(-sa * py, sa * px, c, p[SLACK] * p[LENGTH], p[SPREAD])


@piece
def stacked_plane(p, px, py, pz, c1, s1):
    """The sphere's centre in the plane across axes 2 and 3, given θ1."""
    x, y = c1 * px + s1 * py - p[R1], c1 * py - s1 * px
    return x, p[CA1] * y + p[SA1] * pz


@piece
def stacked_fold(p, x, y):
    """Roots for the angle between the two links in that plane, and the second link's length."""
    link = sqrt(p[KX] * p[KX] + p[KY] * p[KY])
    count, c, s = link_roots(x, y, p[R2], link, p[SLACK], p[SPREAD])
    return count, c, s, link


@piece
def _row_turned(x, y, z, c, s, ca, sa):
    """Row vector times Rz(θ)·Rx(α)."""
    u, v = c * x + s * y, c * y - s * x
    return u, ca * v + sa * z, ca * z - sa * v


@piece
def sphere_seen(p, g, c1, s1, c2, s2, c3, s3):
    """z and x axes of the goal, seen from beyond joint 3.

    The angle θ1 is known last, so everything beyond it is multiplied out first.
    """
    r00, _, r02, _, r10, _, r12, _, r20, _, r22, _ = g
    ca, sa = p[CA1], p[SA1]
    ca2, sa2, ca3, sa3 = p[CA2], p[SA2], p[CA3], p[SA3]
    xx, xy, xz = _row_turned(c2, -ca2 * s2, sa2 * s2, c3, s3, ca3, sa3)
    # second and third row of Rz(θ2)·Rx(α2), then tilted by α1
    yx, yy, yz = ca * s2, ca * ca2 * c2 - sa * sa2, -(ca * sa2 * c2 + sa * ca2)
    zx, zy, zz = sa * s2, sa * ca2 * c2 + ca * sa2, ca * ca2 - sa * sa2 * c2
    yx, yy, yz = _row_turned(yx, yy, yz, c3, s3, ca3, sa3)
    zx, zy, zz = _row_turned(zx, zy, zz, c3, s3, ca3, sa3)
    nx, ny, nz = c1 * r02 + s1 * r12, c1 * r12 - s1 * r02, r22
    mx, my, mz = c1 * r00 + s1 * r10, c1 * r10 - s1 * r00, r20
    return (
        nx * xx + ny * yx + nz * zx, nx * xy + ny * yy + nz * zy, nx * xz + ny * yz + nz * zz,
        mx * xx + my * yx + mz * zx, mx * xy + my * yy + mz * zy, mx * xz + my * yz + mz * zz,
    )  # fmt: skip


@piece
def sphere_second(p, seen):
    """Roots for θ5."""
    nx, ny, nz, _, _, _ = seen
    return two_axis_root(nx, ny, nz, 0.0, -p[S_SA5], p[S_CA5], p[CA4], p[SA4], p[SLACK], p[SPREAD])


@piece
def sphere_last(p, seen, c4, s4, c5, s5):
    """Cosine and sine of θ6, given θ4 and θ5; well defined in the gimbal pose too."""
    nx, ny, nz, mx, my, mz = seen
    vy = p[CA4] * s5
    ax, ay, az = c4 * c5 - s4 * vy, s4 * c5 + c4 * vy, p[SA4] * s5
    bx, by, bz = ny * az - nz * ay, nz * ax - nx * az, nx * ay - ny * ax
    return ax * mx + ay * my + az * mz, bx * mx + by * my + bz * mz
