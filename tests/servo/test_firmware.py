"""The control laws as the manuals draw them, read off the voltage at a blocked horn."""

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.servo import ServoBank, servo

STILL = np.zeros(1)
DT = 0.001


def one(name: str = "ax-12a", controller: str | None = None, sign: int = 1, zero: float = 0.0):
    """A bank of one servo; shutdown off, so that a law can be read for as long as one likes."""
    spec = servo(name)
    spec = msgspec.structs.replace(spec, controller=controller or spec.controller)
    bank = ServoBank(["joint"], [spec], [sign], [zero])
    bank.registers.write("shutdown", 0)
    return bank


def compliant(margin: int = 1, slope: int = 32, punch: int = 32) -> ServoBank:
    bank = one()
    for side in ("cw", "ccw"):
        bank.registers.write(f"margin_{side}", margin)
        bank.registers.write(f"slope_{side}", slope)
    bank.registers.write("punch", punch)
    return bank


def duty_at(bank: ServoBank, error_ticks: float) -> float:
    """Duty with the horn this many ticks below its goal at the centre."""
    tick = bank.specs[0].tick
    bank.set_goal([0.0])
    volts = bank.step(np.array([-error_ticks * tick]), STILL, DT)
    return float(volts[0]) / bank.specs[0].voltage


@pytest.mark.parametrize("margin", [0, 1, 5])
def test_nothing_happens_inside_the_margin(margin: int):
    bank = compliant(margin=margin, punch=0, slope=128)
    for error in range(-margin, margin + 1):
        assert duty_at(bank, error) == 0.0
    assert duty_at(bank, margin + 1) > 0.0
    assert duty_at(bank, -margin - 1) < 0.0


def test_punch_is_the_least_drive_and_the_ramp_ends_at_full_duty():
    bank = compliant(margin=1, slope=32, punch=32)
    assert duty_at(bank, 2) == pytest.approx(32 / 1023 + (1 - 32 / 1023) / 32)
    assert duty_at(bank, 1 + 32) == pytest.approx(1.0)
    assert duty_at(bank, 200) == 1.0


@pytest.mark.parametrize(
    ("slope", "acts_as"),
    [(0, 2), (3, 2), (4, 4), (7, 4), (12, 8), (16, 16), (31, 16), (32, 32), (100, 64), (254, 128)],
)
def test_slopes_act_in_seven_steps(slope: int, acts_as: int):
    bank = compliant(margin=0, slope=slope, punch=0)
    assert duty_at(bank, 1) == pytest.approx(1.0 / acts_as)


def test_each_side_has_its_own_margin_and_slope():
    bank = compliant(punch=0)
    bank.registers.write("margin_cw", 0)
    bank.registers.write("slope_cw", 8)
    bank.registers.write("margin_ccw", 4)
    bank.registers.write("slope_ccw", 64)
    assert duty_at(bank, 4) == pytest.approx(4 / 8)
    assert duty_at(bank, -4) == 0.0
    assert duty_at(bank, -20) == pytest.approx(-16 / 64)


@settings(deadline=None)  # the first call compiles
@given(
    margin=st.integers(0, 20),
    slope=st.integers(0, 254),
    punch=st.integers(0, 1023),
    errors=st.lists(st.integers(-400, 400), min_size=2, max_size=6),
)
def test_compliance_is_odd_bounded_and_never_falls(margin, slope, punch, errors):
    bank = compliant(margin, slope, punch)
    duties = [duty_at(bank, error) for error in sorted(errors)]
    assert duties == sorted(duties)
    assert max(map(abs, duties)) <= 1.0
    assert duty_at(bank, -errors[0]) == -duty_at(bank, errors[0])


@pytest.mark.parametrize("controller", ["compliance", "pid"])
@pytest.mark.parametrize("limit", [0, 256, 1023])
def test_the_torque_limit_caps_the_duty(controller: str, limit: int):
    bank = one(controller=controller)
    bank.registers.write("torque_limit", limit)
    assert duty_at(bank, 300) == pytest.approx(limit / 1023)
    assert duty_at(bank, -300) == pytest.approx(-limit / 1023)


@pytest.mark.parametrize("name", ["ax-12a", "rx-64", "mx-64", "xh540-w270"])
def test_slope_12_without_margin_and_punch_is_stiffer_than_the_factory(name: str):
    def rise(margin: int, slope: int, punch: int) -> float:
        bank = one(name, "compliance")
        for side in ("cw", "ccw"):
            bank.registers.write(f"margin_{side}", margin)
            bank.registers.write(f"slope_{side}", slope)
        bank.registers.write("punch", punch)
        return duty_at(bank, 6) - duty_at(bank, 5)

    assert rise(0, 12, 0) > 3.0 * rise(1, 32, 32)


def test_factory_p_gain_asks_for_full_duty_at_eleven_degrees():
    """The MX manual's Kp = P/8 PWM counts per tick, 511 of them: 128 ticks."""
    bank = one("mx-64")
    assert duty_at(bank, 64) == pytest.approx(0.5, rel=0.01)
    assert duty_at(bank, 120) < 1.0
    assert duty_at(bank, 132) == 1.0


def test_the_integral_grows_with_the_error_and_is_kept_inside_the_limit():
    bank = one("mx-64")
    bank.registers.write("p_gain", 0)
    bank.registers.write("i_gain", 10)
    slow = [duty_at(bank, 20) for _ in range(100)]
    expected = 10 * 0.623 * 20 * bank.specs[0].tick * DT * np.arange(1, 101)
    assert slow == pytest.approx(expected)
    for _ in range(60_000):
        duty_at(bank, 20)
    assert duty_at(bank, 20) == 1.0
    # Not wound up: after the error turns, the drive falls at once.
    assert duty_at(bank, -20) < 1.0


def test_a_saturated_output_does_not_wind_the_integral_up():
    bank = one("mx-64")
    bank.registers.write("i_gain", 100)
    for _ in range(5_000):
        duty_at(bank, 1000)
    bank.registers.write("p_gain", 0)
    assert duty_at(bank, 0) == 0.0


def test_the_derivative_acts_on_the_measurement_only():
    bank = one("mx-64")
    bank.registers.write("p_gain", 0)
    bank.registers.write("d_gain", 200)
    bank.step(STILL, STILL, DT)
    bank.set_goal([0.3])
    assert bank.step(STILL, STILL, DT)[0] == 0.0
    assert bank.step(np.array([0.05]), STILL, DT)[0] < 0.0


@pytest.mark.parametrize("speed", [0.5, 1.0, 3.0])
def test_moving_speed_limits_how_fast_the_set_point_runs(speed: float):
    bank = one("mx-64")
    bank.set_goal([1.0], speed=np.array([speed]))
    unit = bank.specs[0].speed_unit
    granted = round(speed / unit) * unit
    q, times = STILL.copy(), 0
    while bank.goal[0] - q[0] > 1e-9 and times < 10_000:
        bank.step(q, STILL, DT)
        ticks = bank._table["set_point_ticks"][0] - bank.specs[0].ticks // 2
        q = np.array([ticks * bank.specs[0].tick])
        times += 1
    assert times * DT == pytest.approx(bank.goal[0] / granted, abs=2 * DT)


def test_unlimited_speed_jumps_and_the_slowest_speed_is_one_unit():
    bank = one("mx-64")
    bank.set_goal([1.0], speed=np.array([np.inf]))
    assert bank.registers.read("moving_speed")[0] == 0
    bank.step(STILL, STILL, DT)
    assert bank.load()[0] == 1.0
    bank.set_goal([1.0], speed=np.array([0.0]))
    assert bank.registers.read("moving_speed")[0] == 1


@pytest.mark.parametrize("name", ["ax-12a", "mx-106"])
@pytest.mark.parametrize("share", [0.6, 1.0, 1.1])
def test_supply_voltage_scales_the_drive(name: str, share: float):
    bank = one(name)
    bank.set_supply(share * bank.specs[0].voltage)
    assert duty_at(bank, 1000 if name == "mx-106" else 300) == pytest.approx(share)
    full = one(name)
    lost = bank.friction[0]
    assert bank.stall[0] + lost == pytest.approx(share * (full.stall[0] + lost))


def test_a_mirrored_and_shifted_servo_does_the_same_to_its_joint():
    plain, mirrored = one(), one(sign=-1, zero=20 * servo("ax-12a").tick)
    tick = servo("ax-12a").tick
    for q in np.arange(-30, 30) * tick:
        plain.set_goal([0.0])
        mirrored.set_goal([0.0])
        volts = plain.step(np.array([q]), np.array([0.4]), DT)[0]
        assert mirrored.step(np.array([q]), np.array([0.4]), DT)[0] == pytest.approx(volts)
        assert mirrored.position() == pytest.approx(plain.position())
        assert mirrored.load() == pytest.approx(plain.load())


def test_torque_off_is_an_open_circuit():
    bank = one("mx-64")
    bank.torque(False)
    bank.set_goal([1.0])
    dq = np.array([2.5])
    volts = bank.step(np.zeros(1), dq, DT)
    assert volts[0] - bank.motor_constant[0] * dq[0] == 0.0
    assert bank.load()[0] == 0.0


def test_torque_on_starts_from_where_the_joint_was_left():
    bank = one("mx-64")
    bank.torque(False)
    bank.set_goal([1.0], speed=np.array([0.5]))
    bank.step(np.array([0.4]), STILL, DT)
    bank.torque(True)
    bank.step(np.array([0.4]), STILL, DT)
    assert abs(bank.load()[0]) < 0.05


def test_strength_scales_torque_and_leaves_the_free_speed():
    strong, weak = one("mx-64"), one("mx-64")
    weak.strength[:] = 0.9

    def torque(bank: ServoBank, dq: float) -> float:
        bank.set_goal([2.0])
        volts = bank.step(STILL, np.array([dq]), DT)[0]
        return float(
            (volts - bank.motor_constant[0] * dq) * bank.motor_constant[0] / bank.resistance[0]
        )

    for dq in (0.0, 3.0, 7.0):
        assert torque(weak, dq) == pytest.approx(0.9 * torque(strong, dq))
    free = strong.specs[0].voltage / strong.motor_constant[0]
    assert torque(weak, free) == pytest.approx(0.0, abs=1e-9)
