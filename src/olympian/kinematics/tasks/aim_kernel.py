"""Compiled: how far every task is from its aim, and the velocities that are wanted of its rows."""

from math import atan2, isfinite, pi, sqrt

from olympian.compiled import bare, piece
from olympian.kinematics.chain_kernel import load
from olympian.kinematics.tasks.body_kernel import carried, centre_of_mass
from olympian.kinematics.tasks.layout import COM, LINK

_CROOKED = 1e-3
"""Difference from 3 of a rotation's squares, summed: far above what products of many leave."""
_NO_TURN = 1e-9
"""Twice the sine below which the axis of a turn is rounding."""


@piece
def _is_rotation(goal):
    """Is the 3×3 part of twelve numbers as long as a rotation? Zeros and scales are not."""
    squares = 0.0
    for row in range(3):
        for column in range(3):
            squares += goal[4 * row + column] * goal[4 * row + column]
    return abs(squares - 3.0) < _CROOKED


@piece
def _turn_between(a, goal):
    """Rotation vector, in support axes, that takes the pose `a` to `goal` (12 numbers each)."""
    x = y = z = 0.0
    double_cosine = -1.0
    for k in range(3):
        x += a[4 + k] * goal[8 + k] - a[8 + k] * goal[4 + k]
        y += a[8 + k] * goal[k] - a[k] * goal[8 + k]
        z += a[k] * goal[4 + k] - a[4 + k] * goal[k]
        double_cosine += a[k] * goal[k] + a[4 + k] * goal[4 + k] + a[8 + k] * goal[8 + k]
    double_sine = sqrt(x * x + y * y + z * z)
    if double_sine > _NO_TURN:
        scale = atan2(double_sine, double_cosine) / double_sine
        return scale * x, scale * y, scale * z
    if double_cosine < 0.0:
        return pi, 0.0, 0.0  # a half turn: any axis starts the way back
    return 0.5 * x, 0.5 * y, 0.5 * z


@piece
def _difference(layout, task, poses, moments, goals):
    """Aim minus actual: metres, then the rotation vector; nothing to turn for a mass centre."""
    goal = load(goals, 12 * task)
    if layout.kinds[task] == COM:
        x, y, z = centre_of_mass(layout, poses, moments)
        return goal[3] - x, goal[7] - y, goal[11] - z, 0.0, 0.0, 0.0
    tip = carried(poses, layout.tips[task], load(layout.tools, 12 * task))
    rx, ry, rz = _turn_between(tip, goal)
    return goal[3] - tip[3], goal[7] - tip[7], goal[11] - tip[11], rx, ry, rz


@piece
def _components(layout, task, difference, twists, share, v, errors):
    """Rows of a link or mass centre; returns whether all of them are numbers."""
    metres = radians = 0.0
    for component in range(6):
        row = layout.rows[task, component]
        if row >= 0:
            error = difference[component]
            v[row] = layout.weights[row] * (twists[task, component] + share * error)
            if component < 3:
                metres += error * error
            else:
                radians += error * error
            if not isfinite(v[row]):
                return False
    errors[task, 0], errors[task, 1] = sqrt(metres), sqrt(radians)
    return True


@piece
def _posture(layout, task, places, q, aims, share, v, errors):
    first, count = layout.spans[task, 0], layout.spans[task, 1]
    radians = 0.0
    for row in range(first, first + count):
        error = aims.angles[row] - q[places[layout.posture_columns[row]]]
        v[row] = layout.weights[row] * (aims.speeds[row] + share * error)
        radians += error * error
        if not isfinite(v[row]):
            return False
    errors[task, 0], errors[task, 1] = 0.0, sqrt(radians)
    return True


@bare
def wanted_velocities(layout, places, q, poses, moments, aims, gains, dt, v, errors):
    """Writes weighted velocities `v` (rows,) and `errors` (tasks, 2).

    Returns the number of tasks if all is well, else that of the task whose aim is wrong.
    """
    tasks = layout.kinds.shape[0]
    for task in range(tasks):
        share = min(gains[task], 1.0 / dt)
        if layout.kinds[task] == LINK or layout.kinds[task] == COM:
            difference = _difference(layout, task, poses, moments, aims.poses)
            fine = _components(layout, task, difference, aims.twists, share, v, errors)
            fine = fine and _is_rotation(load(aims.poses, 12 * task))
        else:
            fine = _posture(layout, task, places, q, aims, share, v, errors)
        if not fine:
            return task
    return tasks
