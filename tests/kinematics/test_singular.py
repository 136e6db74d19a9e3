"""Poses where solutions merge or a joint is free: straight knee, gimbal hip, ankle over the hip."""

import numpy as np
import pytest

from olympian.geometry import Vec, pose_error
from olympian.kinematics import ClosedForm, IkStatus, closed_form
from olympian.kinematics.axis_lines import AxisLines
from olympian.robot import load_robot

ROBOTS = ("fumanoid", "bioloid", "wolfgang", "atlas")
NUDGES = (0.0, 1e-15, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2)
"""Radians next to the singular angle."""


def leg_of(robot: str) -> ClosedForm:
    leg = closed_form(load_robot(robot).limb("left_leg").chain)
    assert leg is not None
    return leg


LEGS = {robot: leg_of(robot) for robot in ROBOTS}


def knee_of(leg: ClosedForm) -> int:
    return next(i for i, name in enumerate(leg.chain.joint_names) if "kn" in name.lower())


def straight_knee(leg: ClosedForm) -> float:
    """Knee angle at which hip and ankle are farthest apart.

    Their squared distance is a + b·cos + c·sin of the knee, so three samples tell its maximum.
    """
    knee, chain = knee_of(leg), leg.chain
    still = chain.screw_axes()[1]
    ankle_in_tip = np.linalg.inv(chain.forward(np.zeros(6))) @ np.append(still[knee + 1], 1.0)

    def squared_reach(angle: float) -> float:
        q = np.zeros(6)
        q[knee] = angle
        return float(np.sum(((chain.forward(q) @ ankle_in_tip)[:3] - still[knee - 1]) ** 2))

    ahead, side, back = (squared_reach(angle) for angle in (0.0, np.pi / 2, np.pi))
    return float(np.arctan2(side - (ahead + back) / 2, (ahead - back) / 2))


def assert_found(leg: ClosedForm, q: Vec) -> None:
    """Every solution is right, one is returned by both calls, and it is the posture or its like."""
    T = leg.chain.forward(q)
    rows = leg.solve_all(T, limits=False)
    assert len(rows) > 0
    for row in rows:
        error_m, error_rad = pose_error(T, leg.chain.forward(row))
        assert error_m < 1e-9
        assert error_rad < 1e-9
    result = leg.unlimited().nearest(T, q)
    assert result.status is IkStatus.SOLVED
    assert result.error_m < 1e-9
    assert result.error_rad < 1e-9


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("nudge", NUDGES)
def test_straight_knee(robot: str, nudge: float):
    leg, random = LEGS[robot], np.random.default_rng(1)
    straight = straight_knee(leg)
    for _ in range(20):
        q = random.uniform(-0.5, 0.5, 6)
        q[knee_of(leg)] = straight + nudge * random.choice([-1, 1])
        assert_found(leg, q)


@pytest.mark.parametrize("robot", ["bioloid", "atlas"])
def test_knee_at_its_straight_limit_stays_inside(robot: str):
    """Limits that begin at the straight pose: rounding must not push the solution out of them."""
    chain = LEGS[robot].chain
    knee, random = knee_of(LEGS[robot]), np.random.default_rng(2)
    for _ in range(50):
        q = np.clip(random.uniform(-0.3, 0.3, 6), chain.lower, chain.upper)
        q[knee] = max(0.0, chain.lower[knee])
        result = LEGS[robot].nearest(chain.forward(q), q)
        assert result.solved
        assert result.error_m < 1e-9


def gimbal_posture(
    leg: ClosedForm, triple: tuple[int, int, int], random: np.random.Generator
) -> Vec:
    """A posture in which the outer two of three axes are parallel."""
    q = random.uniform(-0.5, 0.5, 6)
    middle = triple[1]
    lines = AxisLines.of(leg.chain, backwards=False)
    assert lines.sine(triple[0], triple[2]) == pytest.approx(1.0)
    q[middle] = np.pi / 2 * random.choice([-1, 1])
    return q


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("nudge", NUDGES)
def test_gimbal_hip(robot: str, nudge: float):
    leg, random = LEGS[robot], np.random.default_rng(3)
    for _ in range(20):
        q = gimbal_posture(leg, (0, 1, 2), random)
        q[1] += nudge
        assert_found(leg, q)


@pytest.mark.parametrize("robot", ROBOTS)
def test_in_the_gimbal_pose_the_nearest_stays(robot: str):
    """One joint is free there; it keeps the share it has in the given posture."""
    leg, random = LEGS[robot].unlimited(), np.random.default_rng(4)
    for _ in range(20):
        q = gimbal_posture(leg, (0, 1, 2), random)
        result = leg.nearest(leg.chain.forward(q), q)
        assert np.max(np.abs(result.q - q)) < 1e-6


def test_ankle_gimbal_of_the_fumanoid():
    """The hip centre on the axis of the ankle pitch: turning that joint does not move it."""
    leg, random = LEGS["fumanoid"], np.random.default_rng(5)
    for nudge in NUDGES:
        for _ in range(10):
            q = random.uniform(-0.5, 0.5, 6)
            q[4] = np.pi / 2 + nudge
            assert_found(leg, q)


@pytest.mark.parametrize("robot", ROBOTS)
def test_folded_and_everything_at_zero(robot: str):
    leg = LEGS[robot]
    knee = knee_of(leg)
    for angle in (0.0, straight_knee(leg) + np.pi, straight_knee(leg) + np.pi - 1e-9):
        q = np.zeros(6)
        q[knee] = angle
        assert_found(leg, q)


@pytest.mark.parametrize("robot", ROBOTS)
def test_just_out_of_reach_is_unreachable(robot: str):
    """A tenth of a millimetre beyond the straight leg is no rounding any more."""
    leg = LEGS[robot].unlimited()
    q = np.zeros(6)
    q[knee_of(leg)] = straight_knee(leg)
    T = leg.chain.forward(q)
    directions, points = leg.chain.screw_axes()
    assert len(directions) == 6
    outwards = T[:3, 3] - points[1]
    T[:3, 3] += 0.01 * outwards / np.linalg.norm(outwards)
    assert leg.nearest(T, q).status is IkStatus.UNREACHABLE
