"""What keeps a limb from a pose that its joints could reach if nothing stopped them."""

import numpy as np

from olympian.geometry import Vec
from olympian.robot import Chain

_TURN = 2.0 * np.pi


def joints_beyond(chain: Chain, rows: Vec) -> str:
    """The joints that would leave their limits, in the solution that leaves them least.

    Args:
        rows: (k, n) solutions without limits, k ≥ 1.
    """
    rows = _nearest_turn(rows, chain.lower, chain.upper)
    excess = np.maximum(np.maximum(chain.lower - rows, rows - chain.upper), 0.0)
    least = int(np.argmin(excess.sum(axis=1)))
    return ", ".join(
        f"{name} at {angle:.1f}° (limits {lower:.1f}…{upper:.1f}°)"
        for name, angle, lower, upper, beyond in zip(
            chain.joint_names,
            np.degrees(rows[least]),
            np.degrees(chain.lower),
            np.degrees(chain.upper),
            excess[least],
            strict=True,
        )
        if beyond > 0.0
    )


def _nearest_turn(rows: Vec, lower: Vec, upper: Vec) -> Vec:
    """The same postures, each angle written as close to the middle of its limits as turns allow."""
    middle = np.where(np.isfinite(lower + upper), 0.5 * (lower + upper), 0.0)
    return rows - _TURN * np.round((rows - middle) / _TURN)
