"""Compiled: one step of a stack, from joint angles to joint angles, without any allocation.

`layout`, `columns`, `aims` and `room` are the tuples `Layout`, `Columns`, `Aims` and `Room`.
"""

from math import isfinite

from olympian.compiled import called, piece
from olympian.kinematics.tasks.aim_kernel import wanted_velocities
from olympian.kinematics.tasks.body_kernel import centre_of_mass, fill_jacobian, node_poses
from olympian.kinematics.tasks.solve_kernel import solve_bounded

BAD_POSTURE = -1
"""What `step_kernel` answers when a joint angle is no number."""


@piece
def _bounds(columns, q, dt, room):
    """Speeds that keep every joint within its limits, in the units of the scaled problem.

    A joint that is outside has no choice: it comes back as fast as it can.
    """
    for k in range(columns.places.shape[0]):
        angle, speed, scale = q[columns.places[k]], columns.speed[k], columns.scales[k]
        low, high = (columns.lower[k] - angle) / dt, (columns.upper[k] - angle) / dt
        if low > 0.0:
            low = high = min(low, speed)
        elif high < 0.0:
            low = high = max(high, -speed)
        wish = min(columns.pull[k], 1.0 / dt) * (columns.rest[k] - angle)
        room.low[k], room.high[k], room.drift[k] = low / scale, high / scale, wish / scale
        room.speed[k] = speed / scale


@piece
def _pace(room):
    """Part of the step that no joint is too slow for; those on their way back do not count."""
    most = 1.0
    for k in range(room.x.shape[0]):
        if room.low[k] <= 0.0 and room.high[k] >= 0.0:
            most = max(most, abs(room.x[k]) / room.speed[k])
    return 1.0 / most


@piece
def _move(columns, room, pace, dt, q, dq, locked):
    """Writes the new angles; inside the limits to the last bit for joints that began there."""
    for k in range(columns.places.shape[0]):
        place = columns.places[k]
        inside = room.low[k] <= 0.0 and room.high[k] >= 0.0
        x = min(max(pace * room.x[k], room.low[k]), room.high[k]) * columns.scales[k]
        dq[place] = x
        q[place] += dt * x
        if inside:
            q[place] = min(max(q[place], columns.lower[k]), columns.upper[k])
        locked[place] = room.sides[k] != 0


@called
def step_kernel(layout, columns, aims, gains, damping, dt, room, q, dq, errors, locked, pace):
    """Moves `q` one step. Returns the number of tasks, or which aim is no number, or BAD_POSTURE.

    Args:
        dq, locked: (n,) as `q`, zero before.
        errors: (tasks, 2), pace: (1,): written.
    """
    for k in range(q.shape[0]):
        if not isfinite(q[k]):
            return BAD_POSTURE
    node_poses(layout.parents, layout.joints, layout.signs, layout.fixed, q, room.poses)
    fine = wanted_velocities(
        layout, columns.places, q, room.poses, room.moments, aims, gains, dt, room.v, errors
    )
    if fine < gains.shape[0]:
        return fine
    fill_jacobian(layout, room.poses, room.moments, columns.scales, room.J)
    _bounds(columns, q, dt, room)
    begun = solve_bounded(
        room.J, room.v, room.drift, room.low, room.high, room.speed, damping,
        room.sides, room.x, room.y, room.U, room.wishes,
    )  # fmt: skip
    rest = _pace(room)  # joints that stand in for held ones may have become too fast
    _move(columns, room, rest, dt, q, dq, locked)
    pace[0] = begun * rest
    return fine


@called
def jacobian_kernel(layout, scales, q, room):
    """Fills `room.J` at joint angles `q`."""
    node_poses(layout.parents, layout.joints, layout.signs, layout.fixed, q, room.poses)
    centre_of_mass(layout, room.poses, room.moments)
    fill_jacobian(layout, room.poses, room.moments, scales, room.J)


@called
def com_kernel(layout, q, room, com):
    """Writes the centre of mass in the support frame."""
    node_poses(layout.parents, layout.joints, layout.signs, layout.fixed, q, room.poses)
    com[0], com[1], com[2] = centre_of_mass(layout, room.poses, room.moments)
