"""The compiled step against its NumPy twin, and against itself."""

import numpy as np
import pytest

from drills.servos.servo import shuffled_servos
from olympian.servo import ServoBank, servo
from olympian.servo.bus_kernel import read_servos, write_goals
from olympian.servo.kernel import step_servos
from olympian.servo.lead import lead
from twins import servo as servo_twin

STEPS = 400


@pytest.mark.parametrize("seed", range(6))
def test_kernel_and_twin_agree_bit_for_bit(seed: int):
    rng = np.random.default_rng(seed + 100)
    compiled = shuffled_servos(seed)
    plain = compiled.copy()
    volts = np.empty(len(compiled))
    q = rng.uniform(-0.5, 0.5, len(compiled))
    for _ in range(STEPS):
        dq = rng.choice([0.0, 0.01, 3.0], len(q)) * rng.normal(size=len(q))
        q = q + 0.002 * dq
        step_servos(compiled, q, dq, 0.002, volts)
        expected = servo_twin.step(plain, q, dq, 0.002)
        assert np.array_equal(volts, expected)
    for field in compiled.dtype.names or ():
        assert np.array_equal(compiled[field], plain[field]), field


def test_the_random_servos_reach_every_corner_of_the_kernel():
    """The comparison above means little unless trips, saturation and free-wheeling occur in it."""
    rng = np.random.default_rng(1)
    tables = [shuffled_servos(seed) for seed in range(6)]
    for table in tables:
        q, volts = rng.uniform(-0.5, 0.5, len(table)), np.empty(len(table))
        for _ in range(STEPS):
            step_servos(table, q, np.zeros(len(table)), 0.002, volts)
    fault = np.concatenate([table["fault"] for table in tables])
    latched = np.concatenate([table["latched"] for table in tables])
    duty = np.concatenate([np.abs(table["duty"]) for table in tables])
    for bit in (1, 2, 4, 32):
        assert np.any(fault & bit)
        assert np.any(latched & bit)
    assert np.any(duty == 0.0)
    assert np.any(duty == 1.0)
    assert np.any((duty > 0.0) & (duty < 1.0))


@pytest.mark.parametrize("seed", range(6))
def test_the_bus_and_its_twin_agree_bit_for_bit(seed: int):
    rng = np.random.default_rng(seed + 200)
    compiled = shuffled_servos(seed)
    plain = compiled.copy()
    count = len(compiled)
    volts = np.empty(count)
    for _ in range(20):
        q = rng.uniform(-3.5, 3.5, count)
        speed = rng.choice([0.0, 0.001, 2.0, 1e9, np.inf], count)
        mask = rng.random(count) < 0.7
        write_goals(compiled, q, speed, mask)
        servo_twin.write_goals(plain, q, speed, mask)
        step_servos(compiled, 0.3 * q, np.zeros(count), 0.002, volts)
        servo_twin.step(plain, 0.3 * q, np.zeros(count), 0.002)
        assert np.array_equal(read_servos(compiled), servo_twin.readings(plain))
    for field in compiled.dtype.names or ():
        assert np.array_equal(compiled[field], plain[field]), field
    assert compiled["goal_clamped"].any()
    assert not compiled["goal_clamped"].all()


@pytest.mark.parametrize("seed", range(6))
def test_lead_and_twin_agree_bit_for_bit(seed: int):
    rng = np.random.default_rng(seed + 300)
    table = shuffled_servos(seed)
    count = len(table)
    resistance, friction = rng.uniform(1, 5, count), rng.uniform(0, 0.1, count)
    for size in (0.0, 0.1, 10.0):
        torque, speed = size * rng.normal(size=count), size * rng.normal(size=count)
        given = (table, resistance, friction, torque, speed)
        assert np.array_equal(lead(*given), servo_twin.lead(*given))


def test_the_same_inputs_give_the_same_run_bit_for_bit():
    def run() -> bytes:
        bank = ServoBank(["a", "b"], [servo("ax-12a"), servo("mx-106")], [1, -1], [0.1, -0.2])
        rng = np.random.default_rng(7)
        bank.set_goal([0.4, -0.3])
        rows = [bank.step(rng.normal(size=2), rng.normal(size=2), 0.001).copy() for _ in range(200)]
        return np.array(rows).tobytes()

    assert run() == run()


def test_voltages_come_back_in_the_same_array():
    bank = ServoBank(["a"], [servo("ax-12a")], [1], [0.0])
    assert bank.step(np.zeros(1), np.zeros(1), 0.001) is bank.step(np.ones(1), np.zeros(1), 0.001)
