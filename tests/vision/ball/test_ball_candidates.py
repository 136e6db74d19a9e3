"""Where the ball is looked for, on carpet that is drawn by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.vision.ball import BallCandidates
from olympian.vision.ball.candidate_kernel import RADIUS, SCORE, X, Y, _score, count_other
from olympian.vision.camera import Pinhole, pixels_of_field
from olympian.vision.colour import ColourScan, game_table
from twins import vision_ball_patch as twin

LENS = Pinhole(640, 480, (579.0, 579.0), (319.5, 239.5))
TABLE = game_table()
GREEN, WHITE, ORANGE = (30, 130, 45), (225, 225, 225), (230, 90, 20)
T = np.eye(4)
T[:3, :3] = np.array([[0, -0.5, 0.75**0.5], [-1, 0, 0], [0, -(0.75**0.5), -0.5]])
T[2, 3] = 0.45


def carpet() -> np.ndarray:
    return np.full((480, 640, 3), GREEN, dtype=np.uint8)


def paint(frame, ahead, left, radius, colour):
    """A ball on the ground; its place and size in the picture."""
    centre = np.array([ahead, left, radius])
    x, y = pixels_of_field(LENS, T, centre).tolist()
    size = 579.0 * radius / float((centre - T[:3, 3]) @ T[:3, 2])
    rows, columns = np.mgrid[:480, :640]
    frame[np.hypot(columns - x, rows - y) < size] = colour
    return x, y, size


def places_of(frame, radius):
    sight = ColourScan(TABLE, field="green")(frame)
    return BallCandidates(LENS, TABLE, radius)(frame, T, sight.border, sight.regions)


@given(st.floats(0.35, 2.5), st.floats(-0.15, 0.15), st.sampled_from([0.033, 0.07]))
@settings(max_examples=25, deadline=None)
def test_a_ball_on_the_carpet_is_the_best_candidate(ahead, left, radius):
    frame = carpet()
    frame[::60] = WHITE  # thin lines
    x, y, size = paint(frame, ahead, left, radius, WHITE if radius > 0.05 else ORANGE)
    places = places_of(frame, radius)
    best = places[places[:, SCORE].argmax()]
    assert np.hypot(best[X] - x, best[Y] - y) < 0.5 * size + 1
    assert 0.6 < best[RADIUS] / size < 1.6


def test_a_line_is_no_candidate_and_carpet_neither():
    frame = carpet()
    assert len(places_of(frame, 0.07)) == 0
    frame[300:330] = WHITE
    assert len(places_of(frame, 0.07)) == 0, "a line goes on at both sides"
    frame[:300, 300:330] = WHITE
    assert (places_of(frame, 0.07)[:, SCORE] < 0.6).all(), "where lines meet is worth a look"


def test_beyond_the_carpet_nothing_is_looked_for():
    frame = carpet()
    frame[:200] = (90, 80, 100)
    _, y, size = paint(frame, 1.6, 0.0, 0.07, WHITE)
    assert y + size < 200, "it lies on the floor of the hall"
    assert len(places_of(frame, 0.07)) == 0


@given(st.integers(0, 2**32 - 1), st.integers(-2, 42), st.integers(-2, 32), st.floats(1.0, 15.0))
@settings(max_examples=100, deadline=None)
def test_scores_are_those_of_the_twin(seed, x, y, r):
    chance = np.random.default_rng(seed)
    coarse = chance.random((6, 8)) < 0.5
    cells = np.kron(coarse, np.ones((5, 5), dtype=bool))
    frame = np.where(cells[..., None], WHITE, GREEN).astype(np.uint8)
    sums = np.zeros((31, 41), dtype=np.int32)
    green = TABLE.code("green")
    count_other(frame, TABLE.codes, green, 0, 30, 1, sums)
    assert np.array_equal(sums, twin.other(TABLE.classify(frame), green, 0, 30, 1))
    assert _score(sums, 30, 40, x, y, r) == pytest.approx(twin.score(cells, x, y, r), abs=1e-9)
