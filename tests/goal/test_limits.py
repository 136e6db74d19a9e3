"""Nothing unsafe passes the last check, and every change is said."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.goal import Clamp, GoalLimiter
from olympian.records import JointGoal, ServoSettings
from olympian.robot import load_robot
from olympian.servo import ServoBank

ROBOT = load_robot("fumanoid")
SPEED = np.full(ROBOT.dof, 6.0)
DT = 0.01
wild = st.one_of(
    st.floats(-10, 10), st.just(np.nan), st.just(np.inf), st.just(-np.inf), st.just(1e300)
)


# A posture anywhere in the joints' range, often at a limit: there a goal can leave it in one tick.
posture = st.lists(st.sampled_from([0.0, 0.01, 0.5, 0.99, 1.0]), min_size=20, max_size=20)


@given(posture, st.lists(st.lists(wild, min_size=20, max_size=20), min_size=1, max_size=5))
def test_goals_are_always_finite_inside_and_slow_enough(
    shares: list[float], goals: list[list[float]]
) -> None:
    limiter = GoalLimiter(ROBOT, SPEED)
    last = measured = ROBOT.lower + np.array(shares) * (ROBOT.upper - ROBOT.lower)
    for goal in goals:
        safe = limiter.step(JointGoal.all(np.array(goal)), measured, DT).q
        assert np.isfinite(safe).all()
        assert np.all(safe >= ROBOT.lower)
        assert np.all(safe <= ROBOT.upper)
        assert np.all(np.abs(safe - last) <= 1.5 * 6.0 * DT + 1e-12)
        last = safe


@pytest.mark.parametrize(("beyond", "edge"), [(-10.0, ROBOT.lower), (10.0, ROBOT.upper)])
def test_goals_beyond_a_limit_end_at_the_limit(beyond: float, edge: np.ndarray) -> None:
    limiter = GoalLimiter(ROBOT, SPEED)
    for _ in range(100):
        safe = limiter.step(JointGoal.all(np.full(ROBOT.dof, beyond)), ROBOT.ready, DT).q
    assert np.array_equal(safe, edge)
    assert set(limiter.clamped.values()) == {Clamp.OUTSIDE_LIMITS}


@pytest.mark.parametrize("beyond", [-0.5, 0.5])
def test_a_joint_that_hands_have_forced_beyond_its_limit_is_sent_back_inside(beyond: float) -> None:
    edge = ROBOT.lower if beyond < 0.0 else ROBOT.upper
    forced, limp = edge + beyond, np.ones(ROBOT.dof, dtype=bool)
    limiter = GoalLimiter(ROBOT, SPEED)
    assert np.array_equal(limiter.step(JointGoal.all(forced), forced, DT).q, edge)
    limiter.follow(JointGoal.all(forced), forced, limp)
    assert np.array_equal(limiter.step(JointGoal.all(forced), forced, DT).q, edge)


def test_good_goals_pass_unchanged() -> None:
    limiter = GoalLimiter(ROBOT, SPEED)
    assert np.array_equal(limiter.step(JointGoal.all(ROBOT.ready), ROBOT.ready, DT).q, ROBOT.ready)
    assert limiter.clamped == {}


def test_it_says_what_it_clamped() -> None:
    limiter = GoalLimiter(ROBOT, SPEED)
    q = np.array(ROBOT.ready)
    q[ROBOT.joint_index["neck_yaw"]] = np.nan
    q[ROBOT.joint_index["left_knee"]] = 9.0
    limiter.step(JointGoal.all(q), ROBOT.ready, DT)
    assert limiter.clamped == {
        "neck_yaw": Clamp.NOT_FINITE,
        "left_knee": Clamp.OUTSIDE_LIMITS,
    }
    assert limiter.counts[Clamp.NOT_FINITE] == 1


def test_joints_outside_the_mask_keep_their_goal() -> None:
    limiter = GoalLimiter(ROBOT, SPEED)
    mask = np.zeros(ROBOT.dof, dtype=bool)
    mask[3] = True
    safe = limiter.step(JointGoal(ROBOT.ready + 0.05, mask), ROBOT.ready, DT)
    assert np.flatnonzero(safe.q != ROBOT.ready).tolist() == [3]


@pytest.mark.parametrize("speed", [np.nan, -1.0, 0.0])
def test_nonsense_speeds_mean_no_limit(speed: float) -> None:
    limiter = GoalLimiter(ROBOT, SPEED)
    goal = JointGoal.all(ROBOT.ready, np.full(ROBOT.dof, speed))
    passed = limiter.step(goal, ROBOT.ready, DT).speed
    assert passed is not None
    assert np.all(passed == np.inf)


def test_registers_stay_within_what_they_hold() -> None:
    bank = ServoBank.of(ROBOT)
    limiter = GoalLimiter(ROBOT, SPEED, bank.stall, bank.top_settings)
    slope = np.full(ROBOT.dof, np.nan)
    slope[:3] = [32.0, 1e6, -5.0]
    settings = ServoSettings(slope=slope)
    goal = replace(JointGoal.all(ROBOT.ready), settings=settings)
    first, second = (limiter.step(goal, ROBOT.ready, 0.01).settings for _ in range(2))
    assert first is second, "servos are written only when something changes"
    assert first is not None
    assert first.slope is not None
    np.testing.assert_array_equal(first.slope[:3], [32.0, 254.0, 0.0])
    assert np.isnan(first.slope[3:]).all()
    assert limiter.counts[Clamp.OUTSIDE_REGISTER] == 2
    bank.obey(replace(goal, settings=first))
    assert bank.registers.read("slope_cw")[1] == 254


def test_without_registers_there_are_no_settings() -> None:
    goal = replace(JointGoal.all(ROBOT.ready), settings=ServoSettings(punch=np.ones(ROBOT.dof)))
    assert GoalLimiter(ROBOT, SPEED).step(goal, ROBOT.ready, 0.01).settings is None


def test_the_compiled_limits_and_plain_ones_agree() -> None:
    rng, limiter = np.random.default_rng(8), GoalLimiter(ROBOT, SPEED)
    last, reach = ROBOT.ready, 1.5 * SPEED * 0.01
    for _ in range(200):
        q = last + rng.normal(0.0, 0.1, ROBOT.dof)
        q[rng.random(ROBOT.dof) < 0.05] = rng.choice([np.nan, np.inf, -9.0, 9.0])
        mask = rng.random(ROBOT.dof) < 0.9
        safe = limiter.step(JointGoal(q, mask), ROBOT.ready, 0.01)
        usable = mask & np.isfinite(q)
        wanted = np.where(usable, q, last)
        inside = np.clip(wanted, ROBOT.lower, ROBOT.upper)
        last = np.clip(inside, last - reach, last + reach)
        assert np.array_equal(safe.q, last)
        bad = (mask & ~usable) | (np.abs(inside - wanted) > 1e-12) | (np.abs(last - inside) > 1e-12)
        assert set(limiter.clamped) == {ROBOT.joint_names[i] for i in np.flatnonzero(bad)}
