"""What `olympian bench servo` promises, measured in MuJoCo."""

import numpy as np
import pytest

from olympian.lab.bench_servo import (
    ServoRow,
    hanging_arm,
    hold_error,
    measure,
    no_load_speed,
    rotor_with_brake,
    stall_torque,
)
from olympian.servo import servo, servo_names


@pytest.fixture(scope="module")
def rows() -> list[ServoRow]:
    return measure(seed=0)


def test_all_servos_are_on_the_bench_in_the_catalogues_order(rows: list[ServoRow]):
    electric = [name for name in servo_names() if not servo(name).per_joint]
    assert [row.servo for row in rows] == electric
    assert len(electric) >= 10


def test_stall_and_no_load_are_within_three_per_cent_of_the_datasheet(rows: list[ServoRow]):
    for row in rows:
        spec = servo(row.servo)
        assert abs(row.stall_error) < 0.03
        assert abs(row.no_load_error) < 0.03
        assert row.stall_nm == pytest.approx(spec.stall, rel=0.03)
        assert row.no_load_rad_s == pytest.approx(spec.no_load, rel=0.03)


def test_the_second_row_of_a_datasheet_comes_out_too():
    """RX-64 at 15 V: nothing in the catalogue was fitted to it."""
    assert stall_torque(servo("rx-64"), 15.0) == pytest.approx(6.3, rel=0.03)
    assert no_load_speed(servo("rx-64"), 15.0) == pytest.approx(5.57, rel=0.03)


def test_p_leaves_an_error_that_pid_removes(rows: list[ServoRow]):
    for row in rows:
        one_tick = servo(row.servo).range_deg / servo(row.servo).ticks
        assert row.hold_error_deg.p > 0.5
        assert row.hold_error_deg.pid < max(0.1, one_tick)


def test_slope_12_without_margin_and_punch_is_stiffer(rows: list[ServoRow]):
    for row in rows:
        assert row.hold_error_deg.p_stiff < row.hold_error_deg.p
        assert row.stiffness_nm_per_deg.p_stiff > 2.0 * row.stiffness_nm_per_deg.p


def test_the_bench_sees_a_wrong_motor():
    """A rig that cannot fail measures nothing: with a tenth of the voltage it must say so."""
    rig = rotor_with_brake(servo("mx-64"))
    rig.bank.set_supply(1.48)
    rig.start(-2.0)
    rig.bank.set_goal([2.0])
    assert np.max(rig.run(0.5, lambda data: data.qvel[0])) < 0.1 * servo("mx-64").no_load


def test_the_same_seed_gives_the_same_error():
    spec = servo("mx-64")
    first, second = (hold_error(spec, "pid", 2.0, np.random.default_rng(3)) for _ in range(2))
    assert first == second


def test_torque_off_lets_the_arm_fall():
    rig = hanging_arm(servo("ax-12a"), 0.75)
    rig.start(0.0)
    rig.bank.torque(False)
    rig.run(0.6, lambda data: data.qpos[0])
    assert rig.data.qpos[0] > 1.0
