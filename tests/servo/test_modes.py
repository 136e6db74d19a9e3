"""Turning at a speed and driving at a duty: the kernel, its twin, and what they promise."""

import numpy as np
import pytest

from drills.servos.servo import shuffled_servos
from olympian.servo import servo
from olympian.servo.kernel import step_servos
from olympian.servo.table import DUTY, POSITION, SPEED, TORQUE
from olympian.virtual.body import Flywheels
from twins import servo as servo_twin


@pytest.mark.parametrize("seed", range(6))
def test_kernel_and_twin_agree_bit_for_bit_in_all_modes(seed: int) -> None:
    rng = np.random.default_rng(seed + 900)
    compiled = shuffled_servos(seed)
    plain, count = compiled.copy(), len(compiled)
    volts, q = np.empty(count), rng.uniform(-9.0, 9.0, count)
    for _ in range(30):
        choice = {
            "mode": rng.choice([POSITION, TORQUE, SPEED, DUTY], count),
            "goal_speed": rng.integers(-1023, 1024, count),
            "goal_duty": rng.integers(-1023, 1024, count),
            "goal_current": rng.integers(-1023, 1024, count),
            "endless": rng.integers(0, 2, count),
        }
        for table in (compiled, plain):
            for field, values in choice.items():
                table[field] = values
        for _ in range(10):
            dq = rng.choice([0.0, 0.01, 3.0], count) * rng.normal(size=count)
            q = q + 0.002 * dq
            step_servos(compiled, q, dq, 0.002, volts)
            assert np.array_equal(volts, servo_twin.step(plain, q, dq, 0.002))
    for field in compiled.dtype.names or ():
        assert np.array_equal(compiled[field], plain[field]), field


@pytest.mark.parametrize("name", ["mx-28", "xm430-w350"])
def test_speed_is_kept_over_many_turns(name: str) -> None:
    body = Flywheels([servo(name)], ["one"])
    row = body.servos.table[0]
    row["mode"], row["endless"], row["goal_speed"], row["torque_enable"] = SPEED, 1, 150, 1
    wait(body, 1.0)
    before = float(row["position_ticks"])
    wait(body, 4.0)
    per_second = 150 * float(row["speed_unit"]) / float(row["tick"])
    assert row["position_ticks"] - before == pytest.approx(4.0 * per_second, rel=0.005)


def test_duty_is_what_the_motor_gets_and_the_torque_limit_bounds_it() -> None:
    body = Flywheels([servo("ax-12a")], ["one"])
    row = body.servos.table[0]
    row["mode"], row["goal_duty"], row["torque_enable"] = DUTY, -800, 1
    wait(body, 0.002)
    assert body.servos.load()[0] == pytest.approx(-800 / 1023)
    row["torque_limit"] = 300
    wait(body, 0.002)
    assert body.servos.load()[0] == pytest.approx(-300 / 1023)


def test_a_reset_forgets_modes() -> None:
    body = Flywheels([servo("mx-28")], ["one"])
    row = body.servos.table[0]
    row["mode"], row["endless"], row["goal_speed"], row["goal_duty"] = SPEED, 1, 150, 20
    body.servos.reset([0.1])
    assert [int(row[name]) for name in ("mode", "endless", "goal_speed", "goal_duty")] == [0] * 4


def wait(body: Flywheels, seconds: float) -> None:
    for _ in range(round(seconds / body.dt)):
        body.step()
