"""How the network that knows balls learns: plain NumPy, stochastic gradients (Adam)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.ball.network import SHAPES, Weights

Floats = NDArray[np.float32]
BATCH = 128
RATE, DECAY = 2e-3, 1e-4
"""Step of a weight, and its pull towards zero."""
PLACE = 4.0
"""Weight of where and how large a ball is, against whether it is one."""
GAIN, CAST, NOISE = 0.10, 0.05, 0.03
"""Standard deviations by which patches are varied: brightness, colour of the light, grain."""


@dataclass(frozen=True, eq=False)
class BallPatches:
    """Examples to learn from."""

    patches: Floats
    """(n, SIDE, SIDE, 3) as `cut_patch` makes them."""
    is_ball: NDArray[np.bool_]
    """(n,)"""
    offsets: Floats
    """(n, 3) from the place to the ball in radii of the place, and the logarithm of their ratio."""
    found: NDArray[np.bool_]
    """(n,) whether the place is a candidate; others were made up to learn from."""


def train(examples: BallPatches, epochs: int, seed: int, tell: Callable[[str], None]) -> Weights:
    """Weights after so many times all examples; certainties are those of candidates."""
    count, steps = len(examples.patches), 0
    if not count:
        raise OlympianError("no patches to learn from: no frame shows a ball or what could be one")
    chance, batch = np.random.default_rng(seed), min(BATCH, count)
    weights = [
        (chance.normal(0.0, (2.0 / np.prod(shape[:-1])) ** 0.5, shape)).astype(np.float32)
        if len(shape) > 1
        else np.zeros(shape, dtype=np.float32)
        for shape in SHAPES
    ]
    weights[-2] *= np.float32(0.1)
    means = [np.zeros_like(one) for one in weights]
    squares = [np.zeros_like(one) for one in weights]
    total = epochs * (count // batch)
    for epoch in range(epochs):
        order, losses = chance.permutation(count), []
        for start in range(0, count - batch + 1, batch):
            rows = order[start : start + batch]
            patches, offsets = _varied(examples, rows, chance)
            loss, slopes = _slopes(weights, patches, examples.is_ball[rows], offsets)
            losses.append(loss)
            steps += 1
            rate = RATE * 0.5 * (1.0 + np.cos(np.pi * steps / total)) * min(steps / 200.0, 1.0)
            for one, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                step = (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)
                one -= (rate * (step + DECAY * one)).astype(np.float32)
        tell(f"epoch {epoch + 1} of {epochs}: loss {np.mean(losses):.4f}")
    return _calibrated(weights, examples)


def _varied(
    examples: BallPatches, rows: NDArray[np.int64], chance: np.random.Generator
) -> tuple[Floats, Floats]:
    """Another light, some grain, half of them mirrored."""
    patches, offsets = examples.patches[rows].copy(), examples.offsets[rows].copy()
    mirrored = chance.random(len(rows)) < 0.5
    patches[mirrored] = patches[mirrored, :, ::-1]
    offsets[mirrored, 0] *= -1.0
    gain = 1.0 + chance.normal(0.0, GAIN, (len(rows), 1, 1, 1))
    cast = 1.0 + chance.normal(0.0, CAST, (len(rows), 1, 1, 3))
    varied = (patches + 1.0) * (gain * cast) - 1.0
    varied += NOISE * chance.standard_normal(patches.shape, dtype=np.float32)
    return np.where(patches == 0.0, 0.0, varied).astype(np.float32), offsets  # 0 is beyond


def _windows(pictures: Floats, side: int, stride: int) -> Floats:
    """(n, rows, columns, side · side · depth) squares of pictures."""
    views = np.lib.stride_tricks.sliding_window_view(pictures, (side, side), axis=(1, 2))
    views = views[:, ::stride, ::stride].transpose(0, 1, 2, 4, 5, 3)
    return views.reshape(*views.shape[:3], -1)


def forward(weights: Weights, patches: Floats) -> tuple[Floats, list[Floats]]:
    """(n, 4) what the network says, and its layers on the way."""
    first, b1, second, b2, third, b3, last, b4 = weights
    w1 = _windows(patches, first.shape[0], 2)
    one = np.maximum(w1 @ first.reshape(-1, first.shape[-1]) + b1, 0)
    w2 = _windows(one, second.shape[0], 1)
    two = np.maximum(w2 @ second.reshape(-1, second.shape[-1]) + b2, 0)
    flat = two.reshape(len(two), -1)
    three = np.maximum(flat @ third + b3, 0)
    return three @ last + b4, [w1, one, w2, two, flat, three]


def _slopes(
    weights: Weights, patches: Floats, is_ball: NDArray[np.bool_], offsets: Floats
) -> tuple[float, list[Floats]]:
    """Loss of a batch and how it changes with each weight."""
    _, _, second, _, third, _, last, _ = weights
    told, (w1, one, w2, two, flat, three) = forward(weights, patches)
    share = 1.0 / (1.0 + np.exp(-told[:, 0]))
    off = (told[:, 1:] - offsets) * is_ball[:, None]
    loss = -np.log(np.where(is_ball, share, 1 - share) + 1e-7).mean()
    slope = np.empty_like(told)
    slope[:, 0] = share - is_ball
    slope[:, 1:] = PLACE * np.clip(off, -0.3, 0.3)
    slope /= len(patches)
    d_three = (slope @ last.T) * (three > 0)
    d_two = (d_three @ third.T).reshape(two.shape) * (two > 0)
    d_windows = d_two @ second.reshape(-1, second.shape[-1]).T
    d_one = np.zeros_like(one)
    side, (_, rows, columns, _) = second.shape[0], two.shape
    parts = d_windows.reshape(*two.shape[:3], side, side, -1)
    for i in range(side):
        for j in range(side):
            d_one[:, i : i + rows, j : j + columns] += parts[:, :, :, i, j]
    d_one *= one > 0
    return float(loss + (off**2).sum(axis=1).mean()), [
        (w1.reshape(-1, w1.shape[-1]).T @ d_one.reshape(-1, one.shape[-1])).reshape(
            weights[0].shape
        ),
        d_one.sum(axis=(0, 1, 2)),
        (w2.reshape(-1, w2.shape[-1]).T @ d_two.reshape(-1, two.shape[-1])).reshape(second.shape),
        d_two.sum(axis=(0, 1, 2)),
        flat.T @ d_three,
        d_three.sum(axis=0),
        three.T @ slope,
        slope.sum(axis=0),
    ]


def _calibrated(weights: Weights, examples: BallPatches) -> Weights:
    """The same weights, the last ones such that certainties are shares among the candidates."""
    chosen = np.flatnonzero(examples.found)
    if not len(chosen) or not examples.is_ball[chosen].any():
        return weights
    told = np.concatenate(
        [
            forward(weights, examples.patches[rows])[0][:, 0]
            for rows in np.array_split(chosen, len(chosen) // 1000 + 1)
        ]
    ).astype(float)
    truth, scale, bias = examples.is_ball[chosen], 1.0, 0.0
    for _ in range(50):  # Newton's method on two numbers
        share = 1.0 / (1.0 + np.exp(-(scale * told + bias)))
        wrong, sure = share - truth, share * (1 - share) + 1e-9
        slope = np.array([(wrong * told).sum(), wrong.sum()])
        bend = np.array(
            [
                [(sure * told**2).sum() + 1.0, (sure * told).sum()],
                [(sure * told).sum(), sure.sum() + 1.0],
            ]
        )
        scale, bias = np.array([scale, bias]) - np.linalg.solve(bend, slope)
    scale = float(np.clip(scale, 0.2, 1.0))  # surer than it learnt to be it shall not get
    weights[-2][:, 0] *= np.float32(scale)
    weights[-1][0] = weights[-1][0] * np.float32(scale) + np.float32(np.clip(bias, -2.0, 2.0))
    return weights
