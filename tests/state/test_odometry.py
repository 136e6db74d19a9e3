"""The place by legs and gyro: over steps, leans, falls and hands."""

from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest

from olympian.backend import Simulation
from olympian.geometry import Place, R_from_rpy
from olympian.records import LegState, RobotState
from olympian.robot import load_robot
from olympian.state import Estimator
from olympian.state.odometry import LegOdometry

LEFT, RIGHT = np.array([20.0, 0.0]), np.array([0.0, 20.0])
AS_TOLD = (1.0, 1.0)


def legs(left: float, right: float, lean: float = 0.0, spin: float = 0.0) -> LegState:
    """Soles so far ahead of the torso, which leans by so many metres."""
    soles = ((left - lean, 0.05, 0.0), (right - lean, -0.05, 0.0))
    return LegState(soles, (0.0, 0.0, 0.0), (0.4, 0.4), (0.0, 0.0), (0.0, 0.0, spin))


def stepped(odometry: LegOdometry, steps: int = 4, length: float = 0.04) -> None:
    """Walk ahead: each foot in turn is carried over by the other."""
    odometry.step(legs(0.0, 0.0), np.eye(3), LEFT, 0.01, True, AS_TOLD)
    for step in range(steps):
        for share in np.linspace(0.0, 1.0, 21)[1:]:
            stands, swings = -share * length / 2, share * length / 2
            pair = (stands, swings) if step % 2 == 0 else (swings, stands)
            carries = LEFT if step % 2 == 0 else RIGHT
            odometry.step(legs(*pair), np.eye(3), carries, 0.01, False, AS_TOLD)
        # the torso is over the foot that has landed
        odometry.step(legs(0.0, 0.0), np.eye(3), carries, 0.01, True, AS_TOLD)


def test_steps_add_up_and_cost_certainty() -> None:
    odometry = LegOdometry((0, 1))
    stepped(odometry)
    assert odometry.place.y == pytest.approx(0.0, abs=1e-12)
    assert odometry.place.x == pytest.approx(4 * 0.02, rel=0.3)
    spread = np.linalg.eigvalsh(odometry.odometry.covariance)
    assert (spread > 0.0).all()


def test_soles_that_rest_stay_however_the_body_leans() -> None:
    odometry = LegOdometry((0, 1))
    for lean in np.linspace(0.0, 0.05, 20):
        odometry.step(legs(0.0, 0.0, lean), np.eye(3), LEFT, 0.01, True, AS_TOLD)
    assert odometry.place == Place()


def test_a_robot_that_is_turned_by_hand_notices_and_a_bias_turns_nobody() -> None:
    odometry = LegOdometry((0, 1))
    for _ in range(200):
        odometry.step(legs(0.0, 0.0, spin=0.02), np.eye(3), LEFT, 0.01, True, AS_TOLD)
    assert odometry.place.yaw == 0.0
    for _ in range(100):
        odometry.step(legs(0.0, 0.0, spin=1.02), np.eye(3), LEFT, 0.01, True, AS_TOLD)
    assert odometry.place.yaw == pytest.approx(1.0, abs=1e-3)


def test_over_a_fall_the_place_stays_and_the_turn_is_taken_over() -> None:
    odometry = LegOdometry((0, 1))
    stepped(odometry)
    x, y, _ = odometry.place
    sure = odometry.odometry.covariance[0, 0]
    odometry.lose(R_from_rpy(0.0, 0.0, 0.4))
    odometry.lose(R_from_rpy(0.0, 0.0, 3.0))  # lost is lost: the first heading counts
    assert odometry.place == (x, y, 0.0)
    odometry.step(legs(0.3, 0.3), R_from_rpy(0.0, 0.0, 1.4), LEFT, 0.01, False, AS_TOLD)
    assert odometry.place == pytest.approx((x, y, 1.0))
    assert odometry.odometry.covariance[0, 0] > sure + 0.009, "a fall costs certainty"
    odometry.reset()
    assert odometry.place == Place()


def test_an_estimator_knows_when_feet_tell_nothing() -> None:
    robot = load_robot("fumanoid")
    actor, estimator = Simulation(robot, seed=1).actors[0], Estimator(robot)
    sensors = actor.read()

    def told(**changes: object) -> RobotState:
        for tick in range(40):
            state = estimator.step(replace(sensors, t=0.01 * tick, **changes), 0.01)
        return state

    carrying = np.full_like(sensors.foot_pressure, 10.0)
    sure = told(foot_pressure=carrying).odometry.covariance[0, 0]
    assert sure == 0.0
    assert told(foot_pressure=0.0 * carrying).odometry.covariance[0, 0] > 0.009
    again = told(foot_pressure=carrying)
    assert again.odometry.covariance[0, 0] == pytest.approx(0.01)
    assert again.odometry.place.xy == pytest.approx((0.0, 0.0))


def test_places_are_chained_and_undone() -> None:
    place = Place(1.0, 2.0, pi / 2)
    assert place.then(Place(1.0)) == pytest.approx((1.0 + cos(pi / 2), 2.0 + sin(pi / 2), pi / 2))
    assert place.inverse().then(place) == pytest.approx((0.0, 0.0, 0.0))
