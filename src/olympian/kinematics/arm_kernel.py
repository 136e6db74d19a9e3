"""Compiled inverse kinematics of arms with two shoulder joints and an elbow."""

from math import cos, sin

from olympian.compiled import compiled, piece
from olympian.kinematics.arctangent import angle_of
from olympian.kinematics.leg.levels import MEETING, allowed, rest_angle, root, to_joint, turn_two
from olympian.kinematics.leg.params import CA1, CA2, KX, KY, OFFSET, SA1, SA2, SIGN, SLACK, SPREAD
from olympian.kinematics.leg.spherical import meeting_knee, meeting_reach, meeting_second
from olympian.kinematics.leg.tree import count_roots
from olympian.kinematics.trigonometry import two_axis_first, two_axis_root

# `IkStatus` as the kernels see it
_SOLVED, _UNREACHABLE, _OUTSIDE_LIMITS, _BAD_GOAL = 0, 1, 2, 3


@piece
def _keep(p, q, found, out):
    """Adds a posture to `out` if the limits allow it."""
    ok0, q0 = allowed(p, 0, q[0])
    ok1, q1 = allowed(p, 1, q[1])
    ok2, q2 = allowed(p, 2, q[2])
    if not (ok0 and ok1 and ok2):
        return found
    out[found, 0], out[found, 1], out[found, 2] = q0, q1, q2
    return found + 1


@compiled
def direction_kernel(p, x, y, z, elbow, near, out):
    """Shoulder angles that point the forearm along the unit vector (x, y, z) of the first frame."""
    theta = p[SIGN + 2] * elbow + p[OFFSET + 2]
    c3, s3 = cos(theta), sin(theta)
    ux, uy = p[KX] * c3 - p[KY] * s3, p[KX] * s3 + p[KY] * c3
    vx, vy, vz = ux, p[CA2] * uy, p[SA2] * uy
    roots = two_axis_root(x, y, z, vx, vy, vz, p[CA1], p[SA1], p[SLACK], p[SPREAD])
    found = 0
    for k in range(count_roots(roots)):
        c, s = root(roots, 1.0 - 2.0 * k, rest_angle(p, 1, near))
        a, b = two_axis_first(x, y, vx, vy, vz, p[CA1], p[SA1], c, s)
        first = angle_of(a, b) if a * a + b * b > 1e-44 else rest_angle(p, 0, near)
        q = to_joint(p, 0, first), to_joint(p, 1, angle_of(c, s)), elbow
        found = _keep(p, q, found, out)
    return found


@compiled
def position_kernel(p, x, y, z, near, out):
    """Angles that bring the hand to the point (x, y, z) of the first frame."""
    g = (0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z)
    found = 0
    knee = meeting_knee(p, x, y, z)
    for i in range(count_roots(knee)):
        c3, s3 = root(knee, 1.0 - 2.0 * i, rest_angle(p, 2, near))
        v = meeting_reach(p, c3, s3)
        roots = meeting_second(p, x, y, z, v)
        for k in range(count_roots(roots)):
            c2, s2 = root(roots, 1.0 - 2.0 * k, rest_angle(p, 1, near))
            _, _, c1, s1 = turn_two(MEETING, p, g, (c3, s3), v, c2, s2, rest_angle(p, 0, near))
            q = (
                to_joint(p, 0, angle_of(c1, s1)),
                to_joint(p, 1, angle_of(c2, s2)),
                to_joint(p, 2, angle_of(c3, s3)),
            )
            found = _keep(p, q, found, out)
    return found
