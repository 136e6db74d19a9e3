"""Juggling as published: what Atlas reaches, and that it keeps the ball up."""

from itertools import product

import numpy as np
import pytest

from olympian.arena.juggling.published import DT, Published
from olympian.arena.juggling.trial import JuggleTrial, tally
from olympian.errors import OlympianError
from olympian.geometry import T_from
from olympian.kinematics import Kinematics
from olympian.motion.juggle import (
    PADDLE,
    PLATE,
    Bounce,
    Juggler,
    PaddleState,
    Steering,
    check_plate,
    equipped,
    stance,
)
from olympian.robot import Robot, load_robot


@pytest.fixture(scope="module")
def robot() -> Robot:
    return equipped(load_robot("atlas"), stance())


def test_box_and_plate_are_links_and_add_only_their_weight(robot: Robot) -> None:
    bare, how = load_robot("atlas"), stance()
    assert robot.joint_names == bare.joint_names
    more = how.paddle.mass_kg + how.plate.mass_kg
    assert robot.tree.mass == pytest.approx(bare.tree.mass + more)
    posture = Kinematics(robot).standing(how.posture(robot), how.support)
    for board in (PADDLE, PLATE):
        np.testing.assert_allclose(posture.pose(board)[:3, 2], (0, 0, 1), atol=2e-3)
    assert len(how.moving(robot)) == 23


def test_the_start_has_its_weight_over_the_ankle(robot: Robot) -> None:
    how = stance()
    posture = Kinematics(robot).standing(how.posture(robot), how.support)
    assert np.abs(posture.com[:2]).max() < 0.01


@pytest.mark.parametrize("balanced", [False, True])
@pytest.mark.parametrize("plate", stance().plate_m)
def test_everything_said_to_be_in_reach_is(robot: Robot, balanced: bool, plate: float) -> None:
    how = stance()
    juggler = Juggler(robot, how, balanced)
    corners = product((-1, 1), (-1, 1), how.heights_m, (-1, 1), (-1, 1))
    for x, y, height, roll, pitch in corners:
        place = (*(np.array(how.middle_m) + np.array([x, y]) * how.reach_m), height)
        goal = PaddleState(0.0, np.array([*place, roll * 0.05, pitch * 0.05]), np.zeros(5))
        for _ in range(150):
            q = juggler.step(goal, plate, DT)
        assert juggler.errors.max() < 2e-3, (x, y, height, roll, pitch)
        assert (q >= robot.lower).all()
        assert (q <= robot.upper).all()


def test_the_ball_stays_up_while_the_plate_goes_up_and_down(robot: Robot) -> None:
    show = Published(robot, stance(), Steering.RETURN, 1.05, 3)
    for plate in (1.05, 1.22, 0.92):
        show.plate = plate
        until = show.bounces + 15
        while show.bounces < until:
            show.tick()
            assert not show.dropped
    result = show.result()
    assert result.plate_tilt_deg_max < 1.0
    assert result.plate_height_error_m < 0.005
    assert result.head_error_m < 0.005
    assert result.support_foot_slip_m < 1e-9
    assert result.joint_limit_violations == 0
    assert show.juggler.stack.where(show.q, PLATE)[2, 3] == pytest.approx(0.92, abs=0.005)


def test_contacts_are_where_the_paper_has_them(robot: Robot) -> None:
    show, heights = Published(robot, stance(), Steering.RETURN, 1.05, 4), []
    for _ in range(20):
        now = show.bounces
        while show.bounces == now:
            show.tick()
        heights.append(show.last_touch[2])
    low, high = stance().heights_m
    lowest, highest = min(heights) - 0.07, max(heights) - 0.07  # of the ball's lowest point
    assert low - 0.01 < lowest < 0.2
    assert 0.4 < highest < high + 0.01


def test_the_same_seed_is_the_same_run() -> None:
    trial = JuggleTrial(bounces=5, plate=1.05)
    first, second, other = (trial.stage(seed) for seed in (6, 6, 7))
    for show in (first, second, other):
        for _ in range(300):
            show.tick()
    np.testing.assert_array_equal(first.q, second.q)
    assert not np.array_equal(first.q, other.q)


@pytest.mark.parametrize("bounce", Bounce)
def test_chance_drops_soon_and_steering_does_not(bounce: Bounce) -> None:
    chance = JuggleTrial(bounces=60, plate=1.05, steering=Steering.CHANCE, bounce=bounce)
    together = tally([chance.run(seed) for seed in range(4)])
    assert together.drops == 4
    assert together.bounces < 30
    assert JuggleTrial(bounces=40, plate=1.05, bounce=bounce).run(0).drops == 0


def test_a_plate_out_of_reach_says_the_reach() -> None:
    with pytest.raises(OlympianError, match=r"1.5 m is out of reach: choose from 0.9 to 1.25 m"):
        check_plate(1.5, stance())


def test_a_paddle_out_of_reach_is_told_by_the_errors(robot: Robot) -> None:
    juggler = Juggler(robot, stance())
    far = PaddleState(0.0, np.array([1.6, 0.25, 0.3, 0.0, 0.0]), np.zeros(5))
    for _ in range(100):
        q = juggler.step(far, 1.05, DT)
    assert juggler.errors[0, 0] > 0.1
    assert (q <= robot.upper).all()
    assert np.isfinite(T_from(juggler.paddle()[:3, 3])).all()
