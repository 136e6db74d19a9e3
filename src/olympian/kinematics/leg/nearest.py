"""Compiled search for the leg posture nearest to a given one; hopeless branches are cut."""

from math import inf, pi

import numpy as np

from olympian.compiled import bare, called, compiled, piece
from olympian.kinematics.arctangent import angle_of
from olympian.kinematics.leg.levels import (
    MEETING,
    PARALLEL,
    STACKED,
    allowed,
    goal_seen,
    is_pose,
    joint_order,
    level_one,
    level_three,
    level_two,
    place_of,
    rest_angle,
    root,
    turn_three,
    turn_two,
)  # fmt: skip
from olympian.kinematics.leg.params import (
    CA1,
    CA4,
    KIND,
    LOWER,
    MIRRORED,
    OFFSET,
    POLISH,
    S_SA5,
    SA1,
    SA2,
    SA4,
    SIGN,
    UPPER,
)  # fmt: skip
from olympian.kinematics.leg.tree import all_polished, count_roots, solution_exists
from olympian.kinematics.trigonometry import two_axis_first, wrap

# `IkStatus` as the kernels see it
_SOLVED, _UNREACHABLE, _OUTSIDE_LIMITS, _BAD_GOAL = 0, 1, 2, 3


@piece
def _finite(q):
    return 0.0 * (q[0] + q[1] + q[2] + q[3] + q[4] + q[5]) == 0.0


@piece
def _towards(p, i, q, near):
    """Squared distance of a joint angle from `near`, and that angle; infinity if forbidden."""
    target = near[place_of(p, i)]
    move = q - target
    if abs(move) > pi:
        move = wrap(move)
    ok, q = allowed(p, i, target + move)
    return ((q - target) * (q - target) if ok else inf), q


@piece
def _cost(p, i, theta, near):
    return _towards(p, i, p[SIGN + i] * (theta - p[OFFSET + i]), near)


@piece
def _rough_sine(angle):
    """Sine to 6 %, by a parabola: enough to tell which of two roots is nearer."""
    x = wrap(angle)
    return x * (4.0 / pi - (4.0 / (pi * pi)) * abs(x))


@piece
def _nearer(c, s, rest):
    """Sign of the root nearer to the angle `rest`, given the way from the middle to the first root.

    Telling it without an arctangent lets the next level start at once; a wrong guess costs only
    time.
    """
    return 1.0 if c * _rough_sine(rest + 0.5 * pi) + s * _rough_sine(rest) >= 0.0 else -1.0


@piece
def _nearer_two(kind, p, g, roots, extra, rest_b, rest_c):
    """The same for level two. Where its roots are ±roll, it is the other joint that tells them
    apart: half a turn of yaw lies between them."""
    _, _, _, dc, ds = roots
    if kind == PARALLEL:
        c, s = two_axis_first(extra[0], extra[1], 0.0, -p[SA2], 0.0, p[CA1], p[SA1], dc, ds)
        return _nearer(c, s, rest_c)
    if kind == MEETING:
        c, s = two_axis_first(g[3], g[7], extra[0], extra[1], 0.0, p[CA1], p[SA1], dc, ds)
        return _nearer(c, s, rest_c)
    return _nearer(dc, ds, rest_b)


@piece
def _nearer_three(kind, p, roots, extra, rest_d, rest_e):
    """The same for level three."""
    _, _, _, dc, ds = roots
    if kind == PARALLEL:
        return _nearer(dc, ds, rest_d)
    c, s = two_axis_first(extra[0], extra[1], 0.0, -p[S_SA5], 0.0, p[CA4], p[SA4], dc, ds)
    return _nearer(c, s, rest_e)


@piece
def _search(kind, p, T, near, out):
    """Writes the nearest allowed solution; its squared distance, or infinity if there is none.

    Nearer roots come first. A branch is only followed while the joints known so far cost less than
    the best posture found.
    """
    A, B, C, D, E, F = joint_order(kind)
    rest_a, rest_b, rest_c = rest_angle(p, A, near), rest_angle(p, B, near), rest_angle(p, C, near)
    rest_d, rest_e = rest_angle(p, D, near), rest_angle(p, E, near)
    best, found = inf, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    g = goal_seen(p, T)
    first = level_one(kind, p, g)
    sign_a = _nearer(first[3], first[4], rest_a)
    for _ in range(count_roots(first)):
        c, s = root(first, sign_a, rest_a)
        sign_a = -sign_a
        cost_a, q_a = _cost(p, A, angle_of(c, s), near)
        if not cost_a < best:
            continue
        second, extra = level_two(kind, p, g, c, s)
        sign_b = _nearer_two(kind, p, g, second, extra, rest_b, rest_c)
        for _ in range(count_roots(second)):
            c2, s2 = root(second, sign_b, rest_b)
            sign_b = -sign_b
            cost_b, q_b = _cost(p, B, angle_of(c2, s2), near)
            if not cost_a + cost_b < best:
                continue
            pair = turn_two(kind, p, g, (c, s), extra, c2, s2, rest_c)
            cost_c, q_c = _cost(p, C, angle_of(pair[2], pair[3]), near)
            so_far = cost_a + cost_b + cost_c
            if not so_far < best:
                continue
            third, more = level_three(kind, p, g, extra, c, s, pair)
            sign_d = _nearer_three(kind, p, third, more, rest_d, rest_e)
            e, f, known = 0.0, 0.0, False
            for _ in range(count_roots(third)):
                c3, s3 = root(third, sign_d, rest_d)
                sign_d = -sign_d
                cost_d, q_d = _cost(p, D, angle_of(c3, s3), near)
                if not so_far + cost_d < best:
                    continue
                if known:
                    e, f = e + pi, f + pi
                else:
                    _, e, f = turn_three(kind, p, more, c3, s3, rest_e)
                    known = p[MIRRORED] == 1.0
                cost_e, q_e = _cost(p, E, e, near)
                cost_f, q_f = _cost(p, F, f, near)
                cost = so_far + cost_d + cost_e + cost_f
                if cost < best:
                    best, found = cost, (q_a, q_b, q_c, q_d, q_e, q_f)
    if best < inf:  # only now: `near` and `out` may be the same array
        out[place_of(p, A)], out[place_of(p, B)], out[place_of(p, C)] = found[0], found[1], found[2]
        out[place_of(p, D)], out[place_of(p, E)], out[place_of(p, F)] = found[3], found[4], found[5]
    return best


@bare
def _search_parallel(p, T, near, out):
    return _search(PARALLEL, p, T, near, out)


@bare
def _search_meeting(p, T, near, out):
    return _search(MEETING, p, T, near, out)


@bare
def _search_stacked(p, T, near, out):
    return _search(STACKED, p, T, near, out)


@bare
def _exists(p, T, near):
    if p[KIND] == PARALLEL:
        return solution_exists(PARALLEL, p, goal_seen(p, T), near)
    if p[KIND] == MEETING:
        return solution_exists(MEETING, p, goal_seen(p, T), near)
    return solution_exists(STACKED, p, goal_seen(p, T), near)


@called
def nearest_exact(p, T, near, out):
    """Writes the solution nearest to `near` (least sum of squared joint moves); returns the status.

    `out` stays as it was unless the status is zero, SOLVED; it may be `near` itself.
    """
    if not is_pose(T) or not _finite(near):
        return _BAD_GOAL
    if p[KIND] == PARALLEL:
        best = _search_parallel(p, T, near, out)
    elif p[KIND] == MEETING:
        best = _search_meeting(p, T, near, out)
    else:
        best = _search_stacked(p, T, near, out)
    if best < inf:
        return _SOLVED
    return _OUTSIDE_LIMITS if _exists(p, T, near) else _UNREACHABLE


@compiled
def nearest_polished(p, T, near, out):
    """The same for legs that need Newton: all solutions first, then the nearest."""
    if not is_pose(T) or not _finite(near):
        return _BAD_GOAL
    rows = np.empty((8, 6))
    best, chosen = inf, -1
    for k in range(all_polished(p, T, rows)):
        cost = 0.0
        for i in range(6):
            step, angle = _towards(p, i, rows[k, place_of(p, i)], near)
            cost += step
            rows[k, place_of(p, i)] = angle
        if cost < best:
            best, chosen = cost, k
    if chosen >= 0:
        for i in range(6):
            out[i] = rows[chosen, i]
        return _SOLVED
    free = p.copy()
    for i in range(6):
        free[LOWER + i], free[UPPER + i] = -inf, inf
    return _OUTSIDE_LIMITS if all_polished(free, T, rows) > 0 else _UNREACHABLE


@compiled
def batch_kernel(p, T, near, out, status):
    """The same for many goals (m, 4, 4)."""
    for k in range(T.shape[0]):
        if p[POLISH] == 0.0:
            status[k] = nearest_exact(p, T[k], near[k], out[k])
        else:
            status[k] = nearest_polished(p, T[k], near[k], out[k])
