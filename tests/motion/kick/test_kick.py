"""A kick on paper: which foot, where it meets the ball, and how its joints swing."""

from dataclasses import replace
from math import atan2, degrees, hypot, nan, pi, radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.geometry import Place
from olympian.motion.kick import Face, FootStrike, Kick, kick_range, read_kick
from olympian.motion.kick.plan import BACK, DRAW, SWING, THROUGH
from olympian.motion.kick.spline import KeySpline
from olympian.robot import load_robot

FUMANOID = load_robot("fumanoid")
REACH = kick_range(FUMANOID)


def mirrored(one: FootStrike) -> FootStrike:
    sole = Place(one.sole.x, -one.sole.y, -one.sole.yaw)
    return replace(one, foot=1 - one.foot, direction=-one.direction, sole=sole)


@given(st.floats(0.12, 0.22), st.floats(-0.2, 0.2), st.floats(-0.6, 0.6), st.floats(0.03, 0.1))
def test_left_is_right_in_a_mirror(x: float, y: float, direction: float, radius: float) -> None:
    config, feet = REACH.config, REACH.feet
    ours = list(feet.strikes(x, y, direction, radius, config))
    theirs = [mirrored(one) for one in feet.strikes(x, -y, -direction, radius, config)]
    for one in ours:
        other = next(two for two in theirs if (two.foot, two.face) == (one.foot, one.face))
        assert tuple(one.sole) == pytest.approx(tuple(other.sole))
        assert (one.ahead, one.outward) == pytest.approx((other.ahead, other.outward))


@pytest.mark.parametrize("foot", ["left", "right"])
@pytest.mark.parametrize("outward_deg", [-8.0, 0.0, 30.0, 90.0])
def test_where_the_ball_should_lie_it_is_in_reach_of_that_foot(
    foot: str, outward_deg: float
) -> None:
    direction = radians(outward_deg) * (1 if foot == "left" else -1)
    spot = REACH.spot(direction, foot)
    assert REACH.covers(*spot, direction)
    one = REACH.strike(*spot, direction)
    assert one.side == foot
    assert one.face is (Face.OUTSIDE if outward_deg == 90.0 else Face.TOES)


def test_toes_touch_the_ball_where_they_meet_it() -> None:
    spot = REACH.spot(0.0, "left")
    one = REACH.strike(*spot, 0.0)
    ahead, aside = one.sole.seen(*spot)
    low = REACH.radius - REACH.config.swing.lift
    assert hypot(ahead - REACH.feet.toe, low) == pytest.approx(REACH.radius, abs=1e-4)
    assert aside == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("x", "y", "direction", "why"),
    [
        (0.5, 0.0, 0.0, "go ahead by"),
        (-0.2, 0.0, 0.0, "go ahead by"),
        (0.18, 0.3, 0.0, "go outward by"),
        (0.18, 0.055, pi, "turn outward by"),
    ],
)
def test_what_is_out_of_reach_is_refused_with_a_reason(
    x: float, y: float, direction: float, why: str
) -> None:
    assert not REACH.covers(x, y, direction)
    with pytest.raises(OlympianError, match=f"out of reach.*{why}"):
        Kick(FUMANOID, x, y, direction)


def test_a_robot_without_a_set_and_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(OlympianError, match="'atlas' cannot kick yet"):
        kick_range(load_robot("atlas"))
    for numbers in ((nan, 0.0, 0.0, 1.0), (0.18, 0.05, 0.0, 0.0)):
        with pytest.raises(OlympianError, match="finite numbers and some power"):
            Kick(FUMANOID, *numbers)


def plan_of(outward_deg: float = 0.0, power: float = 1.0):
    direction = radians(outward_deg)
    kick = Kick(FUMANOID, *REACH.spot(direction, "left"), direction, power)
    return kick, kick._plan


def sole_at(kick: Kick, t: float) -> np.ndarray:
    """The kicking sole in the frame midway between the feet, by forward kinematics."""
    planned, body = kick._plan.at(t), kick._body
    q = body.solve(planned.stance, kick._start, swing=planned.swing).q
    left, right = body.soles(q)
    kicking, standing = (left, right) if kick.strike.foot == 0 else (right, left)
    plan_standing = planned.stance.soles[1 - kick.strike.foot]
    return plan_standing @ np.linalg.inv(standing) @ kicking


@pytest.mark.parametrize("outward_deg", [0.0, 30.0, 90.0])
def test_at_the_ball_the_foot_flies_where_the_ball_should_go(outward_deg: float) -> None:
    kick, plan = plan_of(outward_deg)
    t, dt = float(plan.spline.times[THROUGH]), 1e-3
    before, after = sole_at(kick, t - dt), sole_at(kick, t + dt)
    vx, vy = (after - before)[:2, 3] / (2 * dt)
    swing = REACH.config.swing
    speed = swing.speed * (swing.outside if outward_deg == 90.0 else 1.0)
    assert hypot(vx, vy) == pytest.approx(speed, rel=0.15)
    off = atan2(vy, vx) - kick.strike.direction
    assert abs(degrees(off)) < 8.0, "the body moves a little too"
    at_ball = sole_at(kick, t)
    assert at_ball[:2, 3] == pytest.approx([kick.strike.sole.x, kick.strike.sole.y], abs=2e-3)


def test_no_joint_turns_round_while_it_swings() -> None:
    _, plan = plan_of()
    times = plan.spline.times
    t = np.linspace(times[SWING], times[BACK], 60)
    angles = np.array([plan._swing.at(float(now))[0] for now in t])
    turns = np.diff(angles, axis=0)
    assert (turns.min(axis=0) * turns.max(axis=0) >= -1e-9).all()


def test_less_power_is_a_slower_foot() -> None:
    speeds = []
    for power in (1.0, 0.5):
        _, plan = plan_of(power=power)
        t = float(plan.spline.times[THROUGH])
        turned = plan._swing.at(t + 1e-3)[0] - plan._swing.at(t - 1e-3)[0]
        speeds.append(np.abs(turned).max())
    assert speeds[1] == pytest.approx(speeds[0] / 2, rel=0.02)


def test_it_ends_as_it_began_and_lifts_only_one_foot() -> None:
    kick, plan = plan_of()
    for t in (0.0, plan.spline.duration):
        assert kick._body.solve(plan.at(t).stance, kick._start).q == pytest.approx(
            FUMANOID.ready, abs=2e-3
        )
    lifts = [sole_at(kick, t)[2, 3] for t in np.linspace(0.0, plan.spline.times[DRAW], 5)]
    assert np.abs(lifts).max() < 1e-3


def test_a_spline_passes_its_keys_as_fast_as_it_should() -> None:
    times = np.array([0.0, 0.3, 0.5])
    keys, speeds = np.array([[0.0], [1.0], [1.5]]), np.array([[0.0], [4.0], [0.0]])
    spline = KeySpline(times, keys, speeds)
    for t, key, speed in zip(times, keys, speeds, strict=True):
        value, acceleration = spline.at(float(t))
        assert value == pytest.approx(key)
        assert acceleration == pytest.approx(0.0, abs=1e-9)
        if speed:
            slope = (spline.at(t + 1e-5)[0] - spline.at(t - 1e-5)[0]) / 2e-5
            assert slope == pytest.approx(speed, rel=1e-3)


@pytest.mark.parametrize("name", ["fumanoid", "wolfgang", "bioloid"])
def test_each_robot_of_the_library_reaches_what_it_says(name: str) -> None:
    robot = load_robot(name)
    reach = kick_range(robot)
    for direction in (0.0, radians(30.0), -radians(30.0)):
        spot = reach.spot(direction)
        assert Kick(robot, *spot, direction).strike.side == ("right" if direction < 0.0 else "left")
    assert read_kick(robot).description
