"""The field from above and the camera's picture: what is drawn, and where."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from olympian.cockpit.football import FootballArtist, FootballView, Truth2d
from olympian.cockpit.football.artist import WIDTH
from olympian.cockpit.football.field_drawing import BALL, BELIEF, GRASS, TEAMS, TRUTH, FieldDrawing
from olympian.cockpit.football.sight_drawing import BALL as BALL_RING
from olympian.cockpit.football.sight_drawing import draw_sight
from olympian.decision.localise import Certainty
from olympian.decision.world_model import (
    Allegiance,
    SearchChart,
    TrackedBall,
    TrackedRobot,
    WorldModel,
)
from olympian.geometry import Place, T_from
from olympian.vision import BallDisc, BallPlace, Seen
from olympian.vision.camera import Pinhole
from olympian.vision.camera.pose import R_MOUNT_CAMERA
from olympian.world import MODERN

LENS = Pinhole.of_view(640, 480, 45.0)
P = np.diag([0.01, 0.01, 0.01, 0.01])
BELIEVED = WorldModel(
    1.0,
    Place(-2.0, 1.0, 0.5),
    np.diag([0.04, 0.01, 0.01]),
    Certainty.SURE,
    TrackedBall(1.0, -1.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, P, P, False, (1.0, -1.0), 0.9, 1.0),
    (TrackedRobot(7, Allegiance.OPPONENT, 2.0, 2.0, 0.0, 0.0, 4.0, 1.0, P[:2, :2], 0.9, 1.0),),
)


def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """The colour at a place on the field."""
    scale = image.width / (MODERN.length + 2 * MODERN.border)
    half = (MODERN.length / 2 + MODERN.border, MODERN.width / 2 + MODERN.border)
    found = image.getpixel((round((x + half[0]) * scale), round((half[1] - y) * scale)))
    assert isinstance(found, tuple)
    return found


def near(colour: tuple[int, ...], wanted: tuple[int, int, int]) -> bool:
    return max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) < 60


def test_belief_and_truth_lie_where_they_are() -> None:
    drawing = FieldDrawing(MODERN, 600)
    drawing.belief(BELIEVED, np.zeros((0, 3)))
    drawing.truth([Place(-2.0, 1.4, 0.5)], (1.0, -1.5))
    image = drawing.image
    assert near(at(image, -2.0, 1.0), BELIEF)
    assert near(at(image, 1.0, -1.0), BALL)
    assert near(at(image, 2.1, 2.1), TEAMS[Allegiance.OPPONENT])
    assert near(at(image, -2.0, 1.4), TRUTH), "where its nose begins"
    assert near(at(image, 1.0, -1.5), GRASS), "an outline: what is believed stays in sight"
    assert near(at(image, 1.13, -1.5), TRUTH)
    assert near(at(image, 3.0, -2.0), GRASS)


def test_where_a_ball_may_be_is_lighter() -> None:
    cells = np.array([(x, y) for x in (-1.0, -0.6) for y in (-2.0, -1.6)])
    chart = SearchChart(cells, np.array([0.7, 0.1, 0.1, 0.1]))
    drawing = FieldDrawing(MODERN, 600)
    drawing.belief(replace(BELIEVED, ball=None, chart=chart), np.zeros((0, 3)))
    likely, unlikely = at(drawing.image, -1.05, -2.05), at(drawing.image, -0.6, -1.65)
    assert likely[0] > unlikely[0] > GRASS[0]


def test_a_ball_that_was_found_is_ringed_in_the_picture() -> None:
    place = BallPlace(1.0, 0.0, 1.0, 0.0, BallDisc(300.0, 200.0, 40.0, 1.0), 0.9)
    image = draw_sight(np.zeros((480, 640, 3), dtype=np.uint8), Seen(t=1.0, ball=place), LENS)
    assert image.size == (320, 240)
    assert image.getpixel((150, 81)) == BALL_RING
    assert image.getpixel((150, 100)) == (0, 0, 0)


@pytest.mark.parametrize("truth", [None, Truth2d([Place()], (0.0, 0.0))])
def test_the_artist_sends_both_pictures(truth: Truth2d | None) -> None:
    T = T_from((0.05, 0.0, 0.5), (0.0, 0.4, 0.3)) @ T_from(R=R_MOUNT_CAMERA)
    artist, seen = FootballArtist(MODERN, LENS), Seen(t=1.0, T_place_camera=T)
    scene = FootballView(BELIEVED, np.zeros((3, 3)), seen, truth)
    field, sight = artist(scene, np.zeros(640 * 480 * 3, dtype=np.uint8))
    assert Image.open(BytesIO(field)).width == WIDTH
    assert Image.open(BytesIO(sight)).size == (320, 240)
    outline = artist._view(seen)
    assert len(outline) > 10
    assert np.hypot(*outline.T).min() > 0.2
    assert artist(scene, None)[1] == b""
