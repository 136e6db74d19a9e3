"""Three choices make a leg posture: the levels of the solution tree, alike for every shape.

Each level has up to two roots. Level one fixes one joint, level two two more, level three the rest.
"""

from math import cos, sin, sqrt

from numpy import pi

from olympian.compiled import piece
from olympian.kinematics.arctangent import angle_of
from olympian.kinematics.chain_kernel import load, product
from olympian.kinematics.leg.parallel import (
    parallel_axes,
    parallel_fold,
    parallel_free_yaw,
    parallel_hip,
    parallel_last,
    parallel_plane,
)  # fmt: skip
from olympian.kinematics.leg.params import (
    BACKWARDS,
    CA1,
    CA2,
    CA4,
    KX,
    KY,
    LEFT,
    LENGTH,
    LOWER,
    OFFSET,
    R2,
    R3,
    R4,
    RIGHT,
    S_CA5,
    S_SA5,
    SA1,
    SA2,
    SA4,
    SIGN,
    UPPER,
)  # fmt: skip
from olympian.kinematics.leg.spherical import (
    meeting_knee,
    meeting_reach,
    meeting_second,
    sphere_last,
    sphere_second,
    sphere_seen,
    stacked_first,
    stacked_fold,
    stacked_plane,
)  # fmt: skip
from olympian.kinematics.trigonometry import FREE, two_axis_first, wrap

PARALLEL, MEETING, STACKED = 0, 1, 2
"""Values of `LegKind`. Kernels pass them on as literals, so that every shape gets lean code of its
own."""
_NOT_A_ROTATION = 1e-5
"""Poses typed or sent in single precision are off by 1e-7; this is no longer rounding."""
_GIMBAL = 1e-22
"""Squared, relative: this close to a gimbal pose the free joint may stay where it is."""
_CLEAR = 1e-4
"""The same measure; above it a gimbal pose is more than half a degree away."""
_LIMIT = 1e-10
"""Radians by which rounding may overstep a joint limit; the angle is then set to the limit."""


@piece
def is_pose(T):
    """Finite, right-handed, orthonormal? (False for NaN as well: every comparison fails.)"""
    if T.shape[0] != 4 or T.shape[1] != 4:
        return False
    error = abs(T[3, 0]) + abs(T[3, 1]) + abs(T[3, 2]) + abs(T[3, 3] - 1.0)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        error += abs(T[0, i] * T[0, i] + T[1, i] * T[1, i] + T[2, i] * T[2, i] - 1.0)
        error += abs(T[i, 0] - (T[j, 1] * T[k, 2] - T[k, 1] * T[j, 2]))
        error += 0.0 * T[i, 3]
    return error < _NOT_A_ROTATION


@piece
def goal_seen(p, T):
    """The goal between the first and the last D-H frame, twelve numbers."""
    t = (
        T[0, 0], T[0, 1], T[0, 2], T[0, 3],
        T[1, 0], T[1, 1], T[1, 2], T[1, 3],
        T[2, 0], T[2, 1], T[2, 2], T[2, 3],
    )  # fmt: skip
    a = product(product(load(p, LEFT), t), load(p, RIGHT))
    if p[BACKWARDS] == 0.0:
        return a
    r00, r01, r02, x, r10, r11, r12, y, r20, r21, r22, z = a
    return (
        r00, r10, r20, -(r00 * x + r10 * y + r20 * z),
        r01, r11, r21, -(r01 * x + r11 * y + r21 * z),
        r02, r12, r22, -(r02 * x + r12 * y + r22 * z),
    )  # fmt: skip


@piece
def joint_order(kind):
    """Joints in the order in which the levels find them: one, then two, then three."""
    if kind == PARALLEL:
        return 5, 1, 0, 3, 2, 4
    if kind == MEETING:
        return 2, 1, 0, 4, 3, 5
    return 0, 2, 1, 4, 3, 5


@piece
def place_of(p, i):
    """Place of a joint in the leg's own joint vector."""
    return i if p[BACKWARDS] == 0.0 else 5 - i


@piece
def rest_angle(p, i, near):
    """D-H angle of joint `i` in the posture `near`: what a free joint keeps."""
    return p[SIGN + i] * near[place_of(p, i)] + p[OFFSET + i]


@piece
def to_joint(p, i, theta):
    """Joint angle in [−π, π] of a D-H angle."""
    return wrap(p[SIGN + i] * (theta - p[OFFSET + i]))


@piece
def allowed(p, i, q):
    """Is the angle, or the same a full turn away, inside the limits? Then that one."""
    lower, upper = p[LOWER + i], p[UPPER + i]
    if lower <= q and q <= upper:
        return True, q
    if q < lower - _LIMIT:
        q += 2.0 * pi
    elif q > upper + _LIMIT:
        q -= 2.0 * pi
    if q < lower - _LIMIT or q > upper + _LIMIT:
        return False, q
    return True, min(max(q, lower), upper)


@piece
def root(roots, sign, rest):
    """Cosine and sine of one of the roots; `rest` is the angle to keep when all will do."""
    count, c, s, dc, ds = roots
    if count == FREE:
        return cos(rest), sin(rest)
    return c + sign * dc, s + sign * ds


@piece
def level_one(kind, p, g):
    """Roots of the first joint found."""
    if kind == PARALLEL:
        return parallel_last(p, g)
    if kind == MEETING:
        return meeting_knee(p, g[3], g[7], g[11])
    return stacked_first(p, g[3], g[7], g[11])


@piece
def level_two(kind, p, g, c, s):
    """Roots of the second joint found, and three numbers that the third one needs."""
    if kind == PARALLEL:
        w = parallel_axes(p, g, c, s)
        return parallel_hip(p, w), w
    if kind == MEETING:
        v = meeting_reach(p, c, s)
        return meeting_second(p, g[3], g[7], g[11], v), v
    x, y = stacked_plane(p, g[3], g[7], g[11], c, s)
    count, fold_c, fold_s, link = stacked_fold(p, x, y)
    return (count, fold_c, 0.0, 0.0, fold_s), (x, y, link)


@piece
def _unit(a, b, square, scale, rest):
    """Cosine and sine of the direction (a, b), whose length is `square` up to rounding.

    That saves a root, but next to a gimbal pose (`square` small against `scale`) rounding counts,
    and in it there is no direction: then `rest` is as good as any angle.
    """
    if square > _CLEAR * scale:
        share = 1.0 / square
        return a * share, b * share
    norm = sqrt(a * a + b * b)
    if norm <= _GIMBAL * scale:
        return cos(rest), sin(rest)
    return a / norm, b / norm


@piece
def turn_two(kind, p, g, first, extra, c, s, rest):
    """Cosines and sines of both joints of level two, given the root (c, s) taken there.

    `first` are the cosine and sine of the joint of level one.
    """
    u, v, w = extra
    if kind == PARALLEL:
        if u * u + v * v < _GIMBAL:
            rest = parallel_free_yaw(p, g, extra, first[0], first[1], c, s, rest)
        a, b = two_axis_first(u, v, 0.0, -p[SA2], p[CA2], p[CA1], p[SA1], c, s)
        cos_c, sin_c = _unit(a, b, u * u + v * v, 1.0, rest)
    elif kind == MEETING:
        a, b = two_axis_first(g[3], g[7], u, v, w, p[CA1], p[SA1], c, s)
        cos_c, sin_c = _unit(a, b, g[3] * g[3] + g[7] * g[7], p[LENGTH] * p[LENGTH], rest)
    else:
        along, across = p[R2] + w * c, w * s
        a, b = u * along + v * across, v * along - u * across
        c, s = (c * p[KX] + s * p[KY]) / w, (s * p[KX] - c * p[KY]) / w
        cos_c, sin_c = _unit(a, b, u * u + v * v, p[LENGTH] * p[LENGTH], rest)
    return c, s, cos_c, sin_c


@piece
def level_three(kind, p, g, extra, c, s, second):
    """Roots of the fourth joint found, and six numbers that the last two need."""
    c2, s2, c1, s1 = second
    if kind == PARALLEL:
        x, y, total = parallel_plane(p, g, extra, c, s, c1, s1, c2, s2)
        count, fold_c, fold_s = parallel_fold(p, x, y)
        return (count, fold_c, 0.0, 0.0, fold_s), (x, y, total, 0.0, 0.0, 0.0)
    if kind == MEETING:
        seen = sphere_seen(p, g, c1, s1, c2, s2, c, s)
    else:
        seen = sphere_seen(p, g, c, s, c1, s1, c2, s2)
    return sphere_second(p, seen), seen


@piece
def turn_three(kind, p, extra, c, s, rest):
    """D-H angles of the three joints of level three, given the root (c, s) taken there."""
    fourth = angle_of(c, s)
    if kind == PARALLEL:
        x, y, total, _, _, _ = extra
        along, across = p[R3] + p[R4] * c, p[R4] * s
        a, b = x * along + y * across, y * along - x * across
        fifth = angle_of(a, b) if a * a + b * b > 0.0 else rest
        return fourth, fifth, total - fourth - fifth
    a, b = two_axis_first(extra[0], extra[1], 0.0, -p[S_SA5], p[S_CA5], p[CA4], p[SA4], c, s)
    c4, s4 = _unit(a, b, extra[0] * extra[0] + extra[1] * extra[1], 1.0, rest)
    c6, s6 = sphere_last(p, extra, c4, s4, c, s)
    return fourth, angle_of(c4, s4), angle_of(c6, s6)
