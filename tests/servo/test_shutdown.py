"""Heat, overload and voltage: when a servo gives up, and what brings it back."""

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.records import ServoFault
from olympian.servo import AMBIENT_C, ServoBank, kernel, servo
from olympian.servo.kernel import OVERLOAD_TIME

STILL = np.zeros(1)
DT = 0.001
BLOCKED = np.array([-1.0])
"""Far below the goal at zero: full duty against a stop."""


def one(name: str = "ax-12a", shutdown: int = 36) -> ServoBank:
    bank = ServoBank(["joint"], [servo(name)], [1], [0.0])
    bank.registers.write("shutdown", shutdown)
    return bank


def hold(bank: ServoBank, q: np.ndarray, seconds: float, dt: float = DT) -> None:
    for _ in range(round(seconds / dt)):
        bank.step(q, STILL, dt)


def seconds_until(bank: ServoBank, bit: ServoFault, q: np.ndarray, most: float) -> float:
    """Time of a blocked horn until `bit` shows; infinity if it never does."""
    dt = 0.01
    for count in range(round(most / dt)):
        if bank.fault[0] & bit:
            return count * dt
        bank.step(q, STILL, dt)
    return np.inf


def test_the_kernel_counts_faults_as_the_records_do():
    assert kernel.VOLTAGE == ServoFault.VOLTAGE
    assert kernel.ANGLE_LIMIT == ServoFault.ANGLE_LIMIT
    assert kernel.OVERHEATING == ServoFault.OVERHEATING
    assert kernel.OVERLOAD == ServoFault.OVERLOAD


def test_a_blocked_servo_trips_after_the_overload_time():
    bank = one()
    hold(bank, BLOCKED, OVERLOAD_TIME - 0.05)
    assert bank.fault[0] == 0
    assert bank.torque_on[0]
    hold(bank, BLOCKED, 0.1)
    assert bank.fault[0] == ServoFault.OVERLOAD
    assert not bank.torque_on[0]
    assert bank.registers.read("torque_limit")[0] == 0
    assert bank.load()[0] == 0.0


def test_a_trip_stays_until_torque_is_switched_on_again():
    bank = one()
    hold(bank, BLOCKED, OVERLOAD_TIME + 0.1)
    hold(bank, STILL, 5.0)
    assert bank.fault[0] == ServoFault.OVERLOAD
    bank.torque(False)
    assert bank.fault[0] == ServoFault.OVERLOAD
    bank.torque(True)
    hold(bank, STILL, 0.01)
    assert bank.fault[0] == 0
    assert bank.torque_on[0]
    assert bank.registers.read("torque_limit")[0] == 1023


def test_a_trip_ends_over_the_bus_by_torque_limit_and_enable():
    bank = one()
    hold(bank, BLOCKED, OVERLOAD_TIME + 0.1)
    bank.registers.write("torque_enable", 1)
    hold(bank, BLOCKED, 0.01)
    assert bank.fault[0] == ServoFault.OVERLOAD
    assert bank.load()[0] == 0.0
    bank.registers.write("torque_limit", 512)
    hold(bank, BLOCKED, 0.01)
    assert bank.fault[0] == 0
    assert bank.load()[0] == pytest.approx(512 / 1023)


def test_a_servo_still_blocked_trips_again():
    bank = one()
    hold(bank, BLOCKED, OVERLOAD_TIME + 0.1)
    bank.torque(True)
    hold(bank, BLOCKED, OVERLOAD_TIME + 0.1)
    assert bank.fault[0] == ServoFault.OVERLOAD


def test_without_the_mask_overload_is_only_reported_while_it_lasts():
    bank = one(shutdown=0)
    hold(bank, BLOCKED, OVERLOAD_TIME + 0.1)
    assert bank.fault[0] == ServoFault.OVERLOAD
    assert bank.torque_on[0]
    assert bank.load()[0] == 1.0
    hold(bank, STILL, OVERLOAD_TIME)
    assert bank.fault[0] == 0


def test_full_duty_while_turning_is_no_overload():
    bank = one()
    for _ in range(3000):
        bank.step(BLOCKED, np.array([3.0]), DT)
    assert bank.fault[0] == 0


def test_a_lowered_torque_limit_is_overloaded_by_less():
    bank = one()
    bank.registers.write("torque_limit", 200)
    hold(bank, BLOCKED, OVERLOAD_TIME + 0.1)
    assert bank.fault[0] == ServoFault.OVERLOAD


def test_a_stalled_ax12_overheats_in_about_a_minute():
    bank = one(shutdown=ServoFault.OVERHEATING)
    assert 30.0 < seconds_until(bank, ServoFault.OVERHEATING, BLOCKED, 200.0) < 90.0
    assert not bank.torque_on[0]
    assert bank.temperature_c[0] == 70


def test_thirty_per_cent_load_never_overheats():
    """A load is a torque at the horn: the winding carries it and, at worst, the friction."""
    spec = servo("ax-12a")
    current = (0.3 * spec.stall + spec.friction) / (spec.stall + spec.friction)
    bank = one(shutdown=ServoFault.OVERHEATING)
    bank.registers.write("torque_limit", int(current * 1023))
    hold(bank, BLOCKED, 3600.0, dt=0.05)
    assert bank.fault[0] & ServoFault.OVERHEATING == 0
    assert AMBIENT_C + 20.0 < bank.temperature_c[0] < 70.0


def test_an_overheated_servo_stays_off_until_it_has_cooled():
    bank = one(shutdown=ServoFault.OVERHEATING)
    seconds_until(bank, ServoFault.OVERHEATING, BLOCKED, 200.0)
    bank.torque(True)
    hold(bank, STILL, 0.01)
    assert not bank.torque_on[0]
    assert bank.fault[0] & ServoFault.OVERHEATING
    hold(bank, STILL, 60.0, dt=0.01)
    assert bank.temperature_c[0] < 70
    assert bank.fault[0] & ServoFault.OVERHEATING
    bank.torque(True)
    hold(bank, STILL, 0.01)
    assert bank.torque_on[0]
    assert bank.fault[0] == 0


def test_heat_follows_the_square_of_the_current_and_decays_to_the_room():
    def warmed(limit: int) -> float:
        bank = one(shutdown=0)
        bank.registers.write("torque_limit", limit)
        hold(bank, BLOCKED, 1.0)
        return float(bank._table["temperature_c"][0]) - AMBIENT_C

    assert warmed(1023) == pytest.approx(4.0 * warmed(512), rel=0.01)
    bank = one(shutdown=0)
    hold(bank, BLOCKED, 30.0, dt=0.01)
    bank.torque(False)
    warm = float(bank._table["temperature_c"][0]) - AMBIENT_C
    hold(bank, STILL, servo("ax-12a").cooling_time, dt=0.05)
    assert bank._table["temperature_c"][0] - AMBIENT_C == pytest.approx(warm / np.e, rel=0.01)


@pytest.mark.parametrize(
    ("supply", "faulty"), [(5.0, True), (6.0, False), (14.0, False), (14.5, True)]
)
def test_voltage_limits_are_watched(supply: float, faulty: bool):
    bank = one()
    bank.set_supply(supply)
    hold(bank, STILL, 0.01)
    assert bool(bank.fault[0] & ServoFault.VOLTAGE) is faulty
    assert bank.torque_on[0]


def test_a_mask_with_the_voltage_bit_switches_off_until_the_voltage_is_back():
    bank = one(shutdown=int(ServoFault.VOLTAGE))
    bank.set_supply(5.0)
    hold(bank, STILL, 0.01)
    assert not bank.torque_on[0]
    bank.set_supply(12.0)
    bank.torque(True)
    hold(bank, STILL, 0.01)
    assert bank.torque_on[0]
    assert bank.fault[0] == 0


def test_one_servo_trips_alone():
    bank = ServoBank(["a", "b"], [servo("ax-12a")] * 2, [1, 1], [0.0, 0.0])
    for _ in range(1200):
        bank.step(np.array([-1.0, 0.0]), np.zeros(2), DT)
    assert list(bank.torque_on) == [False, True]
    assert list(bank.fault) == [ServoFault.OVERLOAD, 0]


def test_registers_refuse_what_the_bus_would_refuse():
    bank = one()
    for register, value in (
        ("punch", 1024),
        ("slope_cw", -1),
        ("p_gain", 255),
        ("goal_ticks", 1024),
    ):
        before = bank.registers.read(register)
        with pytest.raises(OlympianError, match=f"register '{register}' of joint 'joint'"):
            bank.registers.write(register, value)
        assert bank.registers.read(register) == before
    with pytest.raises(OlympianError, match="whole numbers"):
        bank.registers.write("punch", 1.5)
    with pytest.raises(OlympianError, match="unknown register 'punsch', did you mean 'punch'"):
        bank.registers.write("punsch", 1)
    with pytest.raises(OlympianError, match="unknown register"):
        bank.registers.read("colour")
