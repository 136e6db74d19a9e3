"""The ball by its shape: compiled against its twin, and balls of any colour are found."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.lab.vision.score import is_hit
from olympian.vision.shape import BallFinder, BallOptions
from olympian.vision.shape.ball.edges import CELL
from olympian.vision.shape.ball.finder import MOST_EDGES
from olympian.vision.shape.ball.window_search import passes
from olympian.vision.synthetic import draw, random_scene
from olympian.vision.truth import BallDisc
from twins import vision_shape as twin


def frames() -> list[NDArray[np.uint8]]:
    rng = np.random.default_rng(4)
    shapes = [(0, 0), (1, 1), (2, 90), (7, 7), (9, 70), (40, 64), (70, 133)]
    noise = [rng.integers(0, 256, shape).astype(np.uint8) for shape in shapes]
    plain = [np.full((40, 72), value, dtype=np.uint8) for value in (0, 255)]
    drawn = draw(random_scene(8, 160, 120, ball=True)).frame[:, :, 1]
    crowded = rng.integers(0, 256, (210, 300)).astype(np.uint8)  # so weak edges are left out
    return [*noise, *plain, np.ascontiguousarray(drawn), crowded]


def with_disc(x: float, y: float, radius: float, ball: int, ground: int) -> NDArray[np.uint8]:
    rows, columns = np.mgrid[0:240, 0:320].astype(float)
    inside = np.clip(radius - np.hypot(columns - x, rows - y) + 0.5, 0, 1)
    noise = np.random.default_rng(0).normal(0, 1.5, inside.shape)
    return np.clip(ground + (ball - ground) * inside + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("verbatim", [False, True])
@pytest.mark.parametrize("zeros", [0, 4])
def test_edges_histograms_and_search_agree_with_their_twins(zeros: int, verbatim: bool) -> None:
    finder = BallFinder(BallOptions(zeros=zeros, verbatim=verbatim, vote=False))
    pushed = crowded = 0
    for grey in frames():
        found = finder.explain(grey)
        room = finder._room
        places, slopes, directions = twin.ball_edges(grey, finder.options.bar)
        if len(places) > MOST_EDGES:
            places, slopes, directions = twin.ball_edges(grey, 2 * finder.options.bar)
            crowded += 1
        edges = room.edges[: found.edges]
        assert np.array_equal(edges[:, :2], places)
        assert np.array_equal(edges[:, 2:], slopes.astype(np.float32))
        assert np.array_equal(room.directions[: found.edges], directions)
        histograms = np.zeros(room.histograms.shape, dtype=int)
        np.add.at(histograms, (places[:, 1] // CELL, places[:, 0] // CELL, directions), 1)
        assert np.array_equal(room.histograms, histograms)
        sums = np.pad(histograms, ((1, 0), (1, 0), (0, 0))).cumsum(axis=0).cumsum(axis=1)
        assert np.array_equal(room.integral, sums)
        plain = twin.Search(histograms, room.whole, zeros, verbatim)
        assert found.calls == plain.calls
        scale = np.array([CELL, CELL, CELL, 1, 1])
        expected = np.array(plain.pushed, dtype=int).reshape(-1, 5) * scale
        assert np.array_equal(found.candidates, expected)
        pushed += len(expected)
    assert pushed > 5
    assert crowded == 1


def test_directions_are_twenty_degrees_wide() -> None:
    angle = np.radians(np.arange(1, 360, 2, dtype=float))
    gx = np.rint(200 * np.cos(angle)).astype(int)
    gy = np.rint(200 * np.sin(angle)).astype(int)
    true = np.degrees(np.arctan2(gy, gx)) % 360
    found = twin.directions(gx, gy)
    clear = np.abs((true + 10) % 20 - 10) > 0.2  # not at a border
    assert np.array_equal(found[clear], (true[clear] // 20).astype(int))
    assert set(found) == set(range(18))


@given(
    st.floats(60, 260),
    st.floats(60, 180),
    st.floats(6, 55),
    st.sampled_from([(220, 80), (20, 120), (130, 90)]),
)
@settings(max_examples=40, deadline=None)
def test_a_disc_is_found_bright_or_dark(
    x: float, y: float, radius: float, shades: tuple[int, int]
) -> None:
    found = BallFinder().find(with_disc(x, y, radius, *shades))
    assert found is not None
    assert np.hypot(found.x - x, found.y - y) < 1.0
    assert abs(found.radius - radius) < 0.06 * radius + 0.7
    assert found.visible > 0.7


def test_nothing_is_found_where_nothing_is_round() -> None:
    finder = BallFinder()
    for shape in ((0, 0), (1, 1), (2, 90), (70, 3), (7, 7), (40, 72)):
        for value in (0, 255):
            assert finder.find(np.full(shape, value, dtype=np.uint8)) is None
    lines = np.zeros((240, 320), dtype=np.uint8)
    lines[100:108], lines[:, 150:158] = 255, 255
    assert finder.find(lines) is None


def test_balls_of_all_paints_are_hit_on_the_field() -> None:
    hits = 0
    for seed in range(20, 32):
        picture = draw(random_scene(seed, 512, 512, ball=True))
        grey = np.rint(picture.frame @ (0.299, 0.587, 0.114)).astype(np.uint8)
        found, truth = BallFinder().find(grey), picture.truth.ball
        assert truth is not None
        hits += found is not None and is_hit(found, truth)
    assert hits >= 11


def test_finder_keeps_nothing_of_the_last_frame() -> None:
    finder = BallFinder()
    one = with_disc(100, 90, 20, 200, 60)
    first = finder.find(one)
    assert finder.find(np.zeros((100, 100), dtype=np.uint8)) is None
    assert finder.find(np.zeros_like(one)) is None
    assert finder.find(one) == first


def test_all_circles_are_given_best_first() -> None:
    one, two = with_disc(80, 90, 20, 200, 60), with_disc(220, 150, 35, 200, 60)
    found = BallFinder().find_all(np.maximum(one, two))
    near = {(80, 90), (220, 150)}
    for disc in found:
        near -= {place for place in near if np.hypot(disc.x - place[0], disc.y - place[1]) < 3}
    assert not near
    assert [disc.visible for disc in found] == sorted((d.visible for d in found), reverse=True)


def test_outlier_tests_are_those_of_the_thesis() -> None:
    even, side = [7] * 18, 32
    total, squares = sum(even), sum(k * k for k in even)
    assert passes(total, squares, side, 0.5, 0.2)  # π/2 · 32 · 0.8 = 40 < 126 < 154 = 4 · 32 · 1.2
    assert not passes(total, squares, 110, 0.5, 0.2)  # too few: 138 < n wanted
    assert not passes(total, squares, 25, 0.5, 0.2)  # too many
    odd = [126, *[0] * 17]
    assert not passes(sum(odd), sum(k * k for k in odd), side, 0.5, 0.2)


def test_hits_are_within_half_a_radius_and_a_factor() -> None:
    truth = BallDisc(50, 50, 10, 1.0)
    assert is_hit(BallDisc(54.9, 50, 15.9, 1.0), truth)
    assert not is_hit(BallDisc(55.1, 50, 10, 1.0), truth)
    assert not is_hit(BallDisc(50, 50, 16.1, 1.0), truth)
    assert not is_hit(BallDisc(50, 50, 6.2, 1.0), truth)


@pytest.mark.parametrize("wrong", [{"smallest_window": 24}, {"smallest_window": 8}, {"bar": 255}])
def test_impossible_options_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(OlympianError):
        BallOptions(**wrong)
