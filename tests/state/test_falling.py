"""The sense of falling: laws of the kernel, and what it says of postures and pushes."""

from dataclasses import replace
from math import radians
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.backend import KinematicBackend
from olympian.geometry import R_from_rpy
from olympian.records import FallDirection, RobotState
from olympian.robot import Robot, load_robot
from olympian.state import Estimator
from olympian.state.falling import FallConfig, FallSense, lean_out
from olympian.state.torso import lying_on
from twins.falling import lean_out as twin

ROBOTS = ("bioloid", "fumanoid", "wolfgang")
angle = st.floats(-1.5, 1.5)


@pytest.fixture(scope="module", params=ROBOTS)
def robot(request: pytest.FixtureRequest) -> Robot:
    return load_robot(request.param)


def standing(robot: Robot) -> RobotState:
    """What a robot believes that stands ready."""
    backend = KinematicBackend(robot)
    return Estimator(robot).step(backend.read(), backend.dt)


def leaning(state: RobotState, roll: float, pitch: float, spin: tuple[float, float]) -> RobotState:
    """The same posture turned about its soles, and turning on."""
    return replace(
        state,
        R_world_torso=R_from_rpy(roll, pitch, 0.0),
        angular_velocity_in_torso=np.array([*spin, 0.0]),
    )


def said_of(sense: FallSense, state: RobotState) -> FallDirection | None:
    """What it says in one tick."""
    assert state.soles is not None
    torso = (state.R_world_torso, state.angular_velocity_in_torso)
    return sense.step(state.t, *torso, state.com_in_torso, state.soles)


def feel(sense: FallSense, state: RobotState, seconds: float = 0.1) -> FallDirection | None:
    """What it says when a state lasts."""
    said = None
    for tick in range(round(seconds / 0.01)):
        said = said_of(sense, replace(state, t=0.01 * tick))
    return said


@given(
    rpy=st.tuples(angle, angle, angle),
    spin=st.tuples(angle, angle, angle),
    com=st.tuples(*3 * [st.floats(-0.1, 0.1)]),
    seed=st.integers(0, 99),
)
@settings(max_examples=60, deadline=None)
def test_the_kernel_agrees_with_its_twin(rpy, spin, com, seed) -> None:
    chance = np.random.default_rng(seed)
    soles = np.array(
        [
            np.hstack([R_from_rpy(*chance.uniform(-0.5, 0.5, 3)), place])
            for place in ([[0.0], [0.05], [-0.3]], [[0.02], [-0.05], [-0.28]])
        ]
    )
    outline = np.tile([[0.08, 0.04], [-0.06, 0.04], [-0.06, -0.04], [0.08, -0.04]], (2, 1))
    given_ = (
        R_from_rpy(*rpy),
        np.array(spin),
        np.array(com),
        soles,
        outline,
        np.array([4, 4]),
        0.3,
    )
    assert lean_out(*given_) == pytest.approx(twin(*given_), abs=1e-9)


def test_a_standing_robot_does_not_fall(robot: Robot) -> None:
    sense = FallSense(robot)
    assert feel(sense, standing(robot)) is None
    assert sense.lean == (0.0, 0.0)


@pytest.mark.parametrize(
    ("roll", "pitch", "side"),
    [(0, 1, "front"), (0, -1, "back"), (-1, 0, "left"), (1, 0, "right")],
)
def test_it_says_to_which_side(robot: Robot, roll: int, pitch: int, side: str) -> None:
    tilt, rate = radians(25.0), 3.0
    state = leaning(standing(robot), roll * tilt, pitch * tilt, (roll * rate, pitch * rate))
    assert feel(FallSense(robot), state) == side


def test_swinging_back_to_upright_is_no_fall(robot: Robot) -> None:
    tilt = radians(12.0)
    state = leaning(standing(robot), 0.0, tilt, (0.0, -2.0))
    assert feel(FallSense(robot), state) is None


def test_a_short_jerk_is_no_fall(robot: Robot) -> None:
    sense, calm = FallSense(robot, FallConfig(at_once=1e9)), standing(robot)
    jerk = leaning(calm, 0.0, radians(25.0), (0.0, 4.0))
    assert said_of(sense, replace(jerk, t=0.0)) is None
    assert said_of(sense, replace(calm, t=0.01)) is None
    assert said_of(sense, replace(jerk, t=0.02)) is None
    assert said_of(sense, replace(jerk, t=0.06)) is FallDirection.FRONT


@pytest.mark.parametrize("share", [0.9, 1.1])
@pytest.mark.parametrize("tilt_deg", [0.0, 20.0])
def test_a_fall_begins_where_no_step_reaches(robot: Robot, tilt_deg: float, share: float) -> None:
    """Leaning out by `share` of what a step can catch, which shrinks to nothing at 45° of tilt."""
    state = leaning(standing(robot), 0.0, radians(tilt_deg), (0.0, 4.0))
    sense = FallSense(robot)
    said_of(sense, state)
    left = 1.0 - tilt_deg / 45.0
    reach = sense.lean[0] / (share * left)
    stride = FallConfig().stride_ahead * reach / sense.reach[0]
    exact = FallSense(robot, FallConfig(stride_ahead=stride))
    assert (feel(exact, state) is FallDirection.FRONT) == (share > 1.0)


def test_what_is_beyond_doubt_is_said_at_once(robot: Robot) -> None:
    blow = leaning(standing(robot), 0.0, radians(30.0), (0.0, 8.0))
    assert said_of(FallSense(robot), blow) is FallDirection.FRONT


def test_a_small_robot_may_lean_out_less() -> None:
    low, high = FallConfig().reach(0.2), FallConfig().reach(0.8)
    assert low[0] < high[0]
    assert low[1] < high[1]


def test_the_heading_does_not_matter(robot: Robot) -> None:
    state = leaning(standing(robot), 0.2, 0.3, (1.0, 2.0))
    leans = []
    for yaw in (0.0, 2.0, -1.0):
        sense = FallSense(robot)
        turned = replace(state, R_world_torso=R_from_rpy(0, 0, yaw) @ state.R_world_torso)
        said_of(sense, turned)
        leans.append(sense.lean)
    assert leans[1] == pytest.approx(leans[0])
    assert leans[2] == pytest.approx(leans[0])


@given(speed=st.floats(0.0, 6.0), more=st.floats(0.01, 2.0), tilt=st.floats(0.0, 0.7))
@settings(max_examples=40, deadline=None)
def test_the_faster_it_turns_the_further_it_leans(speed: float, more: float, tilt: float) -> None:
    robot = load_robot("bioloid")
    sense, state = FallSense(robot), standing(robot)
    said_of(sense, leaning(state, 0.0, tilt, (0.0, speed)))
    slow = sense.lean[0]
    said_of(sense, leaning(state, 0.0, tilt, (0.0, speed + more)))
    assert sense.lean[0] >= slow


def test_a_wider_reach_says_less(robot: Robot) -> None:
    state = leaning(standing(robot), 0.0, radians(15.0), (0.0, 2.0))
    assert (
        feel(FallSense(robot, FallConfig(stride_ahead=0.01, stride_aside=0.01)), state)
        is FallDirection.FRONT
    )
    assert feel(FallSense(robot, FallConfig(stride_ahead=90.0, stride_aside=90.0)), state) is None


def test_lying_is_told_by_its_side() -> None:
    assert lying_on(np.eye(3)) is None
    assert lying_on(R_from_rpy(0.0, radians(80.0), 0.0)) is FallDirection.FRONT
    assert lying_on(R_from_rpy(radians(-80.0), 0.0, 0.0)) is FallDirection.LEFT


def test_a_step_takes_less_than_twenty_microseconds(robot: Robot) -> None:
    sense, state = FallSense(robot), standing(robot)
    said_of(sense, state)
    best = min(_time(sense, state) for _ in range(30))
    assert best < 20e-6


def _time(sense: FallSense, state: RobotState) -> float:
    begin = perf_counter()
    for _ in range(50):
        said_of(sense, state)
    return (perf_counter() - begin) / 50
