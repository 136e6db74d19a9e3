"""The residual error the papers complain about, and what removes it."""

import numpy as np

from olympian.lab.bench_servo import hold_error
from olympian.servo import servo

spec = servo("ax-12a")
rng = np.random.default_rng(0)
for law, meaning in (
    ("p", "compliance as delivered: slope 32, margin 1, punch 32"),
    ("p_stiff", "stiff compliance: slope 12, margin 0, punch 0"),
    ("pid", "PID firmware"),
):
    error = np.degrees(abs(hold_error(spec, law, 0.5 * spec.stall, rng)))
    print(f"{error:5.2f}° under half the stall torque with {meaning}")
