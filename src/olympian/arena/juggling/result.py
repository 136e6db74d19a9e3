"""How a run of juggling went."""

import msgspec

__all__ = ["JuggleResult"]


class JuggleResult(msgspec.Struct, frozen=True, kw_only=True):
    """One run, as a referee saw it."""

    seed: int
    bounces: int
    """Off the top of the paddle, before the first drop."""
    drops: int
    """1 if the ball got away before the run was over."""
    seconds: float
    plate_tilt_deg_max: float
    plate_height_error_m: float
    """Largest after settling: see `SETTLING`."""
    head_error_m: float
    """Farthest that the head was from its place over the ground."""
    support_foot_slip_m: float
    """Farthest that the support sole was from where it stood."""
    solve_us_median: float
    """Microseconds for one step of the stacked tasks."""
    step_us_median: float
    """Microseconds for one step of control, solving included."""
    joint_limit_violations: int
    """Ticks with a joint outside its limits."""
    welded: bool
    """Was the support foot fixed to the ground?"""
    physics: bool
