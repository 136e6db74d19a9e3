"""Circles of edge pixels: the compiled vote, fit and choice against their plain twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from olympian.vision.shape import BallFinder, BallOptions
from olympian.vision.shape.ball.circle_fit import choose
from olympian.vision.shape.ball.window_search import CIRCLES, PUSHED
from olympian.vision.synthetic import draw, random_scene
from twins import vision_ball as twin


def discs(*balls: tuple[float, float, float], shape: tuple[int, int] = (150, 203)) -> np.ndarray:
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]].astype(float)
    grey = np.full(shape, 80.0)
    for x, y, radius in balls:
        grey += 90 * np.clip(radius + 0.5 - np.hypot(columns - x, rows - y), 0, 1)
    noise = np.random.default_rng(1).normal(0, 2.0, shape)
    return np.clip(grey + noise, 0, 255).astype(np.uint8)


def frames() -> list[NDArray[np.uint8]]:
    """Odd sizes, no pixel, one, black, saturated, noise, and balls."""
    rng = np.random.default_rng(4)
    shapes = [(0, 0), (1, 1), (2, 90), (9, 70), (40, 64), (70, 133)]
    noise = [rng.integers(0, 256, shape).astype(np.uint8) for shape in shapes]
    plain = [np.full((40, 72), value, dtype=np.uint8) for value in (0, 255)]
    soft = np.kron(rng.integers(60, 200, (30, 40)), np.ones((6, 6))).astype(np.uint8)
    drawn = [draw(random_scene(seed, 320, 240, ball=True)).frame[:, :, 1] for seed in (8, 21)]
    balls = [discs((60, 70, 12)), discs((50, 60, 30), (150, 90, 7)), discs((100, 75, 60))]
    return [*noise, *plain, soft, *(np.ascontiguousarray(one) for one in drawn), *balls]


def rows_of(grey: NDArray[np.uint8], octaves: int) -> NDArray[np.int64]:
    """Another part of the frame for each octave."""
    height = len(grey)
    first = [height * k // (4 * octaves) for k in range(octaves)]
    return np.array([(row, height) for row in first], dtype=np.int64).reshape(-1, 2)


@pytest.mark.parametrize("parts", [False, True])
def test_circles_are_those_of_the_twin(parts: bool) -> None:
    finder, options, total = BallFinder(), BallOptions(), 0
    for grey in frames():
        rows = rows_of(grey, options.octaves) if parts else None
        finder.find_all(grey, rows)
        room = finder._room
        n = int(room.blocks[-1])
        expected = twin.circles(
            room.edges[:n],
            room.directions[:n],
            room.pushed[: room.counts[PUSHED]],
            room.every_row if rows is None else rows,
            grey.shape,
            options,
        )
        found = room.circles[: room.counts[CIRCLES]]
        assert found.shape == expected.shape
        assert np.allclose(found, expected, rtol=1e-6, atol=1e-6)
        assert choose(found, len(found)) == twin.choose(found)
        total += len(found)
    assert total > 10


@given(arrays(np.float64, st.tuples(st.integers(0, 12), st.just(4)), elements=st.floats(0, 1)))
@settings(max_examples=100, deadline=None)
def test_the_choice_is_that_of_the_twin(found: NDArray[np.float64]) -> None:
    """Small circles in large ones, of all degrees of support."""
    circles = found * (1.0, 20.0, 20.0, 40.0)
    assert choose(circles, len(circles)) == twin.choose(circles)


def test_what_is_black_above_need_not_be_looked_at() -> None:
    for top in (0, 3, 40, 97, 149, 150):
        grey = discs((60, 100, 20), (150, 110, 9))
        grey[:top] = 0
        assert BallFinder().find_all(grey, None, top) == BallFinder().find_all(grey)
