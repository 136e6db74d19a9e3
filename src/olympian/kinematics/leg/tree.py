"""Compiled walk through the solution tree of a leg: every branch, or one."""

from math import pi

import numpy as np

from olympian.compiled import bare, called, compiled, inlined, piece
from olympian.kinematics.arctangent import angle_of
from olympian.kinematics.chain_kernel import jacobian_kernel
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
    to_joint,
    turn_three,
    turn_two,
)  # fmt: skip
from olympian.kinematics.leg.params import CHAIN, KIND, MIRRORED, POLISH, ZERO
from olympian.kinematics.pose_step import pose_difference, solve_damped
from olympian.kinematics.trigonometry import FREE, wrap

_STEPS = 25
"""Three to five are usual; next to a singular pose the damping takes more."""
_DONE = 1e-24
"""Squared error (m² + rad²) at which a solution counts as exact: 1e-12."""


@compiled
def polish(p, T_goal, q):
    """Moves `q` onto a true solution; False if it does not get there.

    Damping proportional to the remaining error keeps the convergence quadratic and the step
    finite where the Jacobian loses rank.
    """
    pack = p[CHAIN:]
    T, J, error = np.empty((3, 4)), np.empty((6, 6)), np.empty(6)
    for _ in range(_STEPS):
        jacobian_kernel(pack, q, T, J)
        square = pose_difference(T_goal, T, error)
        if square < _DONE:
            return True
        solve_damped(J, error, min(1e-2, square), q)
    jacobian_kernel(pack, q, T, J)
    return pose_difference(T_goal, T, error) < _DONE


@piece
def count_roots(roots):
    """Number of roots to try; where every angle will do, one."""
    return 1 if roots[0] == FREE else roots[0]


@piece
def _checked(p, order, k, theta, limited):
    """Joint angle of the k-th joint found, and whether it may be used."""
    i = order[k]
    q = to_joint(p, i, theta)
    return allowed(p, i, q) if limited else (True, q)


@piece
def _branches(kind, p, g, near, limited, out):
    """Writes every solution into the rows of `out`, in branch order; returns how many."""
    order = joint_order(kind)
    A, B, C = place_of(p, order[0]), place_of(p, order[1]), place_of(p, order[2])
    D, E, F = place_of(p, order[3]), place_of(p, order[4]), place_of(p, order[5])
    rest_a, rest_b = rest_angle(p, order[0], near), rest_angle(p, order[1], near)
    rest_c, rest_d = rest_angle(p, order[2], near), rest_angle(p, order[3], near)
    rest_e = rest_angle(p, order[4], near)
    found = 0
    first = level_one(kind, p, g)
    for one in range(count_roots(first)):
        c, s = root(first, 1.0 - 2.0 * one, rest_a)
        ok, q_a = _checked(p, order, 0, angle_of(c, s), limited)
        if not ok:
            continue
        second, extra = level_two(kind, p, g, c, s)
        for two in range(count_roots(second)):
            c2, s2 = root(second, 1.0 - 2.0 * two, rest_b)
            pair = turn_two(kind, p, g, (c, s), extra, c2, s2, rest_c)
            ok, q_b = _checked(p, order, 1, angle_of(c2, s2), limited)
            ok_c, q_c = _checked(p, order, 2, angle_of(pair[2], pair[3]), limited)
            if not (ok and ok_c):
                continue
            third, more = level_three(kind, p, g, extra, c, s, pair)
            d = e = f = 0.0
            for three in range(count_roots(third)):
                if three == 1 and p[MIRRORED] == 1.0:
                    d, e, f = -d, e + pi, f + pi
                else:
                    c3, s3 = root(third, 1.0 - 2.0 * three, rest_d)
                    d, e, f = turn_three(kind, p, more, c3, s3, rest_e)
                ok, q_d = _checked(p, order, 3, d, limited)
                ok_e, q_e = _checked(p, order, 4, e, limited)
                ok_f, q_f = _checked(p, order, 5, f, limited)
                if ok and ok_e and ok_f:
                    row = out[found]
                    row[A], row[B], row[C], row[D], row[E], row[F] = q_a, q_b, q_c, q_d, q_e, q_f
                    found += 1
    return found


@compiled
def _keep_true(p, T, seeds, out):
    """Newton's answer for every seed, without those that fail, repeat or break a limit."""
    kept = 0
    for k in range(seeds):
        q = out[k]
        good = polish(p, T, q)
        for i in range(6):
            ok, angle = allowed(p, i, wrap(q[place_of(p, i)]))
            good = good and ok
            q[place_of(p, i)] = angle
        for earlier in range(kept):
            gap = 0.0
            for i in range(6):
                gap = max(gap, abs(wrap(q[i] - out[earlier, i])))
            good = good and gap > 1e-7
        if good:
            for i in range(6):
                out[kept, i] = q[i]
            kept += 1
    return kept


@bare
def _all_parallel(p, T, limited, out):
    return _branches(PARALLEL, p, goal_seen(p, T), p[ZERO : ZERO + 6], limited, out)


@bare
def _all_meeting(p, T, limited, out):
    return _branches(MEETING, p, goal_seen(p, T), p[ZERO : ZERO + 6], limited, out)


@bare
def _all_stacked(p, T, limited, out):
    return _branches(STACKED, p, goal_seen(p, T), p[ZERO : ZERO + 6], limited, out)


@piece
def _all(p, T, limited, out):
    if not is_pose(T):
        return 0
    if p[KIND] == PARALLEL:
        return _all_parallel(p, T, limited, out)
    if p[KIND] == MEETING:
        return _all_meeting(p, T, limited, out)
    return _all_stacked(p, T, limited, out)


@called
def all_exact(p, T, out):
    """Writes all solutions within the limits of `p` into `out` (8, 6); returns how many."""
    return _all(p, T, True, out)


@compiled
def all_polished(p, T, out):
    """The same for legs that need Newton."""
    return _keep_true(p, T, _all(p, T, False, out), out)


@inlined
def solve_all(p, T, out):
    """The same for any leg, for use inside other compiled loops."""
    return _all(p, T, True, out) if p[POLISH] == 0.0 else all_polished(p, T, out)


@piece
def solution_exists(kind, p, g, near):
    """Is there any solution, limits aside?"""
    order = joint_order(kind)
    rest_a, rest_b = rest_angle(p, order[0], near), rest_angle(p, order[1], near)
    rest_c = rest_angle(p, order[2], near)
    first = level_one(kind, p, g)
    for one in range(count_roots(first)):
        c, s = root(first, 1.0 - 2.0 * one, rest_a)
        second, extra = level_two(kind, p, g, c, s)
        for two in range(count_roots(second)):
            c2, s2 = root(second, 1.0 - 2.0 * two, rest_b)
            pair = turn_two(kind, p, g, (c, s), extra, c2, s2, rest_c)
            third, _ = level_three(kind, p, g, extra, c, s, pair)
            if third[0] > 0:
                return True
    return False


@inlined
def solve_branch(p, T, branch, out):
    """Writes solution `branch` (0…7, limits ignored) into `out` (6,); False if there is none.

    For use inside other compiled loops: the goal is trusted to be a pose, and a leg that needs
    Newton gets it. Bits of `branch` choose the root of level one (4), two (2) and three (1).
    """
    if p[KIND] == PARALLEL:
        found = _branch_parallel(p, T, branch, out)
    elif p[KIND] == MEETING:
        found = _branch_meeting(p, T, branch, out)
    else:
        found = _branch_stacked(p, T, branch, out)
    return found and (p[POLISH] == 0.0 or polish(p, T, out))


@piece
def _branch(kind, p, T, branch, out):
    g = goal_seen(p, T)
    order = joint_order(kind)
    near = p[ZERO : ZERO + 6]
    first = level_one(kind, p, g)
    one, two, three = branch >> 2, (branch >> 1) & 1, branch & 1
    if one >= count_roots(first):
        return False
    c, s = root(first, 1.0 - 2.0 * one, rest_angle(p, order[0], near))
    second, extra = level_two(kind, p, g, c, s)
    if two >= count_roots(second):
        return False
    c2, s2 = root(second, 1.0 - 2.0 * two, rest_angle(p, order[1], near))
    pair = turn_two(kind, p, g, (c, s), extra, c2, s2, rest_angle(p, order[2], near))
    third, more = level_three(kind, p, g, extra, c, s, pair)
    if three >= count_roots(third):
        return False
    c3, s3 = root(third, 1.0 - 2.0 * three, rest_angle(p, order[3], near))
    d, e, f = turn_three(kind, p, more, c3, s3, rest_angle(p, order[4], near))
    out[place_of(p, order[0])] = to_joint(p, order[0], angle_of(c, s))
    out[place_of(p, order[1])] = to_joint(p, order[1], angle_of(c2, s2))
    out[place_of(p, order[2])] = to_joint(p, order[2], angle_of(pair[2], pair[3]))
    out[place_of(p, order[3])] = to_joint(p, order[3], d)
    out[place_of(p, order[4])] = to_joint(p, order[4], e)
    out[place_of(p, order[5])] = to_joint(p, order[5], f)
    return True


@bare
def _branch_parallel(p, T, branch, out):
    return _branch(PARALLEL, p, T, branch, out)


@bare
def _branch_meeting(p, T, branch, out):
    return _branch(MEETING, p, T, branch, out)


@bare
def _branch_stacked(p, T, branch, out):
    return _branch(STACKED, p, T, branch, out)
