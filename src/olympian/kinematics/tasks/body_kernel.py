"""Compiled: where nodes are, seen from the support, and how the tasks' points move with joints."""

from math import cos, sin

from olympian.compiled import bare, called, piece
from olympian.kinematics.chain_kernel import load, product
from olympian.kinematics.tasks.layout import COM, LINK


@bare
def node_poses(parents, joints, signs, fixed, q, poses):
    """Writes `T_support_node` of every node (12 numbers each) into `poses`."""
    for node in range(parents.shape[0]):
        a = load(fixed, 12 * node)
        if parents[node] >= 0:
            a = product(load(poses, 12 * parents[node]), a)
        angle = signs[node] * q[joints[node]]
        c, s, at = cos(angle), sin(angle), 12 * node
        for row in range(3):
            x, y = a[4 * row], a[4 * row + 1]
            poses[at + 4 * row] = c * x + s * y
            poses[at + 4 * row + 1] = c * y - s * x
            poses[at + 4 * row + 2] = a[4 * row + 2]
            poses[at + 4 * row + 3] = a[4 * row + 3]


@called
def place_kernel(parents, joints, signs, fixed, q, node, T_node_link, T_support_link):
    """Writes the first three rows of where a link is, by way of its own joints only."""
    a = _entries(T_node_link)
    while node >= 0:
        angle = signs[node] * q[joints[node]]
        c, s = cos(angle), sin(angle)
        turn = (c, -s, 0.0, 0.0, s, c, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
        a = product(load(fixed, 12 * node), product(turn, a))
        node = parents[node]
    for row in range(3):
        for column in range(4):
            T_support_link[row, column] = a[4 * row + column]


@piece
def _entries(T):
    return (
        T[0, 0], T[0, 1], T[0, 2], T[0, 3],
        T[1, 0], T[1, 1], T[1, 2], T[1, 3],
        T[2, 0], T[2, 1], T[2, 2], T[2, 3],
    )  # fmt: skip


@piece
def carried(poses, node, tool):
    """Pose of what a node carries at `tool`; the support's own stays where it is."""
    return product(load(poses, 12 * node), tool) if node >= 0 else tool


@piece
def _moments(layout, poses, moments):
    """Writes mass and mass · centre of each node with all that it carries, in the support frame."""
    nodes = layout.parents.shape[0]
    for node in range(nodes):
        at, mass = 12 * node, layout.lumps[node, 0]
        x, y, z = layout.lumps[node, 1], layout.lumps[node, 2], layout.lumps[node, 3]
        moments[node, 0] = mass
        for row in range(3):
            moments[node, 1 + row] = (
                poses[at + 4 * row] * x + poses[at + 4 * row + 1] * y
                + poses[at + 4 * row + 2] * z + poses[at + 4 * row + 3] * mass
            )  # fmt: skip
    for node in range(nodes - 1, -1, -1):
        if layout.parents[node] >= 0:
            for k in range(4):
                moments[layout.parents[node], k] += moments[node, k]


@bare
def centre_of_mass(layout, poses, moments):
    """The robot's centre of mass in the support frame; fills `moments` on the way."""
    _moments(layout, poses, moments)
    x, y, z = layout.com_of_support[0], layout.com_of_support[1], layout.com_of_support[2]
    for node in range(layout.parents.shape[0]):
        if layout.parents[node] < 0:
            x += moments[node, 1]
            y += moments[node, 2]
            z += moments[node, 3]
    mass = layout.mass[0]
    return x / mass, y / mass, z / mass


@piece
def _write(layout, task, J, column, scale, velocity):
    """One column of one task: only the components that count."""
    for component in range(6):
        row = layout.rows[task, component]
        if row >= 0:
            J[column, row] = scale * layout.weights[row] * velocity[component]


@piece
def _turning(poses, node, sign, x, y, z):
    """Velocity of a point per speed of a joint: the three of the lever, then the axis."""
    at = 12 * node
    ax, ay, az = sign * poses[at + 2], sign * poses[at + 6], sign * poses[at + 10]
    return ay * z - az * y, az * x - ax * z, ax * y - ay * x, ax, ay, az


@piece
def _link_rows(layout, task, poses, scales, J):
    tip, node = carried(poses, layout.tips[task], load(layout.tools, 12 * task)), layout.tips[task]
    while node >= 0:
        column = layout.columns[node]
        if column >= 0:
            at = 12 * node
            x, y, z = tip[3] - poses[at + 3], tip[7] - poses[at + 7], tip[11] - poses[at + 11]
            velocity = _turning(poses, node, layout.signs[node], x, y, z)
            _write(layout, task, J, column, scales[column], velocity)
        node = layout.parents[node]


@piece
def _com_rows(layout, task, poses, moments, scales, J):
    """A joint carries the part of the mass that lies beyond it."""
    share = 1.0 / layout.mass[0]
    for node in range(layout.parents.shape[0]):
        column = layout.columns[node]
        if column >= 0:
            at, mass = 12 * node, moments[node, 0]
            x = share * (moments[node, 1] - mass * poses[at + 3])
            y = share * (moments[node, 2] - mass * poses[at + 7])
            z = share * (moments[node, 3] - mass * poses[at + 11])
            velocity = _turning(poses, node, layout.signs[node], x, y, z)
            _write(layout, task, J, column, scales[column], velocity)


@bare
def fill_jacobian(layout, poses, moments, scales, J):
    """Writes the Jacobian of all tasks, transposed (joints, rows), weighted and scaled.

    Velocities are relative to the support link and in its axes: the paper's relative Jacobian.
    """
    J[:, :] = 0.0
    for task in range(layout.kinds.shape[0]):
        if layout.kinds[task] == LINK:
            _link_rows(layout, task, poses, scales, J)
        elif layout.kinds[task] == COM:
            _com_rows(layout, task, poses, moments, scales, J)
        else:
            first, count = layout.spans[task, 0], layout.spans[task, 1]
            for row in range(first, first + count):
                column = layout.posture_columns[row]
                J[column, row] = scales[column] * layout.weights[row]
