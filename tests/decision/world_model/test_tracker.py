"""From `Seen` to one record: axes, what hides what, hands, falls, and where to search."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from drills.surroundings import Bystander
from olympian.decision.localise import Certainty, Localisation
from olympian.decision.world_model.camera_view import CameraView, spread_points
from olympian.decision.world_model.unseen_ball import UnseenBall
from olympian.geometry import Place, T_from, frozen
from olympian.records import Semantic
from olympian.vision.camera import Pinhole
from olympian.vision.camera.pose import R_MOUNT_CAMERA

LENS = Pinhole(640, 480, (580.0, 580.0), (319.5, 239.5))


def looking(pan: float, down: float) -> np.ndarray:
    """A camera half a metre over the ground."""
    return T_from((0.0, 0.0, 0.5), (0.0, down, pan)) @ T_from(R=R_MOUNT_CAMERA)


def test_a_view_holds_what_falls_well_into_the_picture() -> None:
    view = CameraView(looking(0.0, 0.4), LENS)
    points = np.array([[1.2, 0.0], [-1.2, 0.0], [0.1, 0.0], [1.2, 1.5]])
    assert view.holds(points, 0.0).tolist() == [True, False, False, False]
    left = CameraView(looking(pi / 2, 0.4), LENS)
    assert left.holds(np.array([[0.0, 1.2], [1.2, 0.0]]), 0.0).tolist() == [True, False]
    np.testing.assert_allclose(view.away(points), [1.2, 1.2, 0.1, np.hypot(1.2, 1.5)])


def test_what_stands_before_a_thing_hides_it() -> None:
    view = CameraView(looking(0.0, 0.2), LENS)
    near, far, aside = np.array([1.0, 0.0]), np.array([2.0, 0.1]), np.array([2.0, 1.0])
    assert view.hides(near, 0.2, far)
    assert not view.hides(near, 0.2, aside)
    assert not view.hides(far, 0.2, near)
    assert not view.hides(near, 0.2, near)


def test_spread_points_have_the_spread() -> None:
    P = np.array([[0.04, 0.01], [0.01, 0.02]])
    points = spread_points(np.array([1.0, 2.0]), P)
    np.testing.assert_allclose(points.mean(axis=0), [1.0, 2.0])
    np.testing.assert_allclose(np.cov(points.T, bias=True) / 1.4**2 * 2.5, P, atol=1e-9)


def test_where_one_has_looked_there_is_no_ball() -> None:
    unseen = UnseenBall((3.0, 2.0))
    view, place = CameraView(looking(0.0, 0.35), LENS), Place(0.0, 0.0, pi / 2)
    for _ in range(20):
        unseen.step(view, place, 0.1, 3)
    chart = unseen.chart
    assert chart.probability.sum() == pytest.approx(1.0)
    ahead = np.hypot(*(chart.cells - [0.0, 1.4]).T) < 0.3
    behind = np.hypot(*(chart.cells - [0.0, -1.4]).T) < 0.3
    assert chart.probability[ahead].max() < 0.1 * chart.probability[behind].min()
    unseen.lost(np.array([2.0, 1.0]))
    assert np.hypot(*(unseen.chart.cells[unseen.chart.probability.argmax()] - [2.0, 1.0])) < 0.4
    for _ in range(200):
        unseen.step(CameraView(looking(0.0, -1.5), LENS), place, 1.0)
    p = unseen.chart.probability
    assert p.max() < 1.1 * p.min(), "what was seen long ago counts for nothing"


@pytest.fixture
def one() -> Bystander:
    return Bystander(LENS)


def test_a_ball_is_told_of_in_all_axes(one: Bystander) -> None:
    one.place = Place(1.0, -0.5, pi / 2)
    one.ball = (1.0, 1.0)
    one.go(1.0)
    ball = one.model.ball
    assert ball is not None
    assert (ball.x, ball.y) == pytest.approx((1.0, 1.0), abs=0.06)
    assert (ball.ahead, ball.left) == pytest.approx((1.5, 0.0), abs=0.06)
    assert ball.distance == pytest.approx(1.5, abs=0.06)
    assert not ball.rolls
    assert ball.stops_at == pytest.approx((ball.x, ball.y))
    assert one.model.chart is None
    assert one.model.seen_at == pytest.approx(one.t, abs=0.05)


def test_a_rolling_ball_has_its_speed_in_both_axes_and_a_place_to_stop(one: Bystander) -> None:
    one.place, one.ball, one.speed = Place(0.0, 0.0, pi / 2), (0.4, 1.2), (-0.7, 0.0)
    one.go(1.0)
    ball = one.model.ball
    assert ball is not None
    assert ball.rolls
    assert (ball.vx, ball.vy) == pytest.approx((-0.5, 0.0), abs=0.12)
    assert (ball.v_ahead, ball.v_left) == pytest.approx((ball.vy, -ball.vx), abs=1e-9)
    way = (ball.vx**2 + ball.vy**2) / (2 * one.deceleration)
    assert np.hypot(ball.stops_at[0] - ball.x, ball.stops_at[1] - ball.y) == pytest.approx(way)


def test_walking_does_not_move_the_ball_and_a_new_place_does_not_move_it_from_the_robot(
    one: Bystander,
) -> None:
    one.ball = (1.8, 0.3)
    one.go(0.5)
    one.walks = Place(0.3, 0.0, 0.15)
    one.go(2.0)
    ball = one.model.ball
    assert ball is not None
    assert (ball.x, ball.y) == pytest.approx(one.ball, abs=0.08)
    assert not ball.rolls
    one.believed = Place(2.0, 1.0, 0.3)  # it finds itself elsewhere on the field
    one.go(0.1)
    again = one.model.ball
    assert again is not None
    assert (again.ahead, again.left) == pytest.approx(one.true_place.seen(*one.ball), abs=0.08)
    assert abs(again.x - ball.x) > 0.5


def test_an_own_place_that_is_unsure_makes_places_on_the_field_unsure(one: Bystander) -> None:
    one.ball = (1.5, 0.0)
    one.covariance = np.diag([0.04, 0.01, 0.01])
    one.go(0.5)
    ball = one.model.ball
    assert ball is not None
    assert ball.covariance[0, 0] < 0.01
    assert ball.field_covariance[0, 0] == pytest.approx(0.04, abs=0.01)
    assert ball.field_covariance[1, 1] == pytest.approx(0.01 + 0.01 * 1.5**2, abs=0.01)
    assert one.model.certainty is Certainty.SURE
    assert Localisation  # the record it comes from


def test_a_ball_behind_a_robot_is_hidden_and_one_beside_it_is_gone(one: Bystander) -> None:
    one.ball, one.robots = (2.0, 0.0), ((1.2, 0.5),)
    one.go(1.0)
    assert one.model.ball is not None
    one.robots = ((1.2, 0.0),)
    one.hidden = True
    one.go(1.5)
    assert one.model.ball is not None, "a robot stands before it"
    assert one.model.ball.seen_at < one.t - 1.0
    one.robots = ((1.2, 0.9),)
    one.go(2.5)
    assert one.model.ball is None
    chart = one.model.chart
    assert chart is not None


def test_robots_are_obstacles_and_have_a_team(one: Bystander) -> None:
    one.robots, one.marks = ((1.2, 0.5), (1.5, -0.5)), ("cyan", "magenta")
    one.go(1.0)
    model = one.model
    assert [mate.y > 0 for mate in model.mates] == [True]
    assert [other.y < 0 for other in model.opponents] == [True]
    assert len(model.obstacles) == 2
    ids = [robot.id for robot in model.robots]
    one.sees = False
    one.go(0.3)
    one.sees = True
    one.go(0.3)
    assert [robot.id for robot in one.model.robots] == ids


@pytest.mark.parametrize("about", [Semantic.PICKED_UP, Semantic.PENALTY])
def test_who_is_carried_forgets(one: Bystander, about: Semantic) -> None:
    one.ball, one.robots = (1.5, 0.0), ((1.2, 0.8),)
    one.go(1.0)
    assert one.model.ball is not None
    assert one.model.robots
    one.about = about
    one.go(0.5)
    assert one.model.ball is None
    assert not one.model.robots


def test_pictures_of_a_fall_show_nothing(one: Bystander) -> None:
    one.go(0.2)
    one.upright = False
    one.ball = (1.5, 0.0)
    one.go(0.5)
    assert one.model.ball is None
    one.upright = True
    one.go(0.4)
    assert one.model.ball is None
    one.go(0.4)
    assert one.model.ball is not None


def test_before_the_first_tick_and_after_a_reset_nothing_is_known(one: Bystander) -> None:
    assert one.model.certainty is Certainty.LOST
    one.ball = (1.5, 0.0)
    one.go(0.5)
    one.tracker.reset()
    assert one.model.ball is None
    one.go(0.5)
    assert one.model.ball is not None


def test_the_record_cannot_be_changed(one: Bystander) -> None:
    one.ball = (1.5, 0.0)
    one.go(0.5)
    model = one.model
    assert model is one.model, "made once a tick"
    assert model.ball is not None
    for array in (model.covariance, model.ball.covariance, model.ball.field_covariance):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1.0
    with pytest.raises(AttributeError):
        replace(model).t = 1.0  # pyright: ignore[reportAttributeAccessIssue]
    assert frozen(model.covariance) is not model.covariance
