"""Closed-form legs: every solution is right, none is missing, limits and statuses are honoured."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.geometry import Vec, pose_error
from olympian.kinematics import ClosedForm, IkStatus, LegKind, closed_form
from olympian.kinematics.arctangent import angle_of
from olympian.kinematics.leg import closed_form as closed_leg
from olympian.kinematics.leg.tree import solve_branch
from olympian.robot import load_robot

ROBOTS = ("fumanoid", "bioloid", "wolfgang", "atlas")
ROBOT_LEGS = [(robot, leg) for robot in ROBOTS for leg in ("left_leg", "right_leg")]
SHARES = st.lists(st.floats(0.0, 1.0), min_size=6, max_size=6)


def leg_of(robot: str, limb: str = "left_leg") -> ClosedForm:
    leg = closed_form(load_robot(robot).limb(limb).chain)
    assert leg is not None
    return leg


LEGS = {pair: leg_of(*pair) for pair in ROBOT_LEGS}


def random_posture(leg: ClosedForm, random: np.random.Generator) -> Vec:
    return random.uniform(leg.chain.lower, leg.chain.upper)


def turned(a: Vec, b: Vec) -> Vec:
    """Difference of angles, whole turns aside."""
    return np.abs((a - b + np.pi) % (2.0 * np.pi) - np.pi)


def test_shapes_come_from_the_axes():
    kinds = {robot: LEGS[robot, "left_leg"].kind for robot in ROBOTS}
    assert kinds["fumanoid"] is LegKind.SPHERICAL_MEETING
    assert {kinds[name] for name in ("bioloid", "wolfgang", "atlas")} == {LegKind.PARALLEL}
    assert all(leg.exact for leg in LEGS.values())


@pytest.mark.parametrize("pair", ROBOT_LEGS, ids="-".join)
def test_random_poses_are_solved_completely(pair: tuple[str, str]):
    leg, random = LEGS[pair], np.random.default_rng(1)
    for _ in range(150):
        q = random_posture(leg, random)
        T = leg.chain.forward(q)
        limited, everything = leg.solve_all(T), leg.solve_all(T, limits=False)
        assert np.min(np.max(np.abs(limited - q), axis=1)) < 1e-6
        assert np.min(np.max(turned(everything, q), axis=1)) < 1e-6
        assert len(limited) <= len(everything) <= 8
        for row in (*limited, *everything):
            error_m, error_rad = pose_error(T, leg.chain.forward(row))
            assert error_m < 1e-12
            assert error_rad < 1e-11
        assert np.all(limited >= leg.chain.lower)
        assert np.all(limited <= leg.chain.upper)


@pytest.mark.parametrize("robot", ROBOTS)
@settings(max_examples=60, deadline=None)
@given(shares=SHARES)
def test_forward_after_inverse_is_the_goal(robot: str, shares: list[float]):
    leg = LEGS[robot, "left_leg"]
    q = leg.chain.lower + np.array(shares) * (leg.chain.upper - leg.chain.lower)
    T = leg.chain.forward(q)
    result = leg.nearest(T, q)
    assert result.status is IkStatus.SOLVED
    error_m, error_rad = pose_error(T, leg.chain.forward(result.q))
    assert error_m < 1e-9
    assert error_rad < 1e-8
    assert np.sum((result.q - q) ** 2) < 1e-6


@pytest.mark.parametrize("robot", ROBOTS)
def test_solutions_differ_from_each_other(robot: str):
    leg, random = LEGS[robot, "left_leg"], np.random.default_rng(2)
    rows = leg.solve_all(leg.chain.forward(random_posture(leg, random)), limits=False)
    apart = [np.max(turned(a, b)) for i, a in enumerate(rows) for b in rows[:i]]
    assert min(apart) > 1e-3


@pytest.mark.parametrize("pair", ROBOT_LEGS, ids="-".join)
def test_nearest_is_the_nearest_of_all(pair: tuple[str, str]):
    leg, random = LEGS[pair], np.random.default_rng(3)
    for _ in range(60):
        T = leg.chain.forward(random_posture(leg, random))
        near = random_posture(leg, random)
        rows = leg.solve_all(T)
        result = leg.nearest(T, near)
        assert result.solved
        assert np.sum((result.q - near) ** 2) <= np.min(np.sum((rows - near) ** 2, axis=1)) + 1e-12


@pytest.mark.parametrize("robot", ROBOTS)
def test_batch_is_single_repeated(robot: str):
    leg, random = LEGS[robot, "left_leg"], np.random.default_rng(4)
    q = np.array([random_posture(leg, random) for _ in range(40)])
    T = np.array([leg.chain.forward(row) for row in q])
    T[7, 0, 3] += 10.0
    found, status = leg.batch(T, q)
    singles = [leg.nearest(goal, near) for goal, near in zip(T, q, strict=True)]
    assert status.tolist() == [int(single.status) for single in singles]
    assert status[7] == IkStatus.UNREACHABLE
    np.testing.assert_array_equal(found, [single.q for single in singles])


@pytest.mark.parametrize("robot", ROBOTS)
def test_branches_are_the_rows_of_all(robot: str):
    leg, random = LEGS[robot, "left_leg"], np.random.default_rng(5)
    for _ in range(20):
        T = leg.chain.forward(random_posture(leg, random))
        rows, out = [], np.empty(6)
        for branch in range(8):
            if solve_branch(leg.params_unlimited, T, branch, out):
                rows.append(out.copy())
        everything = leg.solve_all(T, limits=False)
        assert len(rows) == len(everything)
        assert np.max(turned(np.array(rows), everything)) < 1e-7


@pytest.mark.parametrize("robot", ["fumanoid", "bioloid"])
def test_left_and_right_mirror_each_other(robot: str):
    """Mirrored at the x-z plane, roll and yaw change sign, pitch does not."""
    left, right = LEGS[robot, "left_leg"], LEGS[robot, "right_leg"]
    sign = np.array([1.0 if "pitch" in n or "knee" in n else -1.0 for n in left.chain.joint_names])
    mirror = np.diag([1.0, -1.0, 1.0, 1.0])
    random = np.random.default_rng(6)
    for _ in range(30):
        T = left.chain.forward(random_posture(left, random))
        there = left.solve_all(T, limits=False)
        back = right.solve_all(mirror @ T @ mirror, limits=False) * sign
        assert len(there) == len(back)
        for row in there:
            assert np.min(np.max(turned(back, row), axis=1)) < 1e-6


def test_into_writes_what_solve_all_returns():
    leg, random = LEGS["fumanoid", "left_leg"], np.random.default_rng(7)
    T, out = leg.chain.forward(random_posture(leg, random)), np.empty((8, 6))
    rows = leg.solve_all(T)
    assert leg.solve_all_into(T, out) == len(rows)
    np.testing.assert_array_equal(out[: len(rows)], rows)
    np.testing.assert_array_equal(leg.solve_all(np.asfortranarray(T)), rows)
    np.testing.assert_array_equal(leg.solve_all(T.tolist()), rows)


def test_only_what_is_asked_for_is_compiled(monkeypatch: pytest.MonkeyPatch):
    """The kernel for all solutions takes seconds; a robot that walks never asks for it."""
    monkeypatch.setattr(closed_leg, "_all_entry", lambda _: pytest.fail("compiled for nothing"))
    robot = load_robot("bioloid")
    leg = closed_form(robot.limbs["left_leg"].chain)
    assert leg is not None
    q = np.zeros(6)
    assert leg.nearest(leg.kernel.forward(q), q).status is IkStatus.SOLVED


def test_nearest_into_may_work_in_place():
    leg, random = LEGS["atlas", "left_leg"], np.random.default_rng(8)
    T, near = leg.chain.forward(random_posture(leg, random)), random_posture(leg, random)
    q = near.copy()
    assert leg.nearest_into(T, q, q) == IkStatus.SOLVED
    np.testing.assert_array_equal(q, leg.nearest(T, near).q)


@pytest.mark.parametrize("robot", ROBOTS)
def test_unreachable_is_said_and_nothing_is_nan(robot: str):
    leg = LEGS[robot, "left_leg"]
    near = np.zeros(6)
    T = leg.chain.forward(near)
    T[2, 3] -= 5.0
    result = leg.nearest(T, near)
    assert result.status is IkStatus.UNREACHABLE
    np.testing.assert_array_equal(result.q, near)
    assert leg.solve_all(T, limits=False).shape == (0, 6)


def test_beyond_limits_is_told_from_unreachable():
    leg = LEGS["fumanoid", "left_leg"]
    backwards = leg.chain.forward(np.array([0.0, 0.0, 3.0, 0.4, 0.0, 0.0]))
    assert leg.solve_all(backwards).shape == (0, 6)
    assert len(leg.solve_all(backwards, limits=False)) > 0
    assert leg.nearest(backwards, np.zeros(6)).status is IkStatus.OUTSIDE_LIMITS


@pytest.mark.parametrize("spoil", ["nan", "inf", "scaled", "mirrored", "sheared", "bottom row"])
def test_goals_that_are_no_poses_are_refused(spoil: str):
    leg = LEGS["bioloid", "left_leg"]
    T = leg.chain.forward(np.zeros(6))
    if spoil in ("nan", "inf"):
        T[1, 3] = float(spoil)
    elif spoil == "scaled":
        T[:3, :3] *= 1.01
    elif spoil == "mirrored":
        T[:3, 0] *= -1.0
    elif spoil == "sheared":
        T[0, 1] += 0.01
    else:
        T[3] = [0.0, 0.0, 0.1, 1.0]
    assert leg.nearest(T, np.zeros(6)).status is IkStatus.BAD_GOAL
    assert leg.solve_all(T).shape == (0, 6)
    assert leg.batch(T[None], np.zeros(6))[1].tolist() == [IkStatus.BAD_GOAL]


def test_a_posture_with_nan_is_refused():
    leg = LEGS["bioloid", "left_leg"]
    result = leg.nearest(leg.chain.forward(np.zeros(6)), np.full(6, np.nan))
    assert result.status is IkStatus.BAD_GOAL


@given(st.floats(-10, 10), st.floats(-10, 10))
def test_arctangent_is_atan2(c: float, s: float):
    assert angle_of(c, s) == pytest.approx(np.arctan2(s, c), abs=5e-16, rel=5e-16) or s == 0.0
    assert abs(abs(angle_of(c, s)) - abs(np.arctan2(s, c))) < 5e-16
