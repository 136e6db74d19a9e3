"""Three-joint arms: forearm direction plus elbow angle, and hand position."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.geometry import T_from
from olympian.kinematics import ClosedFormArm, IkStatus, closed_form_arm, why_no_arm
from olympian.robot import Chain, load_robot

ARMS = [
    (robot, side)
    for robot in ("fumanoid", "bioloid", "wolfgang")
    for side in ("left_arm", "right_arm")
]


def arm_of(robot: str, limb: str) -> ClosedFormArm:
    arm = closed_form_arm(load_robot(robot).limb(limb).chain)
    assert arm is not None
    return arm


SOLVERS = {pair: arm_of(*pair) for pair in ARMS}


@pytest.mark.parametrize("pair", ARMS, ids="-".join)
@settings(max_examples=40, deadline=None)
@given(shares=st.lists(st.floats(0.0, 1.0), min_size=3, max_size=3))
def test_direction_and_position_are_found_again(pair: tuple[str, str], shares: list[float]):
    arm = SOLVERS[pair]
    q = arm.chain.lower + np.array(shares) * (arm.chain.upper - arm.chain.lower)
    direction, hand = arm.forearm(q), arm.chain.forward(q)[:3, 3]
    pointed = arm.nearest_direction(direction, q[2], q)
    placed = arm.nearest_position(hand, q)
    assert pointed.solved
    assert placed.solved
    assert pointed.error_rad < 1e-7
    assert pointed.q[2] == pytest.approx(q[2])
    assert placed.error_m < 1e-9
    for row in arm.solve_direction(direction, q[2], limits=False):
        np.testing.assert_allclose(arm.forearm(row), direction, atol=1e-7)
    for row in arm.solve_position(hand, limits=False):
        np.testing.assert_allclose(arm.chain.forward(row)[:3, 3], hand, atol=1e-9)


def test_forearm_points_from_elbow_to_hand():
    """Arms hang at zero; a quarter turn of the elbow lifts the bioloid's forearm sideways."""
    arm = SOLVERS["bioloid", "left_arm"]
    np.testing.assert_allclose(arm.forearm(np.zeros(3)), [0, 0, -1], atol=1e-12)
    np.testing.assert_allclose(arm.forearm(np.array([0, 0, np.pi / 2])), [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(arm.forearm(np.array([-np.pi / 2, 0, 0])), [1, 0, 0], atol=1e-12)


def test_out_of_reach_out_of_limits_and_nonsense_are_told_apart():
    arm = SOLVERS["fumanoid", "left_arm"]
    rest = np.zeros(3)
    assert arm.nearest_position(np.array([3.0, 0, 0]), rest).status is IkStatus.UNREACHABLE
    assert arm.nearest_position(np.array([np.nan, 0, 0]), rest).status is IkStatus.BAD_GOAL
    assert arm.nearest_direction(np.zeros(3), 0.0, rest).status is IkStatus.BAD_GOAL
    down = np.array([0.0, 0.0, -1.0])
    assert arm.nearest_direction(down, 2.5, rest).status is IkStatus.OUTSIDE_LIMITS
    # an elbow that points the forearm along the roll axis leaves the pitch plane as the only choice
    assert (
        arm.nearest_direction(np.array([0.0, 1.0, 0.0]), -np.pi / 2, rest).status
        is IkStatus.UNREACHABLE
    )


def test_other_chains_are_refused_with_a_reason():
    assert closed_form_arm(load_robot("atlas").limb("left_arm").chain) is None
    assert "7 joints" in why_no_arm(load_robot("atlas").limb("left_arm").chain)
    assert "parallel" in why_no_arm(_arm(np.array([[0, 1, 0], [0, 1, 0], [1, 0, 0]]), 0.1))
    assert "elbow axis" in why_no_arm(_arm(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1]]), 0.1))


def test_shoulders_that_do_not_meet_still_point():
    arm = closed_form_arm(_arm(np.array([[0, 1, 0], [1, 0, 0], [0, 1, 0]]), 0.1, gap=0.05))
    assert arm is not None
    q = np.array([0.3, 0.4, -0.5])
    rows = arm.solve_direction(arm.forearm(q), q[2])
    assert np.min(np.max(np.abs(rows - q), axis=1)) < 1e-9
    with pytest.raises(OlympianError, match="do not meet"):
        arm.solve_position(np.zeros(3))


def _arm(axes: np.ndarray, forearm: float, gap: float = 0.0) -> Chain:
    T = np.array([T_from((0, 0.1, 0)), T_from((gap, 0.03, gap)), T_from((0, 0, -0.1))])
    limit = np.full(3, 2.0)
    return Chain(
        "torso",
        "hand",
        ("pitch", "roll", "elbow"),
        T,
        axes.astype(float),
        T_from((0, 0, -forearm)),
        -limit,
        limit,
    )
