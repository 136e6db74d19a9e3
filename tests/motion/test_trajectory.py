"""Laws of every trajectory: exact ends, equal arrival, true derivatives, limits kept."""

from pathlib import Path as FilePath

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from olympian.errors import OlympianError
from olympian.lab.trajectory_lab import arm_raise, compare, squat
from olympian.lab.trajectory_plot import draw
from olympian.motion.trajectory import (
    Move,
    Path,
    Policy,
    Trajectory,
    constant_acceleration,
    quintic,
)
from olympian.robot import Robot, load_robot
from olympian.servo import ServoBank

ANGLES = arrays(float, 5, elements=st.floats(-3.0, 3.0).map(lambda value: round(value, 6)))
LIMIT = st.floats(0.05, 50.0)
POLICIES = list(Policy)
SMOOTH = [Policy.CONSTANT_ACCELERATION, Policy.QUINTIC]
START, GOAL = np.array([0.0, 1.0, -0.5]), np.array([1.2, 0.4, -0.5])


@pytest.mark.parametrize("policy", POLICIES)
@given(start=ANGLES, goal=ANGLES, top_speed=LIMIT)
def test_ends_are_exact_and_joints_rest_outside(
    policy: Policy, start: np.ndarray, goal: np.ndarray, top_speed: float
) -> None:
    move = Move.within(policy, start, goal, top_speed=top_speed)
    assert (move.at(-1.0).q == start).all()
    if move.duration > 0:
        assert (move.at(0.0).q == start).all()
    for t in (move.duration, move.duration + 1.0, np.inf):
        assert (move.at(t).q == goal).all()
        assert not move.at(t).dq.any()
        assert not move.at(t).ddq.any()


@pytest.mark.parametrize("policy", POLICIES)
@given(start=ANGLES, goal=ANGLES, top_speed=LIMIT)
def test_top_speed_is_reached_and_kept(
    policy: Policy, start: np.ndarray, goal: np.ndarray, top_speed: float
) -> None:
    move = Move.within(policy, start, goal, top_speed=top_speed)
    speeds = [np.abs(move.at(share * move.duration).dq) for share in np.linspace(0, 0.999, 51)]
    assert np.max(speeds) <= top_speed * (1 + 1e-9)
    if move.duration > 0:
        assert np.allclose(np.abs(move.at(move.duration / 2).dq), move.speeds)
        assert move.speeds.max() == pytest.approx(top_speed)


@pytest.mark.parametrize("policy", SMOOTH)
@given(start=ANGLES, goal=ANGLES, acceleration=LIMIT)
def test_acceleration_is_reached_and_kept(
    policy: Policy, start: np.ndarray, goal: np.ndarray, acceleration: float
) -> None:
    move = Move.within(policy, start, goal, acceleration=acceleration)
    shares = np.linspace(0, 0.999, 1001)
    peak = np.max([np.abs(move.at(share * move.duration).ddq) for share in shares])
    assert peak <= acceleration * (1 + 1e-9)
    if move.duration > 0:
        assert peak == pytest.approx(acceleration, rel=1e-4)


@given(start=ANGLES, goal=ANGLES, acceleration=LIMIT)
def test_holys_time(start: np.ndarray, goal: np.ndarray, acceleration: float) -> None:
    move = constant_acceleration(start, goal, acceleration)
    longest = np.abs(goal - start).max()
    assert move.duration == pytest.approx(2 * np.sqrt(longest / acceleration))
    assert move.duration <= quintic(start, goal, acceleration=acceleration).duration


@given(start=ANGLES, goal=ANGLES, top_speed=LIMIT)
def test_speed_normalisation_of_2012(start: np.ndarray, goal: np.ndarray, top_speed: float) -> None:
    """Each servo, left alone with its own speed limit, would arrive at the same time."""
    move = Move.within(Policy.CONSTANT_VELOCITY, start, goal, top_speed=top_speed)
    distance = np.abs(goal - start)
    moving = distance > 0
    assert np.allclose(distance[moving] / move.speeds[moving], move.duration)
    assert not move.speeds[~moving].any()


@pytest.mark.parametrize("policy", POLICIES)
@given(start=ANGLES, goal=ANGLES)
def test_progress_is_shared_and_never_turns_back(
    policy: Policy, start: np.ndarray, goal: np.ndarray
) -> None:
    _, q = Move.within(policy, start, goal, duration=1.5).waypoints(41)
    distance = goal - start
    moving = np.abs(distance) > 1e-3
    share = (q - start)[:, moving] / distance[moving]
    assert np.abs(share - share[:, :1]).max(initial=0.0) < 1e-9
    assert (np.diff(share, axis=0) > 0).all()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("share", [0.03, 0.2, 0.47, 0.53, 0.8, 0.97])
def test_finite_differences_agree(policy: Policy, share: float) -> None:
    move = Move.within(policy, START, GOAL, duration=0.8)
    t, h = share * move.duration, 1e-5
    before, now, after = move.at(t - h), move.at(t), move.at(t + h)
    assert np.allclose((after.q - before.q) / (2 * h), now.dq, atol=1e-6)
    assert np.allclose((after.dq - before.dq) / (2 * h), now.ddq, atol=1e-6)


def test_a_quintic_has_no_acceleration_at_its_ends() -> None:
    move = quintic(START, GOAL, duration=1.0)
    for t in (0.0, 1.0 - 1e-9):
        assert np.abs(move.at(t).ddq).max() < 1e-6
        assert np.abs(move.at(t).dq).max() < 1e-6


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("n", [2, 7, 100])
def test_waypoints_are_samples(policy: Policy, n: int) -> None:
    for trajectory in (
        Move.within(policy, START, GOAL, duration=0.8),
        Path.through([START, GOAL, START], policy, duration=0.8),
    ):
        t, q = trajectory.waypoints(n)
        assert t.shape == (n,)
        assert q.shape == (n, 3)
        assert (q[0] == trajectory.q_start).all()
        assert (q[-1] == trajectory.q_goal).all()
        assert all((trajectory.at(ti).q == qi).all() for ti, qi in zip(t, q, strict=True))


def test_a_hundred_waypoints_by_default() -> None:
    assert len(constant_acceleration(START, GOAL, 2.0).waypoints()[0]) == 100


def test_limits_join_and_may_differ_between_joints() -> None:
    within = Move.within
    law = Policy.CONSTANT_ACCELERATION
    slowest = within(law, START, GOAL, top_speed=0.5, acceleration=100.0)
    assert slowest.duration == within(law, START, GOAL, top_speed=0.5).duration
    assert within(law, START, GOAL, duration=9.0, acceleration=100.0).duration == 9.0
    each = within(law, START, GOAL, acceleration=[100.0, 0.1, 100.0])
    assert each.duration == pytest.approx(2 * np.sqrt(0.6 / 0.1))


@pytest.mark.parametrize(
    "move",
    [
        constant_acceleration(START, START, 1.0),
        Move.within(Policy.CONSTANT_VELOCITY, START, START, top_speed=1.0),
    ],
)
def test_nowhere_to_go_takes_no_time(move: Move) -> None:
    assert move.duration == 0.0
    assert not move.speeds.any()
    assert (move.waypoints(5)[1] == START).all()


def test_a_pause_is_a_move_that_stays() -> None:
    pause = quintic(GOAL, GOAL, duration=0.5)
    assert pause.duration == 0.5
    path = Path((quintic(START, GOAL, duration=1.0), pause, quintic(GOAL, START, duration=1.0)))
    assert path.duration == 2.5
    assert (path.at(1.2).q == GOAL).all()


@given(st.lists(ANGLES, min_size=2, max_size=5), LIMIT)
def test_a_path_passes_every_posture(stops: list[np.ndarray], acceleration: float) -> None:
    path = Path.through(stops, acceleration=acceleration)
    assert path.duration == pytest.approx(sum(part.duration for part in path.parts))
    for end, stop in zip(path.ends, stops[1:], strict=True):
        assert np.allclose(path.at(end).q, stop, atol=1e-9)
    for part, end in zip(path.parts, path.ends, strict=True):
        for left in (0.99, 0.5, 0.01):
            inside = path.at(end - left * part.duration)
            assert np.allclose(inside.q, part.at((1 - left) * part.duration).q, atol=1e-9)
    assert (path.at(-1.0).q == stops[0]).all()
    assert (path.at(path.duration).q == stops[-1]).all()


def test_paths_can_be_chained() -> None:
    there: Trajectory = Path.through([START, GOAL], acceleration=1.0)
    back: Trajectory = constant_acceleration(GOAL, START, 1.0)
    both = Path((there, back))
    assert both.duration == there.duration + back.duration
    assert np.allclose(both.at(there.duration + 0.3).q, back.at(0.3).q)


def test_records_cannot_be_changed() -> None:
    start = START.copy()
    move = constant_acceleration(start, GOAL, 1.0)
    start[0] = 9.0
    assert move.q_start[0] == START[0]
    with pytest.raises(ValueError, match="read-only"):
        move.at(-1.0).q[0] = 1.0


@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, np.inf])
def test_bad_limits_are_refused(bad: float) -> None:
    with pytest.raises(OlympianError, match="acceleration must be finite and above zero"):
        constant_acceleration(START, GOAL, bad)
    with pytest.raises(OlympianError, match="top speed must be finite and above zero"):
        Move.within(Policy.CONSTANT_VELOCITY, START, GOAL, top_speed=bad)
    with pytest.raises(OlympianError, match=r"above zero|finite time"):
        quintic(START, GOAL, duration=bad)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_bad_postures_are_refused(bad: float) -> None:
    with pytest.raises(OlympianError, match=r"goal of a move has angle .* at joint 1"):
        constant_acceleration(START, [0.0, bad, 0.0], 1.0)
    with pytest.raises(OlympianError, match="start of a move"):
        constant_acceleration([0.0, bad, 0.0], GOAL, 1.0)


def test_other_nonsense_is_refused() -> None:
    with pytest.raises(OlympianError, match="3 joints to 2"):
        constant_acceleration(START, [0.0, 1.0], 1.0)
    with pytest.raises(OlympianError, match="2 limits for 3 joints"):
        constant_acceleration(START, GOAL, [1.0, 2.0])
    with pytest.raises(OlympianError, match="list of angles"):
        constant_acceleration([START], [GOAL], 1.0)
    with pytest.raises(OlympianError, match="finite time"):
        constant_acceleration(START, GOAL, 1e-320)
    with pytest.raises(OlympianError, match="how fast"):
        Move.within(Policy.QUINTIC, START, GOAL)
    with pytest.raises(OlympianError, match="finite time"):
        Move.within(Policy.QUINTIC, START, GOAL, duration=np.nan, acceleration=1.0)
    with pytest.raises(OlympianError, match="give duration or top_speed"):
        Move.within(Policy.CONSTANT_VELOCITY, START, GOAL, acceleration=1.0)
    with pytest.raises(OlympianError, match="t = nan"):
        constant_acceleration(START, GOAL, 1.0).at(np.nan)
    with pytest.raises(OlympianError, match="at least 2 waypoints"):
        constant_acceleration(START, GOAL, 1.0).waypoints(1)
    with pytest.raises(OlympianError, match="at least 2 postures"):
        Path.through([START], acceleration=1.0)
    with pytest.raises(OlympianError, match="part 1 of a path"):
        Path((quintic(START, GOAL, duration=1.0), quintic(START, GOAL, duration=1.0)))
    with pytest.raises(OlympianError, match="at least one move"):
        Path(())
    with pytest.raises(OlympianError, match="did you mean 'quintic'"):
        Policy.named("quintik")
    assert Policy.named("quintic") is Policy.QUINTIC


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("bioloid")


def test_a_squat_lowers_the_torso_and_nothing_else(robot: Robot) -> None:
    for foot in robot.feet:
        shift = robot.forward(foot.link, squat(robot)) - robot.forward(foot.link, robot.ready)
        assert shift[:3, 3] == pytest.approx([0.0, 0.0, 0.02], abs=1e-5)
        assert np.abs(shift[:3, :3]).max() < 1e-6


def test_raised_arms_reach_ahead(robot: Robot) -> None:
    change = arm_raise(robot) - robot.ready
    assert np.degrees(change[robot.indices(["left_shoulder_pitch", "right_shoulder_pitch"])]) == (
        pytest.approx([-90.0, -90.0])
    )
    assert np.count_nonzero(change) == 2


@pytest.mark.parametrize("move", ["arm_raise", "squat"])
def test_policies_compared_in_the_simulation(robot: Robot, move: str) -> None:
    rows = compare(robot, move, seed=3)
    assert [row.policy for row in rows] == [policy.value for policy in Policy]
    assert len({row.duration_s for row in rows}) == 1
    stall = ServoBank.of(robot).stall.max()
    for row in rows:
        assert not row.fell
        assert 0.0 < row.added_torque_nm < row.peak_torque_nm <= stall
        assert 0.0 < row.peak_load <= 1.0
        assert row.peak_tilt_deg < 5.0
        assert 0.0 <= row.overshoot_deg < row.tracking_deg
    even, accelerated, smooth = (row.peak_torque_nm for row in rows)
    assert even > accelerated > smooth


def test_seven_waypoints_strain_the_servos_more_than_a_hundred(robot: Robot) -> None:
    """HOly's reason for making trajectories of their own."""
    (coarse,) = compare(robot, "squat", waypoints=7, policies=[Policy.CONSTANT_VELOCITY])
    (fine,) = compare(robot, "squat", waypoints=100, policies=[Policy.CONSTANT_ACCELERATION])
    assert coarse.peak_torque_nm > 1.3 * fine.peak_torque_nm
    assert coarse.peak_load > 1.3 * fine.peak_load


def test_the_lab_refuses_nonsense(robot: Robot) -> None:
    with pytest.raises(OlympianError, match="unknown move 'sqat', did you mean 'squat'"):
        compare(robot, "sqat")
    with pytest.raises(OlympianError, match="at least 2 waypoints"):
        compare(robot, waypoints=1)
    with pytest.raises(OlympianError, match=r"cannot squat by 0\.3 m on its left_leg"):
        squat(robot, 0.3)


def test_the_figure_is_written_whole(tmp_path: FilePath) -> None:
    for name, start in (("a.png", b"\x89PNG"), ("new/b.svg", b"<?xml"), ("c.pdf", b"%PDF")):
        draw(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    assert not list(tmp_path.rglob("*.part"))
    with pytest.raises(OlympianError, match="choose from pdf, png, svg"):
        draw(tmp_path / "d.bmp")
    with pytest.raises(OlympianError, match="cannot be written"):
        draw(tmp_path / "a.png" / "e.png")
