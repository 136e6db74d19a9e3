"""Looking ahead, at a point, around, and after something that moves."""

from collections.abc import Callable
from math import cos, inf, nan, pi, radians, sin

import numpy as np
import pytest

from drills.head import DT, HEADS, TURNING, followed, in_picture, off_axis, robot_called, standing
from olympian.decision.head import (
    LookAt,
    LookForward,
    Pattern,
    Search,
    Track,
    head_of,
    pattern_names,
    read_pattern,
)
from olympian.errors import OlympianError
from olympian.motion import Skill, SkillStatus
from olympian.robot import Robot


@pytest.mark.parametrize("name", TURNING)
def test_what_is_behind_is_out_of_reach_and_it_says_so(name: str) -> None:
    robot = robot_called(name)
    look = LookAt(robot, np.array([-2.0, 0.1, 0.2]))
    state = standing(robot, robot.ready)
    for _ in range(100):
        _, state = followed(look, state, robot)
    assert look.status is SkillStatus.FAILED
    pan = head_of(robot).neck
    assert f"out of reach: {pan.joint_names[0]} would need 3." in look.reason
    # as near as it can: over the shoulder, on the side where the point is
    assert state.q[head_of(robot).rows[0]] == pytest.approx(pan.upper[0])
    look.point_in_torso = np.array([2.0, 0.1, 0.2])
    for _ in range(100):
        _, state = followed(look, state, robot)
    assert look.status is SkillStatus.DONE
    assert look.reason == ""


def test_a_head_that_only_nods_says_what_it_cannot_see() -> None:
    robot = robot_called("atlas")
    look = LookAt(robot, np.array([2.0, 1.0, 0.5]))
    state = standing(robot, robot.ready)
    for _ in range(100):
        _, state = followed(look, state, robot)
    assert look.status is SkillStatus.FAILED
    assert "beside the plane in which neck_ry turns" in look.reason
    look.point_in_torso = np.array([2.0, 0.0, 0.5])
    for _ in range(100):
        _, state = followed(look, state, robot)
    assert look.status is SkillStatus.DONE
    assert off_axis(robot, state.q, look.point_in_torso) < 1e-6


@pytest.mark.parametrize("make", [LookForward, Search, Track, head_of])
def test_a_robot_without_head_joints_gets_one_line(make: Callable[[Robot], object]) -> None:
    with pytest.raises(OlympianError, match="robot 'bioloid' has no head joints") as error:
        make(robot_called("bioloid"))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", HEADS)
def test_only_the_head_moves_and_not_too_fast(name: str) -> None:
    robot = robot_called(name)
    rows = head_of(robot).rows
    point = np.array([1.0, 0.0, -0.3])
    skills: tuple[Skill, ...] = (
        LookForward(robot, speed=1.0),
        LookAt(robot, point, speed=1.0),
        Search(robot, Pattern(speed_deg=np.rad2deg(1.0), points_deg=[(20.0, 10.0), (-20.0, 40.0)])),
        Track(robot, speed=1.0, pattern=Pattern(speed_deg=30.0, points_deg=[(0.0, 10.0)])),
    )
    for skill in skills:
        q = np.array(robot.ready)
        q[rows] = head_of(robot).neck.lower
        state = standing(robot, q)
        for _ in range(150):
            before = state.q
            goal, state = followed(skill, state, robot)
            assert goal.mask.sum() == len(rows)
            assert goal.mask[rows].all()
            assert np.abs(goal.q - before)[rows].max() <= 1.0 * DT + 1e-9


@pytest.mark.parametrize("name", HEADS)
def test_looking_forward_is_the_ready_pose(name: str) -> None:
    robot = robot_called(name)
    head, look = head_of(robot), LookForward(robot)
    q = np.array(robot.ready)
    q[head.rows] = head.neck.upper
    state = standing(robot, q)
    assert look.status is SkillStatus.RUNNING
    for _ in range(100):
        _, state = followed(look, state, robot)
    assert look.status is SkillStatus.DONE
    np.testing.assert_allclose(state.q, robot.ready)


@pytest.mark.parametrize("name", TURNING)
def test_a_search_covers_the_field(name: str) -> None:
    """All of the floor ahead from half a metre to four, 80° to both sides, in one round."""
    robot = robot_called(name)
    soles = [robot.forward(foot.link, robot.ready)[2, 3] for foot in robot.feet]
    angle, far = np.meshgrid(np.radians(np.arange(-80, 81, 5)), np.arange(0.5, 4.1, 0.25))
    floor = np.c_[(far * np.cos(angle)).ravel(), (far * np.sin(angle)).ravel()]
    field = np.c_[floor, np.full(len(floor), np.mean(soles))]
    unseen = np.ones(len(field), dtype=np.bool_)
    search, state = Search(robot), standing(robot, robot.ready)
    assert search.reason == ""
    for tick in range(round(12.0 / DT)):
        _, state = followed(search, state, robot)
        if tick % 8 == 0:
            seen = [in_picture(robot, state.q, point) for point in field[unseen]]
            unseen[np.flatnonzero(unseen)[seen]] = False
    assert not unseen.any(), field[unseen]


def test_a_search_goes_round_and_round() -> None:
    robot = robot_called("fumanoid")
    search, state = Search(robot, "horizon"), standing(robot, robot.ready)
    pan = []
    for _ in range(round(16.0 / DT)):
        _, state = followed(search, state, robot)
        pan.append(state.q[head_of(robot).rows[0]])
    assert max(pan) == pytest.approx(radians(75.0), abs=1e-3)
    assert min(pan) == pytest.approx(-radians(75.0), abs=1e-3)
    turns = np.count_nonzero(np.diff(np.sign(np.diff(pan))))
    assert turns >= 4


def test_patterns_have_names() -> None:
    assert "field" in pattern_names()
    assert all(read_pattern(name).about for name in pattern_names())
    with pytest.raises(OlympianError, match="did you mean 'field'"):
        Search(robot_called("fumanoid"), "feild")
    nodding = Search(robot_called("atlas"))
    assert nodding.reason == "4 of 4 points of the sweep are out of reach"


@pytest.mark.parametrize("name", TURNING)
def test_tracking_follows_a_ball_that_rolls_by(name: str) -> None:
    robot = robot_called(name)
    track, state = Track(robot), standing(robot, robot.ready)
    worst = 0.0
    for tick in range(round(4.0 / DT)):
        t = tick * DT
        ball = np.array([1.0, 1.2 * sin(0.5 * pi * t), -0.3])
        if tick % 2 == 0:
            track.seen(ball)
        _, state = followed(track, state, robot)
        if t > 0.5:
            worst = max(worst, off_axis(robot, state.q, ball))
    assert not track.lost
    # a ball at 1.9 m/s, 1 m away, seen every 40 ms: half a picture every 400 ms
    assert worst < 0.09


def test_what_is_too_fast_is_followed_as_fast_as_allowed() -> None:
    robot = robot_called("fumanoid")
    track, state = Track(robot, speed=1.0), standing(robot, robot.ready)
    row = head_of(robot).rows[0]
    start = state.q[row]
    for _ in range(25):
        track.seen(np.array([0.2, 1.0, 0.3]))
        _, state = followed(track, state, robot)
    assert state.q[row] - start == pytest.approx(0.5, abs=1e-6)


def test_what_is_lost_is_searched_and_found_again() -> None:
    robot = robot_called("wolfgang")
    track, state = Track(robot, patience=0.6), standing(robot, robot.ready)
    assert track.lost
    ball = np.array([1.0, 0.5, -0.3])
    for _ in range(50):
        track.seen(ball)
        _, state = followed(track, state, robot)
    assert not track.lost
    held = state.q
    for _ in range(27):
        _, state = followed(track, state, robot)
    np.testing.assert_array_equal(state.q, held)
    for _ in range(100):
        before = state.q
        _, state = followed(track, state, robot)
    assert track.lost
    assert track.reason == "nothing in sight: searching"
    assert np.abs(state.q - before).max() > 0.0
    # it has rolled to the other side
    ball, found = ball * (1.0, -1.0, 1.0), False
    for _ in range(1000):
        _, state = followed(track, state, robot)
        found = in_picture(robot, state.q, ball)
        if found:
            break
    assert found
    for _ in range(40):
        track.seen(ball)
        _, state = followed(track, state, robot)
    assert not track.lost
    assert off_axis(robot, state.q, ball) < 1e-6


@pytest.mark.parametrize("bad", [(nan, 0.0, 0.0), (inf, 0.0, 0.0), (1.0, 2.0)])
def test_what_is_no_point_moves_nothing(bad: tuple[float, ...]) -> None:
    robot = robot_called("fumanoid")
    q = np.array(robot.ready)
    q[head_of(robot).rows] = (0.4, 0.3)
    state = standing(robot, q)
    if len(bad) == 3:
        look = LookAt(robot, np.array(bad))
        goal = look.step(state, DT)
        np.testing.assert_allclose(goal.q, q)
        assert look.status is SkillStatus.FAILED
        assert "finite" in look.reason
    track = Track(robot)
    track.seen(np.array([cos(0.4), sin(0.4), 0.1]))
    track.step(state, DT)
    goal_before = track.step(state, DT).q
    track.seen(np.array(bad))
    assert "finite" in track.reason
    assert np.isfinite(track.step(state, DT).q).all()
    assert np.abs(track.step(state, DT).q - goal_before).max() < 0.2
