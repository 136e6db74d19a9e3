"""What a bank takes and what it reports."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.records import ServoFault
from olympian.robot import load_robot
from olympian.servo import AMBIENT_C, ServoBank, servo, servo_names

STILL = np.zeros(1)


def one(name: str = "ax-12a", sign: int = 1, zero: float = 0.0) -> ServoBank:
    return ServoBank(["joint"], [servo(name)], [sign], [zero])


@pytest.mark.parametrize(("name", "tick_deg"), [("ax-12a", 0.29), ("mx-64", 0.088)])
@settings(deadline=None)  # the first call compiles
@given(q=st.floats(-2.0, 2.0), sign=st.sampled_from([-1, 1]), zero=st.floats(-0.4, 0.4))
def test_positions_are_reported_to_the_nearest_tick(name, tick_deg, q, sign, zero):
    bank = one(name, sign, zero)
    bank.step(np.array([q]), STILL, 0.001)
    tick = bank.specs[0].tick
    assert np.degrees(tick) == pytest.approx(tick_deg, rel=0.02)
    assert abs(bank.position()[0] - q) <= tick / 2 + 1e-12
    whole = (sign * bank.position()[0] + zero) / tick
    assert whole == pytest.approx(round(whole), abs=1e-6)


def test_positions_end_at_the_end_of_the_range():
    bank = one("ax-12a")
    bank.step(np.array([4.0]), STILL, 0.001)
    assert np.degrees(bank.position()[0]) == pytest.approx(150.0, abs=0.3)
    bank.step(np.array([-4.0]), STILL, 0.001)
    assert np.degrees(bank.position()[0]) == pytest.approx(-150.0, abs=1e-9)


@pytest.mark.parametrize(("name", "unit_rpm"), [("ax-12a", 0.111), ("mx-64", 0.114)])
def test_speeds_are_reported_in_register_units(name: str, unit_rpm: float):
    bank = one(name, sign=-1)
    q = 0.0
    for _ in range(500):
        q += 2.0 * 0.001
        bank.step(np.array([q]), np.array([2.0]), 0.001)
    counts = bank.speed()[0] * 60.0 / (2.0 * np.pi) / unit_rpm
    assert counts == pytest.approx(round(counts), abs=1e-6)
    assert bank.speed()[0] == pytest.approx(2.0, rel=0.3)


@pytest.mark.parametrize("name", servo_names())
def test_the_speed_register_reaches_beyond_what_the_servo_can_do(name: str):
    spec = servo(name).for_joint(100.0, 12.0)
    bank = ServoBank(["joint"], [spec], [1], [0.0])
    bank.set_goal([1.0], speed=np.array([spec.no_load]))
    granted = bank.registers.read("moving_speed")[0] * spec.speed_unit
    assert granted == pytest.approx(spec.no_load, rel=0.01)


def test_load_temperature_and_voltage_come_as_the_registers_hold_them():
    bank = one()
    bank.registers.write("shutdown", 0)
    bank.set_supply(11.16)
    for _ in range(5000):
        bank.step(np.array([-10.3 * bank.specs[0].tick]), STILL, 0.001)
    assert bank.load()[0] * 1023 == pytest.approx(round(bank.load()[0] * 1023))
    assert 0.2 < bank.load()[0] < 0.4
    assert bank.temperature_c[0] == int(bank.temperature_c[0]) == AMBIENT_C
    assert bank.voltage[0] == pytest.approx(11.2)
    assert bank.fault.dtype == np.uint8
    assert bank.torque_on.dtype == np.bool_


def test_a_goal_out_of_range_is_clamped_and_says_so():
    bank = one()
    bank.set_goal([3.0])
    bank.step(STILL, STILL, 0.001)
    assert np.degrees(bank.goal[0]) == pytest.approx(149.7, abs=0.1)
    assert bank.fault[0] == ServoFault.ANGLE_LIMIT
    bank.set_goal([1.0])
    bank.step(STILL, STILL, 0.001)
    assert bank.fault[0] == 0


def test_joints_outside_the_mask_keep_goal_and_speed():
    bank = ServoBank(["a", "b"], [servo("mx-64")] * 2, [1, -1], [0.0, 0.1])
    bank.set_goal([0.5, 0.5], speed=np.array([1.0, 1.0]))
    before = bank.goal.copy()
    bank.set_goal([0.0, np.nan], np.array([True, False]))
    assert bank.goal == pytest.approx([0.0, before[1]], abs=1e-3)
    assert bank.registers.read("moving_speed")[0] == 0
    assert bank.registers.read("moving_speed")[1] > 0


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_goals_that_are_no_angles_are_refused_and_nothing_changes(bad: float):
    bank = ServoBank(["hip", "knee"], [servo("ax-12a")] * 2, [1, 1], [0.0, 0.0])
    bank.set_goal([0.1, 0.2])
    before = bank.goal.copy()
    with pytest.raises(OlympianError, match="goal of joint 'knee' is"):
        bank.set_goal([0.0, bad])
    with pytest.raises(OlympianError, match="position of joint 'hip' is"):
        bank.reset([bad, 0.0])
    assert np.array_equal(bank.goal, before)


def test_other_nonsense_is_refused_by_name():
    bank = one()
    with pytest.raises(OlympianError, match="shape"):
        bank.set_goal([0.0, 0.0])
    with pytest.raises(OlympianError, match="speed of joint 'joint'"):
        bank.set_goal([0.0], speed=np.array([np.nan]))
    with pytest.raises(OlympianError, match="speed of joint 'joint'"):
        bank.set_goal([0.0], speed=np.array([-1.0]))
    for supply in (0.0, -12.0, np.nan, np.inf):
        with pytest.raises(OlympianError, match="supply voltage"):
            bank.set_supply(supply)


def test_reset_forgets_heat_and_faults_and_keeps_the_registers():
    bank = one()
    bank.registers.write("slope_cw", 16)
    for _ in range(5000):
        bank.step(np.array([-1.0]), STILL, 0.001)
    assert bank.fault[0]
    bank.reset([0.3])
    assert bank.fault[0] == 0
    assert bank.torque_on[0]
    assert bank.temperature_c[0] == AMBIENT_C
    assert bank.position()[0] == pytest.approx(0.3, abs=bank.specs[0].tick)
    assert bank.registers.read("slope_cw")[0] == 16
    assert bank.step(np.array([0.3]), STILL, 0.001)[0] == 0.0


@pytest.mark.parametrize("name", ["bioloid", "fumanoid", "wolfgang", "atlas"])
def test_every_robot_of_the_library_gets_the_servos_of_its_file(name: str):
    robot = load_robot(name)
    bank = ServoBank.of(robot)
    assert bank.names == robot.joint_names
    assert bank.generic == ()
    for joint, spec in zip(robot.tree.movable, bank.specs, strict=True):
        assert spec.name == robot.servos[joint.name].type
        if spec.per_joint:
            assert (spec.stall, spec.no_load) == (joint.effort, joint.velocity)
    bank.reset(robot.ready)
    bank.step(robot.ready, np.zeros(robot.dof), 0.001)
    assert not bank.fault.any()
    assert np.abs(bank.position() - robot.ready).max() <= max(spec.tick for spec in bank.specs)


def test_a_bus_voltage_does_not_weaken_hydraulics():
    specs = [servo("hydraulic").for_joint(840.0, 12.0), servo("ax-12a")]
    bank = ServoBank(["hip", "finger"], specs, [1, 1], [0.0, 0.0], supply_v=9.0)
    assert bank.stall[0] == pytest.approx(840.0)
    assert bank.stall[1] < 1.2


def test_all_servos_of_a_robot_can_be_flashed_with_pid():
    bank = ServoBank.of(load_robot("bioloid"), controller="pid")
    assert {spec.controller for spec in bank.specs} == {"pid"}
