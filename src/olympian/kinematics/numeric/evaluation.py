"""How far a posture is from the goal, in one number, and downhill from there."""

from math import sqrt

from olympian.compiled import compiled

__all__ = ["clamp", "converged", "downhill", "evaluate"]


@compiled
def evaluate(T_goal, T, weight):
    """Square of the thesis's evaluation: position error and weighted errors of the three axes."""
    total = 0.0
    for i in range(3):
        total += (T_goal[i, 3] - T[i, 3]) ** 2
        for j in range(3):
            total += (weight * (T_goal[i, j] - T[i, j])) ** 2
    return total


@compiled
def converged(T_goal, T, tolerance_m, tolerance_rad):
    """Are position and orientation both within tolerance?

    The three axis errors of a turn by φ add up to 8·sin²(φ/2), which is 2φ² for small ones.
    """
    position = turn = 0.0
    for i in range(3):
        position += (T_goal[i, 3] - T[i, 3]) ** 2
        for j in range(3):
            turn += (T_goal[i, j] - T[i, j]) ** 2
    return sqrt(position) < 0.99 * tolerance_m and sqrt(0.5 * turn) < 0.99 * tolerance_rad


@compiled
def downhill(T_goal, T, J, weight, slope):
    """Writes minus the gradient of half of `evaluate` into `slope` (n,)."""
    square = weight * weight
    x = y = z = 0.0
    for k in range(3):
        x += T[1, k] * T_goal[2, k] - T[2, k] * T_goal[1, k]
        y += T[2, k] * T_goal[0, k] - T[0, k] * T_goal[2, k]
        z += T[0, k] * T_goal[1, k] - T[1, k] * T_goal[0, k]
    px, py, pz = T_goal[0, 3] - T[0, 3], T_goal[1, 3] - T[1, 3], T_goal[2, 3] - T[2, 3]
    for k in range(slope.shape[0]):
        linear = px * J[0, k] + py * J[1, k] + pz * J[2, k]
        slope[k] = linear + square * (x * J[3, k] + y * J[4, k] + z * J[5, k])


@compiled
def clamp(q, lower, upper):
    """Keeps `q` inside the limits."""
    for k in range(q.shape[0]):
        q[k] = min(max(q[k], lower[k]), upper[k])
