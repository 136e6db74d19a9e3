"""The motor must be the datasheet's, at every voltage, friction included."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.servo import MotorConstants, generic_servo, servo, servo_names
from olympian.servo.spec import DEFAULT_EFFORT, DEFAULT_VELOCITY, ServoSpec, _parse

ELECTRIC = [name for name in servo_names() if not servo(name).per_joint]


def test_the_catalogue_holds_the_servos_of_the_papers_and_the_hydraulics():
    assert {"ax-12a", "rx-28", "rx-64", "mx-64", "mx-106", "xh540-w270"} <= set(ELECTRIC)
    assert servo("hydraulic").controller == "pid"


@pytest.mark.parametrize("name", ELECTRIC)
def test_stall_and_no_load_are_the_datasheets(name: str):
    spec, motor = servo(name), MotorConstants.of(servo(name))
    assert motor.stall(spec.voltage) == pytest.approx(spec.stall, rel=1e-12)
    assert motor.no_load(spec.voltage) == pytest.approx(spec.no_load, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "voltage", "stall", "no_load"),
    [("rx-64", 15.0, 6.3, 5.57), ("rx-28", 12.0, 2.78, None)],
)
def test_a_second_voltage_of_the_datasheet_follows_from_the_first(name, voltage, stall, no_load):
    motor = MotorConstants.of(servo(name))
    assert motor.stall(voltage) == pytest.approx(stall, rel=0.03)
    if no_load is not None:
        assert motor.no_load(voltage) == pytest.approx(no_load, rel=0.03)


@pytest.mark.parametrize("name", ELECTRIC)
@given(share=st.floats(0.3, 1.2), at=st.floats(0.0, 1.0))
def test_torque_falls_on_a_straight_line_from_stall_to_no_load(name: str, share: float, at: float):
    spec, motor = servo(name), MotorConstants.of(servo(name))
    voltage = share * spec.voltage
    speed = at * motor.no_load(voltage)
    at_horn = motor.torque(voltage, speed) - motor.friction
    assert at_horn == pytest.approx((1.0 - at) * motor.stall(voltage), abs=1e-9)


@pytest.mark.parametrize("name", ELECTRIC)
def test_the_rotor_turns_faster_and_weaker_by_the_gear(name: str):
    spec, motor = servo(name), MotorConstants.of(servo(name))
    current = spec.voltage / motor.resistance
    rotor_torque = motor.rotor_torque_constant * current
    assert rotor_torque * spec.gear - motor.friction == pytest.approx(spec.stall)
    back_emf = motor.rotor_back_emf * spec.no_load * spec.gear
    assert (spec.voltage - back_emf) / motor.resistance * motor.torque_constant == pytest.approx(
        motor.friction
    )


@pytest.mark.parametrize("name", ELECTRIC)
def test_reflected_rotor_inertia_is_in_the_range_people_identify(name: str):
    assert 0.002 < servo(name).armature < 0.05


def test_hydraulics_take_strength_and_speed_from_the_joint():
    spec = servo("hydraulic").for_joint(840.0, 12.0)
    assert (spec.stall, spec.no_load) == (840.0, 12.0)
    assert MotorConstants.of(spec).stall(spec.voltage) == pytest.approx(840.0)
    assert servo("ax-12a").for_joint(840.0, 12.0) == servo("ax-12a")


@pytest.mark.parametrize("missing", [float("inf"), float("nan"), 0.0, -1.0])
def test_a_joint_without_limits_gets_defaults(missing: float):
    spec = generic_servo(missing, missing)
    assert (spec.stall, spec.no_load) == (DEFAULT_EFFORT, DEFAULT_VELOCITY)
    assert generic_servo(3.0, 4.0).stall == 3.0


def test_an_unknown_servo_is_named_with_its_nearest_spelling():
    with pytest.raises(OlympianError, match="unknown servo 'ax-12', did you mean 'ax-12a'"):
        servo("ax-12")


def test_unknown_keys_and_broken_tables_are_refused():
    table = msgspec.to_builtins(servo("ax-12a"))
    assert msgspec.convert(table, ServoSpec) == servo("ax-12a")
    with pytest.raises(OlympianError, match=r"catalogue\.toml.*unknown field `colour`"):
        _parse('[x]\ncolour = "red"')
    with pytest.raises(OlympianError, match=r"catalogue\.toml"):
        _parse("[x")
