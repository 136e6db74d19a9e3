"""The biped in MuJoCo: honest mechanics, and each stabiliser against what it is without."""

from dataclasses import replace
from math import cos, pi

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.lab.walker import CONTROLLERS, Sole, choose_controller, row, trial
from olympian.lab.walker.biped import CONTROL_DT, Biped, BipedReading, Goals
from olympian.lab.walker.biped_gait import BipedGait, sigmoid
from olympian.lab.walker.biped_model import BipedModel
from olympian.lab.walker.stabilise import (
    AnkleTorque,
    ContactSync,
    LegLengthControl,
    StepByEnergy,
    StepBySymmetry,
)

GAIT, BUILD = BipedGait(), BipedModel()
SEEDS = (11, 12)
STEPS = 15


def biped(build=BUILD):
    return Biped(build, np.random.default_rng(0))


def walks(name, **changes):
    """Two walks by a controller whose gait is changed."""
    controller = CONTROLLERS[name]
    controller = replace(controller, gait=replace(controller.gait, **changes))
    return [trial(controller, seed, STEPS) for seed in SEEDS]


def test_its_motors_alone_never_move_its_centre_of_mass():
    """In the air without weight, whatever hip, knees and ankles do is an inner matter."""
    machine = biped()
    machine.model.opt.gravity[:] = 0.0
    machine.data.qpos[1] = 1.0
    machine.write(0, Goals(0.0, 0.0, 0.0))
    before = machine.com
    openings = []
    for tick in range(300):
        swing = 0.5 * np.sin(0.05 * tick)
        machine.write(tick // 100 % 2, Goals(swing, -0.02, 0.01 * swing, 0.3 * swing))
        openings.append(machine.opening(0))
    assert np.ptp(openings) > 0.3
    # a push from outside would move it by centimetres; this much is the integrator's
    assert machine.com == pytest.approx(before, abs=3e-4)


def test_a_heel_strike_keeps_about_cos_squared_of_the_kinetic_energy():
    """Equation 7.7 against MuJoCo's contacts, with legs that weigh next to nothing."""
    build = BipedModel(thigh_mass=0.01, shank_mass=0.01, foot_mass=0.01)
    machine, opening = biped(build), 0.5
    machine.begin(opening, 0.6)
    speeds, touched = [], []
    for tick in range(400):
        # the swing foot is ahead and high long before it is needed, then comes down and waits
        lift = -0.02 if tick < 60 else 0.0
        reading = machine.read(0)
        machine.write(0, Goals(-opening + 2 * opening * min(1.0, tick / 50), lift, 0.0))
        speeds.append(float(np.hypot(*machine.data.qvel[:2])))
        touched.append(reading.swing_contact and tick > 60)
        if touched[-1] and len(speeds) - touched.index(True) > 15:
            break
    strike = touched.index(True)
    kept = (min(speeds[strike : strike + 15]) / speeds[strike - 3]) ** 2
    assert kept == pytest.approx(cos(opening) ** 2, abs=0.08)


def test_without_feedback_it_falls_out_of_step():
    for walk in walks("open"):
        assert walk.fell
        assert walk.steps < 10
        assert abs(walk.lag[-1]) > 0.02


@pytest.mark.parametrize("name", ["contact", "ankle", "energy", "symmetry", "length"])
def test_each_stabiliser_keeps_in_step(name):
    for walk in walks(name):
        assert not walk.fell
        assert walk.steps == STEPS
        assert walk.synchronisation_error < 0.03
        assert walk.com[-1, 0] > 1.0


@pytest.mark.parametrize("name", ["ankle", "energy", "symmetry", "length"])
def test_the_same_energizer_without_the_stabiliser_does_not_do(name):
    """So it is the stabiliser that keeps them up, not the contact nor the energizer."""
    for walk in walks("contact", extend=CONTROLLERS[name].gait.extend):
        assert walk.fell


def test_symmetric_steps_need_the_foot_contact():
    """Figure 7.13: with a constant step time, long steps follow short ones until it falls."""
    timed, clocked = walks("symmetry"), walks("symmetry_clock")
    assert all(walk.fell for walk in clocked)
    assert min(walk.asymmetry for walk in clocked) > max(walk.asymmetry for walk in timed)


def test_with_a_clock_and_little_energy_steps_come_to_nothing():
    """Figure 7.13a: after some steps the same foot is still ahead."""
    weak = [trial(CONTROLLERS["symmetry_weak"], seed, STEPS) for seed in range(4)]
    assert all(walk.fell for walk in weak)
    assert sum(walk.failed_steps for walk in weak) > 2


@pytest.mark.parametrize("push", [0.3, -0.3])
def test_step_length_control_takes_a_push(push):
    """Figure 7.12: it changes its speed, and walks on."""
    walk = trial(CONTROLLERS["symmetry"], 11, STEPS, push)
    assert not walk.fell
    assert np.abs(walk.force).max() == pytest.approx(3.0)


def test_the_ankle_never_asks_for_more_than_the_sole_can_bear():
    stabiliser = AnkleTorque(GAIT, BUILD)
    most = Sole(BUILD.sole_front, BUILD.sole_back).limits(BUILD.mass, BUILD.leg, pi / 2, 0.0)
    goals = Goals(0.0, 0.0, 0.0)
    assert stabiliser.adjust(goals, BipedReading(-1.0, 0.0, False), 0.0).ankle_torque < most[1]
    assert stabiliser.adjust(goals, BipedReading(0.0, 0.0, False), 10.0).ankle_torque == most[1]
    late = stabiliser.adjust(goals, BipedReading(-0.05, 0.5, False), GAIT.period / 2).ankle_torque
    assert 0.0 < late == pytest.approx(15.0 * 0.05)
    # 9 N m/rad hold against gravity, the walk's own torque stays far inside
    for walk in walks("ankle"):
        assert np.abs(walk.torque).max() <= 1.05 * most[1]


def test_a_late_body_is_lifted_through_upright_and_an_early_one_lowered():
    control = LegLengthControl(GAIT)
    goals, middle = Goals(0.0, 0.0, 0.0), GAIT.period / 2

    def length(theta, t):
        return control.adjust(goals, BipedReading(theta, 1.0, False), t).stance_length

    assert length(-0.1, middle) < -0.005
    assert abs(length(0.6, middle)) < 0.001
    assert length(-0.05, 0.0) > 0.005
    assert sigmoid(0.0) == 0.5
    assert sigmoid(-1e4) == 0.0


def test_more_energy_means_longer_steps():
    def opening(speed):
        control = StepByEnergy(GAIT, BUILD)
        goals = GAIT.goals(GAIT.period, -GAIT.opening)
        return control.adjust(goals, BipedReading(0.1, speed, False), GAIT.period).opening

    assert opening(1.0) < opening(1.5) < opening(2.0)


def test_the_mirror_and_the_contact_do_as_named():
    mirrored = StepBySymmetry().adjust(Goals(0.3, 0.0, 0.0), BipedReading(0.11, 1.0, False), 0.1)
    assert mirrored.opening == pytest.approx(0.22)
    contact, late = ContactSync(GAIT), 2 * GAIT.period
    assert not contact.over(BipedReading(0.2, 1.0, False), late, due=True)
    assert contact.over(BipedReading(0.2, 1.0, True), 0.8 * GAIT.period, due=False)
    assert not contact.over(BipedReading(0.2, 1.0, True), 0.3 * GAIT.period, due=False)


def test_readings_are_late_but_carried_on():
    machine = biped()
    machine.begin(0.4, 0.5)
    errors = []
    for _ in range(60):
        reading = machine.read(0)
        errors.append(reading.theta - machine.data.qpos[machine.model.joint("left_hip").id])
        machine.write(0, Goals(-0.4, -0.02, 0.0))
    late = 0.010 * 1.6  # what a delay of 10 ms would be wrong by at the start
    assert abs(np.mean(errors[5:])) < late / 2
    assert CONTROL_DT < 0.010


def test_the_same_seed_is_the_same_walk():
    first, again = (trial(CONTROLLERS["contact"], 5, 4) for _ in range(2))
    other = trial(CONTROLLERS["contact"], 6, 4)
    assert np.array_equal(first.com, again.com)
    assert not np.array_equal(first.com[:50], other.com[:50])


def test_rows_and_names():
    walked = [trial(CONTROLLERS["open"], seed, 4) for seed in (1, 2)]
    summary = row(CONTROLLERS["open"], walked, 4)
    assert summary.survived == sum(not walk.fell for walk in walked)
    assert summary.steps == tuple(walk.steps for walk in walked)
    with pytest.raises(OlympianError, match="did you mean 'ankle'"):
        choose_controller("anckle")
