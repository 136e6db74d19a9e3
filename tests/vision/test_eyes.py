"""The whole way from a frame to objects, lines and ball."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from drills.gl import needs_gl
from olympian.arena.football import football_frames, lens_of
from olympian.geometry import R_from_rpy
from olympian.robot import load_robot
from olympian.vision import BallDisc
from olympian.vision.camera import Pinhole, pixels_of_field
from olympian.vision.eyes import GAMES, Eyes
from olympian.vision.grey import grey_of
from olympian.vision.round_ball import BallRows, fitting_ball
from olympian.world import PITCHES, TWENTY_TEN, parse_world
from twins import vision_round_ball as twin

SIZES = st.tuples(st.integers(1, 9), st.integers(1, 70), st.just(3))


@given(arrays(np.uint8, SIZES))
@settings(max_examples=60, deadline=None)
def test_grey_is_the_luma_of_opencv_to_the_bit(frame):
    assert np.array_equal(grey_of(frame), cv2.cvtColor(frame, cv2.COLOR_RGB2YCrCb)[..., 0])


@pytest.mark.parametrize("size", [(1, 1), (1, 64), (3, 5), (47, 65), (480, 640)])
@pytest.mark.parametrize("level", [0, 255])
def test_a_plain_frame_of_any_size_shows_nothing(size, level):
    height, width = size
    lens = Pinhole(width, height, (width, width), (width / 2, height / 2))
    frame = np.full((height, width, 3), level, dtype=np.uint8)
    for place in (None, looking_down(0.5)):
        seen = Eyes(lens).see(frame, place)
        assert seen.ball is None
        assert seen.objects.ball is None
        assert len(seen.traces) == 0


def looking_down(height):
    """A camera at this height that looks ahead and 45° down."""
    T = np.eye(4)
    s = np.sqrt(0.5)
    T[:3, :3] = np.array([[0, -s, s], [-1, 0, 0], [0, -s, -s]])
    T[2, 3] = height
    return T


@given(st.floats(0.3, 1.5), st.floats(-0.3, 0.3), st.floats(0.03, 0.1))
@settings(max_examples=50, deadline=None)
def test_only_a_circle_of_the_right_size_is_a_ball(ahead, left, radius):
    lens, T = Pinhole(640, 480, (450.0, 450.0), (319.5, 239.5)), looking_down(0.5)
    centre = np.array([ahead, left, radius])
    x, y = pixels_of_field(lens, T, centre, beyond=True)
    far = np.linalg.norm(centre - T[:3, 3])
    size = 450.0 * radius / far
    right, wrong = BallDisc(x, y, size, 1.0), BallDisc(x, y, 2.5 * size, 1.0)
    assert fitting_ball([wrong, right], lens, T, radius) is right
    assert fitting_ball([wrong], lens, T, radius) is None
    assert fitting_ball([], lens, T, radius) is None


@given(st.floats(0.2, 3.0), st.floats(-0.8, 0.8), st.floats(0.03, 0.1))
@settings(max_examples=50, deadline=None)
def test_a_ball_lies_in_the_rows_of_its_size(ahead, left, radius):
    lens, T = Pinhole(640, 480, (450.0, 450.0), (319.5, 239.5)), looking_down(0.5)
    sizes = [(5.0 * 2**k, 10.0 * 2**k) for k in range(4)]
    x, y = pixels_of_field(lens, T, np.array([ahead, left, radius]))
    rim = np.array([ahead, left, radius]) + radius * T[:3, 0]
    size = np.hypot(*(pixels_of_field(lens, T, rim, beyond=True) - (x, y)))
    rows = BallRows(lens, radius, sizes)(T)
    assert rows.shape == (4, 2)
    for (least, most), (first, after) in zip(sizes, rows, strict=True):
        assert 0 <= first <= after <= 480
        if least <= size <= most and np.isfinite(x):
            assert first <= max(y - size, 0)
            assert min(y + size, 479) < after


@given(st.floats(0.02, 1.5), st.floats(-0.6, 0.6), st.floats(-1.2, 1.2))
@settings(max_examples=50, deadline=None)
def test_rows_of_a_ball_are_those_of_the_twin(height, roll, pitch):
    lens, T = Pinhole(321, 243, (225.0, 225.0), (160.0, 121.0)), looking_down(height)
    T[:3, :3] = R_from_rpy(roll, pitch, 0.0) @ T[:3, :3]
    sizes = [(5.0 * 2**k, 10.0 * 2**k) for k in range(4)]
    assert np.array_equal(BallRows(lens, 0.07, sizes)(T), twin.ball_rows(lens, T, 0.07, sizes))


def test_no_ball_is_looked_for_where_none_can_be():
    lens, T = Pinhole(64, 48, (45.0, 45.0), (31.5, 23.5)), looking_down(0.5)
    T[:3, :3] = T[:3, :3] @ np.diag([1.0, -1.0, -1.0])  # up at the sky
    assert BallRows(lens, 0.07, [(5.0, 10.0), (10.0, 20.0)])(T).tolist() == [[0, 0], [0, 0]]


@pytest.fixture(scope="module")
def game():
    robot = load_robot("fumanoid")
    lens = lens_of(robot, "pinhole")
    return lens, list(football_frames(robot, "2010", lens, 14, 1, ""))


@needs_gl
def test_the_simulated_camera_shows_lines_where_they_are(game):
    lens, frames = game
    eyes = Eyes(lens, ball_radius=0.033, circle_radius=0.6)
    off = []
    for frame, truth, _ in frames:
        seen = eyes.see(frame, truth.T_field_camera)
        assert seen.markings is not None
        for line in seen.markings.lines:
            ends = np.array([line.start, line.end])
            near = np.hypot(*(ends - truth.T_field_camera[:2, 3]).T) < 2.5
            off += [away_from_lines(end) for end in ends[near]]
    assert len(off) >= 10
    assert np.mean(np.array(off) < 0.1) >= 0.8


@needs_gl
def test_the_simulated_camera_shows_the_ball_where_it_is(game):
    lens, frames = game
    eyes, hits, wanted = Eyes(lens, ball_radius=0.033, circle_radius=0.6), 0, 0
    for frame, truth, _ in frames:
        seen, ball = eyes.see(frame, truth.T_field_camera), truth.ball
        if ball is not None and ball.visible >= 0.6:
            wanted += 1
            off = (
                99.0 if seen.ball is None else np.hypot(seen.ball.x - ball.x, seen.ball.y - ball.y)
            )
            hits += off < 0.5 * ball.radius and (seen.certainty or 0.0) >= 0.5
        elif ball is None:
            assert seen.ball is None
    assert wanted >= 4
    assert hits >= wanted - 1


def away_from_lines(place):
    """Metres from the nearest marking of the field of 2010."""
    a, b = TWENTY_TEN.segments[:, :2], TWENTY_TEN.segments[:, 2:]
    share = np.clip(((place - a) * (b - a)).sum(1) / ((b - a) ** 2).sum(1), 0.0, 1.0)
    to_segments = np.hypot(*(a + share[:, None] * (b - a) - place).T).min()
    return min(to_segments, abs(np.hypot(*place) - TWENTY_TEN.circle_radius))


@pytest.mark.parametrize(("game", "world"), [("2010", "field_2010"), ("modern", "field")])
def test_a_game_s_sizes_are_those_of_its_world(game, world):
    ball = parse_world(world).ball
    assert ball is not None
    assert GAMES[game] == (ball.radius, PITCHES[game].circle_radius)
