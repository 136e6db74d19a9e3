"""Stepping as planned: where the feet land, where the centre of mass is, what can be changed."""

from dataclasses import replace as replaced

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.backend import KinematicBackend
from olympian.errors import OlympianError
from olympian.geometry import Place, inverse
from olympian.kinematics import Kinematics
from olympian.motion import SkillStatus
from olympian.motion.step import (
    Footstep,
    Gait,
    Stepper,
    StepState,
    ahead_steps,
    gait_names,
    read_gait,
    side_steps,
    turn_steps,
)
from olympian.records import Odometry
from olympian.robot import load_robot
from olympian.state import Estimator
from olympian.state.legs import LegWatch
from olympian.state.odometry import LegOdometry

DT = 0.01
BIOLOID = load_robot("bioloid")
STATE = replaced(
    Estimator(BIOLOID).step(KinematicBackend(BIOLOID).read(), DT), contacts=np.zeros(2, dtype=bool)
)
"""In the air, where nothing is felt."""
"""What a robot without ground under its soles feels: nothing to step by."""
WALK = read_gait("bioloid", "walk")


def ticks(stepper, most=20_000):
    """Goals until it stands again."""
    for _ in range(most):
        yield stepper.step(STATE, DT)
        if stepper.status is not SkillStatus.RUNNING:
            return
    raise AssertionError("it never stands")


def placed(steps, gait=WALK):
    """How far the left sole went by the robot's own reckoning: x, y, yaw."""
    stepper = Stepper(BIOLOID, msgspec.structs.replace(gait, spacing=None))
    stepper.take(steps)
    T_start_now, stance = BIOLOID.forward("left_sole", stepper.q), "left_sole"
    T_start_now = inverse(T_start_now)
    before = stepper.q
    for goal in ticks(stepper):
        if goal.support is not None:
            stance = "left_sole" if goal.support.grounded[0] else "right_sole"
        moved = BIOLOID.forward(stance, before) @ inverse(BIOLOID.forward(stance, goal.q))
        T_start_now, before = T_start_now @ moved, goal.q
    T = T_start_now @ BIOLOID.forward("left_sole", before)
    return T[0, 3], T[1, 3], np.arctan2(T[1, 0], T[0, 0])


def test_landing_is_measured_from_beside_the_other_foot():
    beside = Footstep("left").landing(np.eye(4), 0.07)
    assert beside[:3, 3] == pytest.approx([0.0, 0.07, 0.0])
    ahead = Footstep("right", x=0.05, z=0.03).landing(np.eye(4), 0.07)
    assert ahead[:3, 3] == pytest.approx([0.05, -0.07, 0.03])
    turned = Footstep("left", yaw=np.pi / 2).landing(np.eye(4), 0.08)
    assert turned[:3, 3] == pytest.approx([-0.04, 0.04, 0.0])


@pytest.mark.parametrize(
    ("steps", "gait", "there"),
    [
        (lambda gait: ahead_steps(gait, 0.23), "walk", (0.23, 0.0, 0.0)),
        (lambda gait: ahead_steps(gait, -0.15), "walk", (-0.15, 0.0, 0.0)),
        (lambda gait: side_steps(gait, 0.1), "side", (0.0, 0.1, 0.0)),
        (lambda gait: side_steps(gait, -0.07), "side", (0.0, -0.07, 0.0)),
        (lambda gait: turn_steps(gait, 1.2), "turn", (-0.0326, -0.0223, 1.2)),
    ],
)
def test_exact_steps_end_where_they_should(steps, gait, there):
    gait = read_gait("bioloid", gait)
    x, y, yaw = placed(steps(gait), gait)
    assert (x, y) == pytest.approx(there[:2], abs=2e-3)
    assert yaw == pytest.approx(there[2], abs=5e-3)


@settings(max_examples=12, deadline=None)
@given(
    length=st.floats(-0.05, 0.06),
    side=st.floats(0.0, 0.02),
    turn=st.floats(-0.3, 0.3),
    height=st.floats(0.008, 0.02),
)
def test_centre_of_mass_stays_over_the_soles_that_carry(length, side, turn, height):
    kinematics = Kinematics(BIOLOID)
    stepper = Stepper(BIOLOID, msgspec.structs.replace(WALK, height=height))
    stepper.walk(length, side, turn)
    for tick in range(300):
        goal = stepper.step(STATE, DT)
        if goal.support is None or goal.support.grounded.all():
            continue
        foot = BIOLOID.feet[int(np.argmax(goal.support.grounded))]
        com = kinematics.standing(goal.q, foot.link).com
        low, high = foot.outline.min(axis=0), foot.outline.max(axis=0)
        margin = min(*(com[:2] - low), *(high - com[:2]))
        assert margin > 0.006, (tick, stepper.phase, com)


def test_nine_poses_in_order():
    stepper = Stepper(BIOLOID, WALK)
    stepper.walk(0.04)
    seen = []
    for _ in ticks(stepper):
        if not seen or seen[-1] != stepper.pose:
            seen.append(stepper.pose)
        if stepper.steps_done == 2:
            stepper.stop()
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8, 3, 4, 5, 9, 1]


def test_state_machine_of_the_walk():
    stepper = Stepper(BIOLOID, WALK)
    stepper.walk(0.04)
    seen = []
    for _ in ticks(stepper):
        if not seen or seen[-1] is not stepper.state:
            seen.append(stepper.state)
        if stepper.steps_done == 2:
            stepper.stop()
    assert seen == [StepState.INIT, StepState.LOOP, StepState.STOP, StepState.IDLE]


def test_parameters_change_at_the_next_step():
    stepper = Stepper(BIOLOID, WALK)
    stepper.walk(0.03)
    while stepper.steps_done < 2:
        stepper.step(STATE, DT)
    lifts = []
    for height in (0.008, 0.02):
        stepper.gait = msgspec.structs.replace(WALK, height=height)
        done, highest = stepper.steps_done, 0.0
        while stepper.steps_done < done + 2:
            goal = stepper.step(STATE, DT)
            left, right = (BIOLOID.forward(foot.link, goal.q)[2, 3] for foot in BIOLOID.feet)
            if stepper.steps_done == done + 1:
                highest = max(highest, abs(left - right))
        lifts.append(highest)
    assert lifts == pytest.approx([0.008, 0.02], abs=1e-3)


def test_frozen_goals_do_not_move_and_go_on_later():
    stepper, twin = Stepper(BIOLOID, WALK), Stepper(BIOLOID, WALK)
    for one in (stepper, twin):
        one.walk(0.05)
        for _ in range(137):
            one.step(STATE, DT)
    stepper.frozen = True
    held = [stepper.step(STATE, DT) for _ in range(50)]
    assert all(np.array_equal(goal.q, twin.q) for goal in held)
    assert not held[-1].support.com_acceleration.any()
    stepper.frozen = False
    moved = np.abs(stepper.step(STATE, DT).q - twin.q).max()
    assert 0.0 < moved < 0.1 * np.abs(twin.q - twin.step(STATE, DT).q).max() + 1e-9


def test_goals_never_jump():
    stepper = Stepper(BIOLOID, WALK)
    stepper.walk(WALK.length)
    before = stepper.q
    for _ in range(400):
        goal = stepper.step(STATE, DT)
        assert np.abs(goal.q - before).max() / DT < 6.2, stepper.phase
        before = goal.q


def test_a_walk_that_asks_too_much_takes_smaller_steps_and_says_so():
    stepper = Stepper(BIOLOID, WALK)
    stepper.walk(0.2)
    for _ in range(300):
        stepper.step(STATE, DT)
    assert stepper.status is SkillStatus.RUNNING
    assert "cannot reach" in stepper.reason


def test_an_exact_step_out_of_reach_fails_and_the_robot_stands():
    stepper = Stepper(BIOLOID, WALK)
    stepper.take([Footstep("right", x=0.3)])
    list(ticks(stepper))
    assert stepper.status is SkillStatus.FAILED
    assert "right_leg cannot reach" in stepper.reason


def test_a_gait_out_of_reach_leaves_the_robot_standing_and_says_so():
    stepper = Stepper(BIOLOID, WALK)
    stepper.walk(0.03)
    for _ in range(150):
        stepper.step(STATE, DT)
    stepper.gait = msgspec.structs.replace(WALK, torso_height=0.3)
    stepper.stop()
    list(ticks(stepper))
    assert stepper.status is SkillStatus.FAILED
    assert "cannot reach" in stepper.reason


@pytest.mark.parametrize("wish", [(np.nan,), (0.02, np.inf)])
def test_nonsense_is_refused(wish):
    with pytest.raises(OlympianError, match="finite"):
        Stepper(BIOLOID, WALK).walk(*wish)


def test_unknown_gait_names_those_there_are():
    with pytest.raises(OlympianError, match="stairs_up"):
        read_gait("bioloid", "gallop")


def test_bad_key_in_a_gait_file_is_named_with_its_line(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("length = 0.03\nheigth = 0.01\n", encoding="utf-8")
    with pytest.raises(OlympianError, match=r"mine\.toml:2.*heigth"):
        read_gait("bioloid", path)


def test_every_gait_of_the_library_can_be_read():
    assert {"walk", "turn", "side", "stairs_up", "stairs_down"} <= set(gait_names("bioloid"))
    for name in gait_names("bioloid"):
        assert isinstance(read_gait("bioloid", name), Gait)


def test_compliance_is_switched_on_entry_and_back_on_exit():
    stepper = Stepper(BIOLOID, WALK)
    assert stepper.step(STATE, DT).settings is None
    stepper.take([Footstep("right", x=0.02)])
    soft = stepper.step(STATE, DT).settings
    assert soft is not None
    legs = BIOLOID.indices(BIOLOID.groups["legs"])
    assert (soft.slope[legs] == WALK.compliance["legs"].slope).all()
    list(ticks(stepper))
    assert stepper.step(STATE, DT).settings is None


def test_footsteps_are_plain_values():
    assert replaced(Footstep("left", x=0.1), x=0.2) == Footstep("left", x=0.2)


@pytest.mark.parametrize(("slipped", "turned_back"), [(0.04, 0.04), (-0.03, -0.03), (0.5, 0.0524)])
def test_feet_land_turned_back_by_what_the_gyro_saw_them_slip(slipped, turned_back):
    stepper = Stepper(BIOLOID, WALK)
    floor = replaced(STATE, contacts=np.array([True, True]))
    for _ in range(50):
        stepper.step(floor, DT)
    stepper.take([Footstep("right", x=0.03)])
    for tick in range(1000):
        turned = Place(yaw=slipped * min(tick, 20) / 20)
        stepper.step(replaced(floor, odometry=Odometry(turned)), DT)
        if stepper.steps_done:
            break
    left, right = (BIOLOID.forward(f"{side}_sole", stepper.q) for side in ("left", "right"))
    yaw = np.arctan2(right[1, 0], right[0, 0]) - np.arctan2(left[1, 0], left[0, 0])
    assert yaw == pytest.approx(-turned_back, abs=2e-3)


def standing_on_the_left(q):
    """What is felt when the joints have come to be at `q` over a left foot that stands."""
    watch, kinematics = LegWatch(BIOLOID), Kinematics(BIOLOID)
    odometry = LegOdometry(watch.pair)
    on_left = np.zeros(2)
    on_left[watch.pair[0]] = 20.0
    for posture, resting in ((STATE.q, True), (q, False)):
        soles = watch.soles(kinematics.at(posture))
        legs = watch.legs(np.eye(3), np.zeros(3), STATE.com_in_torso, soles)
        odometry.step(legs, np.eye(3), on_left, DT, resting, (1.0, 1.0))
    contacts = np.array([True, True])
    return replaced(STATE, q=q, legs=legs, odometry=odometry.odometry, contacts=contacts)


def width_of_a_side_step(q):
    """Between the soles once the left foot has gone 30 mm aside, if this is felt from then on."""
    stepper = Stepper(BIOLOID, WALK)
    floor = replaced(STATE, contacts=np.array([True, True]))
    for _ in range(50):
        stepper.step(floor, DT)
    stepper.take([Footstep("left", y=0.03)])
    felt = standing_on_the_left(q)
    while not stepper.steps_done:
        stepper.step(felt, DT)
    left, right = (BIOLOID.forward(f"{side}_sole", stepper.q)[1, 3] for side in ("left", "right"))
    return left - right


def test_a_side_step_makes_up_for_a_standing_foot_that_stands_elsewhere():
    q = np.array(STATE.q)
    q[BIOLOID.joint_index["right_hip_roll"]] -= 0.02
    _, before, _ = BIOLOID.forward("right_sole", STATE.q)[:3, 3]
    _, after, _ = BIOLOID.forward("right_sole", q)[:3, 3]
    assert after < before - 0.002
    longer = width_of_a_side_step(q) - width_of_a_side_step(STATE.q)
    assert longer == pytest.approx(before - after, abs=5e-4)
