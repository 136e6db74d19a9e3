"""The particle filter's arithmetic in plain NumPy: a whole column at a time, nothing compiled."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec

__all__ = ["belief_kernel", "cost_kernel", "draw_kernel", "move_kernel"]

Triple = tuple[float, float, float]


def move_kernel(
    particles: Vec, moved: Vec, spread: Vec, chance: Vec, keeps: float, stirs: float
) -> None:
    """All particles go the way of the odometry and noise of their own."""
    ahead, left, turn = (moved + chance[:, :3] @ spread.T).T
    way = (ahead + 1j * left) * np.exp(1j * particles[:, 2])
    particles[:, 0] += way.real
    particles[:, 1] += way.imag
    particles[:, 2] += turn
    particles[:, 3:] = keeps * particles[:, 3:] + stirs * chance[:, 3:]


def cost_kernel(
    particles: Vec,
    points: Vec,
    layers: NDArray[np.int64],
    ways: Vec,
    eye: Vec,
    grids: NDArray[np.float32],
    frame: Vec,
    rule: Vec,
    costs: Vec,
) -> None:
    """Half squares of the gaps between what is seen and what the map has there."""
    highest, askew, radius = rule
    yaw, roll, pitch = (particles[:, k, None] for k in (2, 3, 4))
    rays = np.append(points[:, :2] - eye[:2], np.full((len(points), 1), -eye[2]), axis=1)
    # a small turn of the ray, then on until it meets the ground again
    turned = rays[None] + np.stack(np.broadcast_arrays(
        pitch * rays[:, 2], -roll * rays[:, 2], roll * rays[:, 1] - pitch * rays[:, 0]
    ), axis=-1)  # fmt: skip
    reach = eye[2] / np.maximum(-turned[..., 2], 0.1 * eye[2])
    ground = eye[0] + 1j * eye[1] + reach * (turned[..., 0] + 1j * turned[..., 1])
    at = particles[:, 0, None] + 1j * particles[:, 1, None] + ground * np.exp(1j * yaw)
    along = (ways[:, 0] + 1j * ways[:, 1]) * np.exp(1j * yaw)
    u, v = np.abs(along.real), np.abs(along.imag)
    line = layers < 0
    layer = np.where(line, np.where(u > v, 0, 1), np.maximum(layers, 0))
    gap = _looked_up(grids, layer, at, frame)
    gap = np.where(line & (np.minimum(u, v) >= askew), np.inf, gap)
    gap = np.where(line, np.minimum(gap, np.abs(np.abs(at) - radius)), gap)
    each = np.minimum(0.5 * gap**2 * points[:, 2], highest)
    costs[:] = each @ points[:, 3]


def draw_kernel(particles: Vec, weights: Vec, costs: Vec, first: float, drawn: Vec) -> float:
    """Weights by costs; where few count, a systematic draw. Returns how many counted."""
    weights *= np.exp(costs.min() - costs)
    weights /= weights.sum()
    count = 1.0 / float(weights @ weights)
    n = len(weights)
    if count <= 0.5 * n:
        below = np.cumsum(weights)
        rows = np.minimum(np.searchsorted(below, (np.arange(n) + first) / n, "right"), n - 1)
        drawn[:] = particles[rows]
        particles[:] = drawn
        weights[:] = 1.0 / n
    return count


def belief_kernel(
    particles: Vec, weights: Vec, near: tuple[float, float], mean: Vec, covariance: Vec
) -> float:
    """Mean of the particles around the one with most around it, and the spread of all."""
    n = len(weights)
    judged = np.arange(min(20, n)) * n // min(20, n)
    own = _close(particles, particles[judged, None, :3], near)
    heavy = own @ weights
    best = int(heavy.argmax())
    share, seed = float(heavy[best]), particles[judged[best], :3]
    off = _apart(particles, seed)
    mean[:] = seed + (own[best] * weights) @ off / share
    off = _apart(particles, mean)
    covariance[:] = (off * weights[:, None]).T @ off
    return share


def _apart(particles: Vec, place: Vec) -> Vec:
    off = particles[:, :3] - place
    off[..., 2] = (off[..., 2] + np.pi) % (2 * np.pi) - np.pi
    return off


def _close(particles: Vec, places: Vec, near: tuple[float, float]) -> NDArray[np.bool_]:
    off = _apart(particles, places)
    return (np.hypot(off[..., 0], off[..., 1]) < near[0]) & (np.abs(off[..., 2]) < near[1])


def _looked_up(
    grids: NDArray[np.float32], layer: NDArray[np.int64], at: NDArray[np.complex128], frame: Vec
) -> Vec:
    """Metres to the nearest of a layer, bilinear; the most there is outside the map."""
    u, v = (at.real - frame[0]) / frame[2], (at.imag - frame[1]) / frame[2]
    i, j = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
    inside = (i >= 0) & (j >= 0) & (i < grids.shape[1] - 1) & (j < grids.shape[2] - 1)
    i, j = np.where(inside, i, 0), np.where(inside, j, 0)
    a, b = u - i, v - j
    low = (1 - b) * grids[layer, i, j] + b * grids[layer, i, j + 1]
    high = (1 - b) * grids[layer, i + 1, j] + b * grids[layer, i + 1, j + 1]
    return np.where(inside, (1 - a) * low + a * high, frame[3])
