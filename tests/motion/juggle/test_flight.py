"""A ball in the air and on a paddle: the laws that planning rests on."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.geometry import GRAVITY, T_from
from olympian.motion.juggle import Bounce, Contact, Flight, FootPath, PaddleState
from olympian.motion.juggle.ball_filter import BallFilter
from olympian.motion.juggle.bounce_kernel import BOTTOM, TOP, fly
from olympian.motion.juggle.contact import normal_of, tilt_of
from olympian.motion.juggle.mirror import leaving, reflected, strike

HALF, RADIUS = np.array([0.15, 0.13, 0.01]), 0.07
small = st.floats(-0.5, 0.5)
angle = st.floats(-0.3, 0.3)


def energy(ball: np.ndarray) -> float:
    return GRAVITY * ball[2] + ball[3:] @ ball[3:] / 2


@given(up=st.floats(-3, 5), height=st.floats(0, 0.9), across=small)
def test_a_flight_falls_through_a_height_when_it_says_so(up, height, across) -> None:
    flight = Flight(2.0, np.array([0.1, 0.2, 1.0]), np.array([across, -across, up]))
    t = flight.fallen_to(height)
    assert t is not None
    there = flight.at(t)
    assert there.place[2] == pytest.approx(height, abs=1e-9)
    assert there.velocity[2] < 0


def test_a_flight_never_falls_through_a_height_above_its_apex() -> None:
    flight = Flight(0.0, np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, 1.0]))
    assert flight.fallen_to(flight.apex + 1e-6) is None
    assert flight.fallen_to(flight.apex - 1e-6) is not None


@given(roll=angle, pitch=angle)
def test_a_tilt_and_its_normal_say_the_same(roll, pitch) -> None:
    assert tilt_of(normal_of((roll, pitch))) == pytest.approx((roll, pitch), abs=1e-12)


@given(x=small, y=small, e=st.floats(0.3, 1.0), to_x=small, to_y=small)
def test_the_mirror_law_sends_the_ball_to_its_target(x, y, e, to_x, to_y) -> None:
    place, arriving, height = np.array([0.7, 0.2, 0.35]), np.array([x, y, -3.5]), 0.45
    wanted = leaving(place, np.array([to_x, to_y]), 1.1, height)
    normal, lift = strike(arriving, wanted, e)
    gone = reflected(arriving, normal, e, lift)
    np.testing.assert_allclose(gone, wanted, atol=1e-9)
    flight = Flight(0.0, place, gone)
    assert flight.apex == pytest.approx(1.1)
    landing = flight.at(flight.fallen_to(height) or 0.0)
    np.testing.assert_allclose(landing.place[:2], (to_x, to_y), atol=1e-9)


def test_a_ball_that_loses_nothing_needs_no_strike() -> None:
    arriving = np.array([0.3, 0.0, -4.0])
    _, lift = strike(arriving, np.array([-0.3, 0.0, 4.0]), 1.0)
    assert lift == pytest.approx(0.0)
    _, lift = strike(arriving, np.array([-0.3, 0.0, 4.0]), 0.8)
    assert lift > 0.4


def fall(
    ball: np.ndarray, box: np.ndarray, ticks: int = 100, bounce: Bounce = Bounce.MIRROR
) -> tuple[int, np.ndarray]:
    met, bounces, rotates = np.zeros(5), 0, bounce is Bounce.PUBLISHED
    for _ in range(ticks):
        bounces += fly(ball, box[:3], box[:3], HALF, RADIUS, 0.01, 10, met, rotates)
    return bounces, met


def bounced(velocity: np.ndarray, box: np.ndarray, bounce: Bounce) -> np.ndarray:
    """Velocity after one bounce off the middle of a box, without the little gravity adds."""
    ball = np.array([*(0.0801 * box[:3, 2]), *velocity])
    met = np.zeros(5)
    count = fly(ball, box[:3], box[:3], HALF, RADIUS, 1e-4, 1, met, bounce is Bounce.PUBLISHED)
    assert count == 1
    return ball[3:]


@given(roll=angle, pitch=angle, vx=small, vy=small)
def test_each_law_turns_the_ball_as_it_says(roll, pitch, vx, vy) -> None:
    """Mirrored: as a plane does it; as published: reversed, then turned like the foot."""
    velocity, box = np.array([vx, vy, -4.0]), T_from(rpy=(roll, pitch, 0.0))
    mirror = bounced(velocity, box, Bounce.MIRROR)
    np.testing.assert_allclose(mirror, reflected(velocity, box[:3, 2]), atol=2e-3)
    published = bounced(velocity, box, Bounce.PUBLISHED)
    np.testing.assert_allclose(box[:3, :3].T @ published, -velocity, atol=2e-3)


@given(tilt=angle)
def test_a_falling_ball_leaves_at_the_tilt_as_published_and_at_twice_it_mirrored(tilt) -> None:
    for bounce, times in ((Bounce.MIRROR, 2), (Bounce.PUBLISHED, 1)):
        x, _, z = bounced(np.array([0.0, 0.0, -4.0]), T_from(rpy=(0.0, tilt, 0.0)), bounce)
        assert np.arctan2(x, z) == pytest.approx(times * tilt, abs=1e-3)


@given(x=small, y=small, to_x=small, to_y=small, bounce=st.sampled_from(Bounce))
def test_the_tilt_of_each_law_sends_the_ball_where_it_should_go(x, y, to_x, to_y, bounce) -> None:
    arriving, wanted = np.array([x, y, -3.5]), np.array([to_x, to_y, 3.5])
    wanted *= np.linalg.norm(arriving) / np.linalg.norm(wanted)  # nothing is lost
    box = T_from(rpy=(*bounce.tilt(arriving, wanted), 0.0))
    gone = bounced(arriving, box, bounce)
    along = gone @ wanted / np.linalg.norm(gone) / np.linalg.norm(wanted)
    assert along == pytest.approx(1.0, abs=1e-6)


@given(roll=angle, pitch=angle, x=st.floats(-0.05, 0.05), vx=small, bounce=st.sampled_from(Bounce))
def test_bounces_neither_give_nor_take_energy(roll, pitch, x, vx, bounce) -> None:
    ball = np.array([x, 0.0, 0.6, vx, 0.0, 0.0])
    before = energy(ball)
    fall(ball, T_from(rpy=(roll, pitch, 0.0)), 60, bounce)
    assert energy(ball) == pytest.approx(before, rel=1e-9)


def test_a_level_box_sends_the_ball_back_to_where_it_came_from() -> None:
    ball = np.array([0.02, 0.03, 0.58, 0.0, 0.0, 0.0])
    period = 2 * np.sqrt(2 * 0.5 / GRAVITY)  # from 0.58 to 0.08, the box's half and the radius
    bounces, met = fall(ball, np.eye(4), round(50 * period / 0.01))
    assert bounces == 50
    assert met[1] == TOP
    np.testing.assert_allclose(ball[:2], (0.02, 0.03), atol=1e-12)
    assert 0.57 < ball[2] < 0.5801


def test_a_ball_from_below_bounces_off_the_bottom() -> None:
    ball = np.array([0.0, 0.0, -0.5, 0.0, 0.0, 4.0])
    bounces, met = fall(ball, np.eye(4), 15)
    assert (bounces, met[1]) == (1, BOTTOM)
    assert met[4] == pytest.approx(-0.08, abs=1e-3)


def test_a_ball_beside_the_box_falls_past_it() -> None:
    ball = np.array([0.151, 0.0, 0.5, 0.0, 0.0, 0.0])
    bounces, _ = fall(ball, np.eye(4), 60)
    assert bounces == 0
    assert ball[2] < -0.5


def test_the_paddle_starts_and_ends_as_it_should() -> None:
    start = PaddleState(1.0, np.array([0.7, 0.2, 0.3, 0.01, 0.0]), np.full(5, 0.2))
    contact = Contact(1.7, np.array([0.8, 0.3, 0.45]), (0.04, -0.03), lift=0.5)
    path = FootPath(start, PaddleState.at(contact))
    np.testing.assert_allclose(path.at(1.0).rate, start.rate)
    end = path.at(1.7 - 1e-9)
    np.testing.assert_allclose(end.pose, [*contact.place, *contact.tilt], atol=1e-6)
    np.testing.assert_allclose(end.rate[:3], 0.5 * normal_of(contact.tilt), atol=1e-6)
    for t in np.linspace(1.01, 1.69, 20):
        slope = (path.at(t + 1e-6).pose - path.at(t - 1e-6).pose) / 2e-6
        np.testing.assert_allclose(slope, path.at(t).rate, atol=1e-6)


def test_the_filter_finds_the_flight_it_sees() -> None:
    true = Flight(3.0, np.array([0.7, 0.2, 0.4]), np.array([0.1, -0.2, 3.8]))
    wrong = Flight(3.0, true.place + 0.02, true.velocity - 0.4)
    ball, rng = BallFilter(0.005), np.random.default_rng(5)
    ball.reset(wrong, 0.02, 0.4)
    ball.see(2.99, np.array([9.0, 9.0, 9.0]))  # before the flight: not of this one
    for t in np.arange(3.02, 3.4, 0.01):
        ball.see(t, true.at(t).place + 0.005 * rng.standard_normal(3))
    assert ball.seen == 38
    place, velocity = ball.sigma
    found = ball.flight()
    assert np.abs(found.place - true.place).max() < 4 * place < 0.02
    assert np.abs(found.velocity - true.velocity).max() < 4 * velocity < 0.1
    assert np.abs(found.at(3.75).place - true.at(3.75).place).max() < 0.02
