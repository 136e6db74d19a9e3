"""Servos of all kinds in one bank, in any order."""

import numpy as np

from olympian.servo import servo, servo_names
from olympian.servo.table import COMPLIANCE, PID, Table, new_table


def shuffled_servos(seed: int, count: int = 24) -> Table:
    """Servos of all kinds with registers, wiring and history drawn at random."""
    rng = np.random.default_rng(seed)
    names = [servo_names()[i % len(servo_names())] for i in range(count)]
    specs = [servo(name).for_joint(50.0, 8.0) for name in names]
    table = new_table(specs, rng.choice([-1.0, 1.0], count), rng.uniform(-0.5, 0.5, count))
    table["controller"] = rng.choice([PID, COMPLIANCE], count)
    table["torque_enable"] = rng.random(count) < 0.9
    table["goal_ticks"] = (table["top_ticks"] * rng.uniform(0.3, 0.7, count)).astype(int)
    table["position_ticks"] = table["set_point_ticks"] = table["goal_ticks"]
    table["moving_speed"] = rng.choice([0, 5, 200], count)
    table["torque_limit"] = rng.choice([1023, 300, 0], count, p=[0.7, 0.2, 0.1])
    for side in ("cw", "ccw"):
        table[f"margin_{side}"] = rng.integers(0, 4, count)
        table[f"slope_{side}"] = rng.integers(0, 255, count)
    table["punch"] = rng.choice([0, 32, 100], count)
    for gain in ("p_gain", "i_gain", "d_gain"):
        table[gain] = rng.integers(0, 255, count)
    table["supply"] *= rng.uniform(0.4, 1.3, count)
    table["strength"] = rng.uniform(0.9, 1.1, count)
    table["temperature_c"] = rng.uniform(25.0, table["temperature_limit"] + 0.05)
    table["overload_time"] = rng.uniform(0.0, 1.0, count)
    table["shutdown"] = rng.choice([0, 4, 32, 36, 127], count)
    table["goal_clamped"] = rng.random(count) < 0.05
    return table
