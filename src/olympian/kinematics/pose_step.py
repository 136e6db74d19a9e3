"""Compiled pieces every iterative method shares: the pose error and the damped step."""

from math import atan2, sqrt

import numpy as np

from olympian.compiled import compiled


@compiled
def pose_difference(T_goal, T, error):
    """Writes (goal − actual) into `error`: metres, then the rotation vector in base axes.

    Returns the squared length of all six.
    """
    x = y = z = 0.0
    trace = -1.0
    for k in range(3):
        error[k] = T_goal[k, 3] - T[k, 3]
        x += T[1, k] * T_goal[2, k] - T[2, k] * T_goal[1, k]
        y += T[2, k] * T_goal[0, k] - T[0, k] * T_goal[2, k]
        z += T[0, k] * T_goal[1, k] - T[1, k] * T_goal[0, k]
        trace += T[0, k] * T_goal[0, k] + T[1, k] * T_goal[1, k] + T[2, k] * T_goal[2, k]
    sine = sqrt(x * x + y * y + z * z)
    scale = atan2(sine, trace) / sine if sine > 1e-9 else 0.5
    error[3], error[4], error[5] = scale * x, scale * y, scale * z
    if sine <= 1e-9 and trace < 0.0:
        error[3] = np.pi  # a half turn: any axis starts the way back
    square = 0.0
    for k in range(6):
        square += error[k] * error[k]
    return square


@compiled
def pose_distance(T_goal, T):
    """Distance in metres and angle in radians between two poses."""
    error = np.empty(6)
    pose_difference(T_goal, T, error)
    return (
        sqrt(error[0] * error[0] + error[1] * error[1] + error[2] * error[2]),
        sqrt(error[3] * error[3] + error[4] * error[4] + error[5] * error[5]),
    )


@compiled
def solve_damped(J, error, damping, q):
    """Adds Jᵀ·(J·Jᵀ + damping·I)⁻¹·error to `q` (Cholesky of a 6×6 matrix)."""
    n = q.shape[0]
    L = np.empty((6, 6))
    y = np.empty(6)
    for i in range(6):
        for j in range(i + 1):
            total = damping if i == j else 0.0
            for k in range(n):
                total += J[i, k] * J[j, k]
            for k in range(j):
                total -= L[i, k] * L[j, k]
            if i == j:
                L[i, i] = sqrt(max(total, 1e-30))
            else:
                L[i, j] = total / L[j, j]
        total = error[i]
        for k in range(i):
            total -= L[i, k] * y[k]
        y[i] = total / L[i, i]
    for i in range(5, -1, -1):
        for k in range(i + 1, 6):
            y[i] -= L[k, i] * y[k]
        y[i] /= L[i, i]
    for k in range(n):
        for i in range(6):
            q[k] += J[i, k] * y[i]
