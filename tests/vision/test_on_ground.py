"""From a frame to a `Seen`: places in metres, on the ground and in the robot's frame."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from olympian.geometry import Place, R_from_rpy, T_from
from olympian.vision import BallDisc, Eyes, SeenFrame
from olympian.vision.camera import Pinhole, pixels_of_field, to_field
from olympian.vision.colour import SeenObstacle
from olympian.vision.colour.objects import Box
from olympian.vision.colour.objects.ball import SeenBall
from olympian.vision.goal_posts import PostFoot
from olympian.vision.on_ground import OnGround
from olympian.vision.round_ball import ball_on_ground

LENS = Pinhole.of_view(640, 480, 45.0)
DOWN = np.array([[0.0, -0.5, 0.75**0.5], [-1.0, 0.0, 0.0], [0.0, -(0.75**0.5), -0.5]])
"""A camera that looks ahead and 30° down."""
EYE = T_from((0.1, 0.0, 0.6), R=DOWN)
HERE = Place(1.0, 2.0, pi / 2)


@pytest.fixture(scope="module")
def on_ground() -> OnGround:
    return OnGround(LENS, Eyes(LENS).table, 0.07)


@pytest.fixture(scope="module")
def black() -> SeenFrame:
    return Eyes(LENS).see(np.zeros((480, 640, 3), dtype=np.uint8), EYE)


def pixel(ahead: float, left: float, up: float = 0.0) -> tuple[float, float]:
    x, y = pixels_of_field(LENS, EYE, np.array([ahead, left, up])).tolist()
    return x, y


def disc_of(ahead: float, left: float) -> BallDisc:
    """A ball there as it looks from `EYE`: the ellipse's middle and mean radius."""
    centre = np.array([ahead, left, 0.07])
    x, y = pixel(*centre.tolist())
    sine = 0.07 / float(np.linalg.norm(centre - EYE[:3, 3]))
    rays = LENS.rays(np.array([(x, y), (x + 1, y), (x, y + 1)]))
    across, along = (float(np.arccos(rays[0] @ ray)) for ray in rays[1:])
    return BallDisc(x, y, float(np.arcsin(sine)) / (across * along) ** 0.5, 0.9)


def test_a_ball_is_where_its_centre_is(on_ground: OnGround, black: SeenFrame) -> None:
    found = replace(black, ball=disc_of(1.2, 0.2), certainty=0.8)
    ball = on_ground(found, 3.0, HERE).ball
    assert ball is not None
    assert (ball.ahead, ball.left) == pytest.approx((1.2, 0.2), abs=0.01)
    assert (ball.x, ball.y) == pytest.approx((0.8, 3.2), abs=0.01), "it faces along y"
    assert ball.certainty == 0.8


def test_a_ball_that_looks_over_did_not_exist(on_ground: OnGround, black: SeenFrame) -> None:
    disc = disc_of(1.2, 0.2)
    coloured = replace(black.objects, ball=SeenBall(disc.x, disc.y, disc.radius, None))
    judged = replace(black, objects=coloured, ball=None, certainty=0.1)
    assert on_ground(judged, 3.0, HERE).ball is None, "the colour was looked at, and was none"
    assert on_ground(replace(judged, certainty=None), 3.0, HERE).ball is not None


@pytest.mark.parametrize("tilt", [-0.035, 0.035])
def test_far_away_a_ball_s_size_tells_more_than_a_tilted_camera(tilt: float) -> None:
    tilted = EYE.copy()
    tilted[:3, :3] = R_from_rpy(0.0, tilt, 0.0) @ EYE[:3, :3]
    disc = disc_of(3.5, 0.3)
    at = ball_on_ground(LENS, tilted, disc, 0.07)
    plain = to_field(LENS, tilted, np.array([disc.x, disc.y]), 0.07)
    assert at is not None
    assert np.hypot(at[0] - 3.5, at[1] - 0.3) < 0.25 * np.hypot(*(plain - (3.5, 0.3)))


def test_a_ball_in_the_sky_has_no_place() -> None:
    up = EYE.copy()
    up[:3, 1:3] *= -1.0
    assert ball_on_ground(LENS, up, BallDisc(320.0, 400.0, 2.0, 1.0), 0.07) is None


def test_a_post_is_where_its_foot_is(on_ground: OnGround, black: SeenFrame) -> None:
    found = replace(black, posts=(PostFoot(300.0, 200.0, "yellow", (1.5, 0.4), 0.9),))
    (post,) = on_ground(found, 3.0, HERE).posts
    assert (post.ahead, post.left, post.colour) == (1.5, 0.4, "yellow")
    assert (post.x, post.y) == pytest.approx((0.6, 3.5))
    assert 0.0 < post.certainty < 1.0


def test_robots_are_as_wide_as_they_look_and_the_nearest_is_first(
    on_ground: OnGround, black: SeenFrame
) -> None:
    def one(ahead: float, team: str | None) -> SeenObstacle:
        x, y = pixel(ahead, 0.0)
        half = round(0.1 * LENS.focal[0] / (ahead - 0.1))
        box = Box(round(x) - half, 50, round(x) + half, round(y))
        return SeenObstacle(box, (x, y), team, (ahead, 0.0))

    hidden = replace(one(1.0, None), at=None)
    obstacles = [one(1.8, "cyan"), one(0.9, None), hidden]
    found = replace(black, objects=replace(black.objects, obstacles=obstacles))
    near, far = on_ground(found, 3.0, HERE).robots
    assert (near.ahead, far.ahead, far.team) == (0.9, 1.8, "cyan")
    assert (near.width, far.width) == pytest.approx((0.2, 0.2), abs=0.01)
    assert 0.0 < near.certainty < far.certainty < 1.0


def test_what_is_no_robot_is_none(on_ground: OnGround, black: SeenFrame) -> None:
    def told(*boxes: tuple[float, float, float, float, str | None], **more: object) -> int:
        """Args: boxes: metres ahead and left of the foot, width, height, and team."""
        obstacles = []
        for ahead, left, width, height, team in boxes:
            x, y = pixel(ahead, left)
            size = LENS.focal[0] / np.hypot(ahead - 0.1, left)
            w, h = size * width / 2, size * height
            box = Box(round(x - w), round(y - h), round(x + w), round(y))
            obstacles.append(SeenObstacle(box, (x, y), team, (ahead, left)))
        objects = replace(black.objects, obstacles=obstacles)
        return len(on_ground(replace(black, objects=objects, **more), 3.0, HERE).robots)

    robot = (1.2, 0.1, 0.25, 0.35, "cyan")
    assert told(robot) == 1
    assert told((1.2, 0.1, 0.05, 0.05, None)) == 0, "a patch of a ball"
    assert told((1.2, 0.1, 0.9, 0.35, None)) == 0, "a table"
    assert told((1.2, 0.0, 0.2, 0.3, None)) == 1, "a robot whose mark is hidden"
    assert told((2.0, 0.0, 0.2, 0.3, None)) == 0, "too far away for that"
    assert told(robot, (1.3, 0.28, 0.08, 0.2, "cyan")) == 1, "its arm"
    assert told(robot, (1.2, -0.3, 0.25, 0.35, "magenta")) == 2
    ball = BallDisc(*pixel(1.2, 0.1, 0.15), 60.0, 1.0)
    assert told((1.2, 0.1, 0.2, 0.3, None), ball=ball) == 0, "what is on a ball"


def test_without_the_cameras_place_nothing_has_one(on_ground: OnGround, black: SeenFrame) -> None:
    disc = BallDisc(300.0, 300.0, 20.0, 0.9)
    seen = on_ground(replace(black, ball=disc, markings=None, T_field_camera=None), 3.0, HERE)
    assert seen.t == 3.0
    assert (seen.ball, seen.posts, seen.robots, seen.lines) == (None, (), (), ())
