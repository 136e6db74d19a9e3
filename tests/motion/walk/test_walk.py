"""The dynamic walk: its laws by numbers."""

from math import exp, radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.geometry import Place, T_from, inverse
from olympian.motion.number_set import write_numbers
from olympian.motion.walk import STABILISERS, WalkConfig, read_walk
from olympian.motion.walk.pace import FURTHEST, Pace
from olympian.motion.walk.pendulum import Pendulum, PendulumState
from olympian.motion.walk.pose_kernel import sole_in_base
from olympian.motion.walk.reflex import Reflexes
from olympian.motion.walk.rules import rules_of
from olympian.records import LegState, Twist
from olympian.robot import load_robot

ROBOTS = ("bioloid", "fumanoid", "wolfgang")
angles = st.floats(-1.0, 1.0)


@pytest.fixture(scope="module")
def fumanoid():
    return load_robot("fumanoid")


# laws


def test_divergent_component_leaves_the_foot_as_an_exponential():
    pendulum, foot = Pendulum(0.3), (0.01, 0.0)
    state = PendulumState((0.02, 0.05), (0.1, -0.2))
    later = pendulum.after(state, foot, 0.2)
    grown = exp(pendulum.rate * 0.2) * np.subtract(pendulum.divergent(state), foot)
    assert np.subtract(pendulum.divergent(later), foot) == pytest.approx(grown)


def test_braking_brings_the_body_to_rest_and_stays_in_the_sole():
    pendulum, state = Pendulum(0.3), PendulumState((0.01, 0.0), (0.05, -0.05))
    for _ in range(300):
        push = pendulum.braking(state, (0.0, 0.0), (0.03, 0.05))
        assert abs(push[0]) <= 0.03
        assert abs(push[1]) <= 0.05
        state = pendulum.after(state, push, 0.01)
    assert np.abs(np.array(state)).max() < 1e-3


def test_steady_steps_repeat_themselves():
    """A foot that lands `lead` behind the divergent component finds it there a step later again."""
    pendulum, stride, spacing, time = Pendulum(0.3), (0.1, 0.0), 0.1, 0.25
    lead = pendulum.lead(stride, spacing, time)
    grown = exp(pendulum.rate * time) * np.array(lead)
    assert grown - (stride[0], spacing) == pytest.approx(pendulum.lead(stride, -spacing, time))


@given(angles, angles, angles)
def test_places_undo_themselves(x, y, yaw):
    place = Place(x, y, yaw)
    assert place.then(place.inverse()) == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)
    middle = place.middle()
    assert middle.then(middle.inverse().then(place)) == pytest.approx(place)


@given(st.tuples(*[angles] * 3), st.tuples(*[angles] * 3), st.tuples(*[angles] * 3))
def test_compiled_pose_equals_the_plain_one(torso_xyz, rpy, sole_xyz):
    sole_rpy = (rpy[2], rpy[0], rpy[1])
    base = T_from(sole_xyz[::-1], torso_xyz)
    plain = base @ inverse(T_from(torso_xyz, rpy)) @ T_from(sole_xyz, sole_rpy)
    T = np.eye(4)
    sole_in_base(np.ascontiguousarray(base[:3]).ravel(), torso_xyz, rpy, sole_xyz, sole_rpy, T)
    assert pytest.approx(plain, abs=1e-11) == T


# stabilisers one by one: the sense of what they do, and nothing when off

PENDULUM = Pendulum(0.3)
PLAN = PendulumState((0.01, 0.04), (0.2, 0.0))


def rules(chosen):
    return rules_of(chosen)[0]


@pytest.mark.parametrize("axis", [0, 1])
def test_eager_feet_forget_false_zeros_sooner_along_and_across(axis):
    legs_apart = ((0.0, 0.05, 0.0), (0.0, -0.05, 0.0))
    fine = LegState(legs_apart, (0.01, 0.01, 0.3), (0.3, 0.3), (0.0, 0.0), (0.0, 0.0, 0.0))
    off = fine._replace(com=(0.07, 0.07, 0.3))
    eager = [8.0 if axis == 0 else 0.0, 8.0 if axis == 1 else 0.0]
    rules, reflexes = rules_of(WalkConfig().changed({"habit.eager": eager})), Reflexes()
    for look in [fine] * 2 + [off] * 4:
        reflexes.react(rules, look, 0, 0.5, 0.1, PENDULUM, PLAN, 0.0, 0.01)
    felt = reflexes.feeling.place
    # what the last of four looks shows after three times at most a tenth of 15 mm were learnt
    assert felt[1 - axis] == pytest.approx(0.06 - 3 * 0.0015)
    # in steps 3, 4 and 5: of 40, 30 and 24 mm 0.27, 0.2 and 0.16
    assert felt[axis] == pytest.approx(0.06 - 0.04 * 0.8 / 3 - 0.03 * 0.2 - 0.024 * 0.16)


@pytest.mark.parametrize("name", ROBOTS)
def test_every_set_is_the_record_that_kernels_were_compiled_for(name):
    chosen = read_walk(load_robot(name))
    rules = rules_of(chosen)
    assert rules.dtype == rules_of(WalkConfig()).dtype
    assert tuple(rules[0]["capture"]["gain"]) == chosen.capture.gain
    assert rules[0]["level"]["on"] == chosen.level.on
    assert rules[0]["pattern"]["lift"] == chosen.pattern.lift


# heading


def steps(pace, chosen, count, heading=0.0, drift=0.0):
    """Heading after so many steps of legs that turn by `drift` rad/s more than planned."""
    for _ in range(count):
        for _ in range(25):
            pace.tick(chosen, 0.01)
        turned = 0.25 * (pace.planned(chosen)[2] + drift)
        heading += turned
        pace.correct(chosen, Place(0.1, 0.0, turned), 0.25, heading)
    return heading


def test_heading_is_held_against_legs_that_turn():
    """Legs that turn by 0.2 rad/s on their own: the first half minute leaves 1°, not 20° or 300."""
    off = WalkConfig().changed({"speed.on": True, "speed.gain.2": 0.05})
    held = {}
    for on in (False, True):
        pace, chosen = Pace(), off.changed({"heading.on": on})
        pace.command(Twist(0.2), chosen.top_speed)
        held[on] = steps(pace, chosen, 120, drift=0.2)
    assert held[False] > radians(20.0)
    assert abs(held[True]) < radians(2.0)


def test_a_turn_that_is_asked_for_ends_in_the_heading_that_is_held():
    pace, chosen = Pace(), WalkConfig().changed({"heading.on": True})
    pace.command(Twist(0.2, 0.0, 0.8), chosen.top_speed)
    turned = steps(pace, chosen, 12)
    assert turned > 1.0
    # nothing pulls back while it turns
    assert pace.planned(chosen)[2] == pytest.approx(pace.ramp[2])
    pace.command(Twist(0.2), chosen.top_speed)
    assert steps(pace, chosen, 40, turned) == pytest.approx(turned, abs=0.35)


def test_what_a_shove_has_turned_too_far_is_left():
    pace, chosen = Pace(), WalkConfig().changed({"heading.on": True, "heading.most": 0.2})
    pace.command(Twist(0.2), chosen.top_speed)
    assert steps(pace, chosen, 80, heading=1.5) == pytest.approx(1.5 - FURTHEST, abs=0.05)
    # and no faster than it may
    pace.correct(chosen, Place(), 0.25, 3.0)
    assert abs(pace.planned(chosen)[2]) <= 0.2 * chosen.limits.top_speed[2] + 1e-9


def test_who_stumbles_is_not_asked_for_much_more_speed():
    """Stumbling steps are short: a correction that grows with them would fell the robot."""
    for name in ROBOTS:
        chosen, pace = read_walk(load_robot(name)), Pace()
        top = chosen.limits.top_speed[0]
        pace.command(Twist(top), chosen.top_speed)
        for _ in range(400):
            pace.tick(chosen, 0.01)
        before = pace.planned(chosen)[0]
        for _ in range(40):
            pace.correct(chosen, Place(0.0, 0.0, 0.0), chosen.pattern.step_time, 0.0)
        more = pace.planned(chosen)[0] - before
        assert 0.0 < more <= 0.2 * chosen.pattern.stride[0] * top, name


@pytest.mark.parametrize(("mixing", "each"), [(2.0, 3**-0.5), (1.0, 1 / 3)])
def test_what_is_asked_for_at_once_is_cut_together(mixing, each):
    top = WalkConfig().changed({"limits.mixing": mixing}).top_speed
    wish, said = top.admit(top.at(9.0, -1.0, 1.0))
    assert said == ""
    assert wish.forward / top.ahead == pytest.approx(each)
    assert -wish.left / top.side == wish.turn / top.turn == pytest.approx(each)
    for alone in (top.at(1.0), top.at(-1.0), top.at(0.0, 1.0), top.at(0.0, 0.0, -1.0)):
        assert top.admit(alone) == (alone, "")


# sets


def test_sets_survive_the_file(fumanoid, tmp_path):
    chosen = read_walk(fumanoid).changed({"capture.gain.2": 0.25, "pattern.trim": (0.01, -0.002)})
    path = tmp_path / "walk.toml"
    write_numbers(path, chosen, "made by a test\nin two lines")
    assert read_walk(fumanoid, path) == chosen
    assert path.read_text().startswith("# made by a test\n# in two lines\n")
    assert [entry.name for entry in tmp_path.iterdir()] == ["walk.toml"]


@pytest.mark.parametrize(
    ("values", "culprit"),
    [
        ({"capture.gian": 1.0}, "gian"),
        ({"capture.gain.7": 1.0}, "'7'"),
        ({"pattern.lift": 9.0}, "lift"),
        ({"pattern.lift": "high"}, "lift"),
    ],
)
def test_bad_parameters_are_named(values, culprit):
    with pytest.raises(OlympianError, match=culprit):
        WalkConfig().changed(values)


def test_bad_file_is_named_with_its_line(fumanoid, tmp_path):
    path = tmp_path / "walk.toml"
    path.write_text("[pattern]\nlift = 0.02\nstep_tyme = 0.3\n")
    with pytest.raises(OlympianError, match=r"walk\.toml:3: .*step_tyme"):
        read_walk(fumanoid, path)
    with pytest.raises(OlympianError, match="no such file"):
        read_walk(fumanoid, tmp_path / "none.toml")
    with pytest.raises(OlympianError, match="olympian tune walk"):
        read_walk(load_robot("atlas"))


def test_every_stabiliser_is_a_table_with_a_switch():
    for name in STABILISERS:
        assert isinstance(WalkConfig().value(f"{name}.on"), bool)
    with pytest.raises(OlympianError, match="cpature"):
        WalkConfig().only("cpature")
