"""What is done to every particle, compiled. A particle is x, y, yaw on the field, roll and pitch.

Roll and pitch are what the inertial sensor does not show: how it is screwed on, its false vertical.
"""

from math import cos, exp, floor, hypot, pi, sin

from olympian.compiled import bare, piece

__all__ = ["belief_kernel", "cost_kernel", "draw_kernel", "move_kernel"]

JUDGED = 20
"""So many particles are asked how many others mean their place."""


@bare
def move_kernel(particles, moved, spread, chance, keeps, stirs):
    """Let every particle go the way that the robot went, each a little otherwise.

    Args:
        particles: (n, 5) in and out.
        moved: ahead, left and turn by the odometry.
        spread: (3, 3) lower root of the covariance of that.
        chance: (n, 5) standard normal.
        keeps, stirs: share of its tilt that a particle keeps, and rad that are added.
    """
    for i in range(len(particles)):
        a = moved[0] + spread[0, 0] * chance[i, 0]
        b = moved[1] + spread[1, 0] * chance[i, 0] + spread[1, 1] * chance[i, 1]
        c, s = cos(particles[i, 2]), sin(particles[i, 2])
        particles[i, 0] += c * a - s * b
        particles[i, 1] += s * a + c * b
        particles[i, 2] += moved[2] + spread[2, 0] * chance[i, 0] + spread[2, 1] * chance[i, 1]
        particles[i, 2] += spread[2, 2] * chance[i, 2]
        particles[i, 3] = keeps * particles[i, 3] + stirs * chance[i, 3]
        particles[i, 4] = keeps * particles[i, 4] + stirs * chance[i, 4]


@piece
def _far(grids, layer, corner, cell, x, y, most):
    """Metres from a point to what lies in a layer; interpolated, and far beyond the map."""
    u, v = (x - corner[0]) / cell, (y - corner[1]) / cell
    i, j = floor(u), floor(v)
    if i < 0 or j < 0 or i >= grids.shape[1] - 1 or j >= grids.shape[2] - 1:
        return most
    a, b = u - i, v - j
    low = (1.0 - b) * grids[layer, i, j] + b * grids[layer, i, j + 1]
    high = (1.0 - b) * grids[layer, i + 1, j] + b * grids[layer, i + 1, j + 1]
    return (1.0 - a) * low + a * high


@bare
def cost_kernel(particles, points, layers, ways, eye, grids, frame, rule, costs):
    """How badly what is seen fits where each particle is: half squares, none above a most.

    Args:
        points: (m, 4) ahead, left, 1 / σ², how much it counts.
        layers: (m,) what it lies on; below 0: a line along `ways` (m, 2).
        eye: (3,) the camera.
        grids: (layers, columns, rows) metres; `frame`: x and y of the first, cell, most metres.
        rule: the most that a point costs, the sine up to which a line is along an axis, and the
            radius of the circle, of which a short line may be a piece.
        costs: (n,) out.
    """
    corner, cell, most = (frame[0], frame[1]), frame[2], frame[3]
    highest, askew, radius = rule
    for i in range(len(particles)):
        c, s = cos(particles[i, 2]), sin(particles[i, 2])
        roll, pitch = particles[i, 3], particles[i, 4]
        cost = 0.0
        for k in range(len(points)):
            dx, dy = points[k, 0] - eye[0], points[k, 1] - eye[1]
            reach = eye[2] / max(eye[2] - roll * dy + pitch * dx, 0.1 * eye[2])
            ahead = eye[0] + reach * (dx - pitch * eye[2])
            left = eye[1] + reach * (dy + roll * eye[2])
            x = particles[i, 0] + c * ahead - s * left
            y = particles[i, 1] + s * ahead + c * left
            if layers[k] < 0:
                u = abs(c * ways[k, 0] - s * ways[k, 1])
                v = abs(s * ways[k, 0] + c * ways[k, 1])
                off = abs(hypot(x, y) - radius)
                if min(u, v) < askew:
                    off = min(off, _far(grids, 0 if u > v else 1, corner, cell, x, y, most))
            else:
                off = _far(grids, layers[k], corner, cell, x, y, most)
            cost += points[k, 3] * min(0.5 * off * off * points[k, 2], highest)
        costs[i] = cost


@bare
def draw_kernel(particles, weights, costs, first, drawn):
    """Weigh by costs, and draw anew where few count: systematically, from `first` (0…1) on.

    Args: drawn: room, (n, 5). Returns: how many count, before that.
    """
    n, least = len(costs), costs[0]
    for i in range(n):
        least = min(least, costs[i])
    total = 0.0
    for i in range(n):
        weights[i] *= exp(least - costs[i])
        total += weights[i]
    squares = 0.0
    for i in range(n):
        weights[i] /= total
        squares += weights[i] * weights[i]
    if 1.0 / squares > 0.5 * n:
        return 1.0 / squares
    i, below = 0, weights[0]
    for k in range(n):
        at = (k + first) / n
        while below < at and i < n - 1:
            i += 1
            below += weights[i]
        for column in range(5):
            drawn[k, column] = particles[i, column]
    for k in range(n):
        weights[k] = 1.0 / n
        for column in range(5):
            particles[k, column] = drawn[k, column]
    return 1.0 / squares


@piece
def _turn(angle):
    """Between −π and π."""
    return (angle + pi) % (2.0 * pi) - pi


@piece
def _means(particles, i, x, y, yaw, near):
    """Whether a particle means this place."""
    dx, dy, turned = particles[i, 0] - x, particles[i, 1] - y, abs(particles[i, 2] - yaw)
    if turned > pi:  # few are: a remainder for all would cost more than the rest
        turned = abs(_turn(turned))
    return (dx * dx + dy * dy < near[0] * near[0]) & (turned < near[1])


@bare
def belief_kernel(particles, weights, near, mean, covariance):
    """The place that most particles mean: their share.

    Args:
        near: metres and rad around a particle within which others mean the same place.
        mean: (3,) out: x, y and yaw of those there.
        covariance: (3, 3) out: of all particles around that.
    """
    n = len(weights)
    best, share = 0, 0.0
    for k in range(min(JUDGED, n)):
        i, heavy = k * n // min(JUDGED, n), 0.0
        for j in range(n):
            if _means(particles, j, particles[i, 0], particles[i, 1], particles[i, 2], near):
                heavy += weights[j]
        if heavy > share:
            best, share = i, heavy
    x, y, yaw = particles[best, 0], particles[best, 1], particles[best, 2]
    a = b = c = 0.0
    for j in range(n):
        if _means(particles, j, x, y, yaw, near):
            a += weights[j] * (particles[j, 0] - x)
            b += weights[j] * (particles[j, 1] - y)
            c += weights[j] * _turn(particles[j, 2] - yaw)
    if share > 0.0:
        x, y, yaw = x + a / share, y + b / share, yaw + c / share
    mean[0], mean[1], mean[2] = x, y, yaw
    covariance[:] = 0.0
    for j in range(n):
        off = (particles[j, 0] - x, particles[j, 1] - y, _turn(particles[j, 2] - yaw))
        for row in range(3):
            for column in range(3):
                covariance[row, column] += weights[j] * off[row] * off[column]
    return share
