"""Limiter, bus and servo of every joint of every world, as kernels for CPU and GPU alike.

They are written after `goal/limits.py`, `servo/bus_kernel.py` and `servo/kernel.py`, and tests hold
them to these sample by sample. What training never meets is left out: heat, shutdown, torques.
"""

# pyright: reportMissingImports=false, reportInvalidTypeForm=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportGeneralTypeIssues=false, reportOperatorIssue=false
# pyright: reportAttributeAccessIssue=false, reportIndexIssue=false, reportAssignmentType=false

import numpy as np
import warp as wp

from olympian.errors import OlympianError
from olympian.goal.limits import RATE_HEADROOM
from olympian.robot import Robot
from olympian.servo import ServoBank

# nobody asks for gradients of physics, and without them kernels compile in half the time
wp.set_module_options({"enable_backward": False})
ROWS = (
    *("tick", "centre", "top", "sign", "zero", "pid", "margin", "width", "punch", "limit"),
    *("p", "i", "d", "filter", "emf", "gear", "friction", "reach", "lower", "upper"),
)
"""Numbers of each joint, in the order of the rows of the table of laws."""
(TICK, CENTRE, TOP, SIGN, ZERO, PID, MARGIN, WIDTH, PUNCH, LIMIT) = map(wp.constant, range(10))
(P_GAIN, I_GAIN, D_GAIN, FILTER, EMF) = map(wp.constant, range(10, 15))
(GEAR, FRICTION, REACH, LOWER, UPPER) = map(wp.constant, range(15, 20))
TURNING = wp.constant(0.1)
"""rad/s at which dry friction opposes in full; below it grows with the speed."""
FULL = wp.constant(0.999)
"""Duty from which a servo counts as saturated."""
FULL_DUTY = 1023.0
"""Counts of the registers for torque and punch."""
NARROWEST, WIDEST = 2, 128
"""Ticks over which the compliance ramp can rise: seven steps, each twice the one before."""


def law_table(robot: Robot, bank: ServoBank, tick: float) -> np.ndarray:
    """(rows, joints) float32 of all that the kernels need to know of the servos.

    Args: tick: seconds between two goals.
    """
    table = bank.table
    alike = (table["margin_cw"] == table["margin_ccw"]) & (table["slope_cw"] == table["slope_ccw"])
    if not alike.all():
        raise OlympianError("servos whose compliance differs with the direction cannot be trained")
    width = np.clip(2.0 ** np.floor(np.log2(np.maximum(table["slope_cw"], 1))), NARROWEST, WIDEST)
    numbers = {
        "tick": table["tick"],
        "centre": table["centre_ticks"],
        "top": table["top_ticks"],
        "sign": table["sign"],
        "zero": table["zero"],
        "pid": table["controller"],
        "margin": table["margin_cw"],
        "width": width,
        "punch": table["punch"] / FULL_DUTY,
        "limit": table["torque_limit"] / FULL_DUTY,
        "p": table["p_gain"] * table["p_unit"],
        "i": table["i_gain"] * table["i_unit"],
        "d": table["d_gain"] * table["d_unit"],
        "filter": table["speed_filter"],
        "emf": bank.motor_constant,
        "gear": bank.motor_constant / bank.resistance,
        "friction": bank.friction,
        "reach": RATE_HEADROOM * bank.no_load * tick,
        "lower": robot.lower,
        "upper": robot.upper,
    }
    return np.array([numbers[row] for row in ROWS], dtype=np.float32)


@wp.kernel
def send_goals(
    law: wp.array2d(dtype=float),
    target: wp.array2d(dtype=float),
    sent: wp.array2d(dtype=float),
    goal_ticks: wp.array2d(dtype=float),
    clamped: wp.array2d(dtype=float),
):
    """The limited goal of the last tick arrives, and this one's is limited and sent."""
    world, joint = wp.tid()
    last = sent[world, joint]
    angle = law[SIGN, joint] * last + law[ZERO, joint]
    ticks = wp.floor(angle / law[TICK, joint] + law[CENTRE, joint] + 0.5)
    goal_ticks[world, joint] = wp.clamp(ticks, 0.0, law[TOP, joint])
    wanted = target[world, joint]
    inside = wp.clamp(wanted, law[LOWER, joint], law[UPPER, joint])
    reach = law[REACH, joint]
    slow = wp.clamp(inside, last - reach, last + reach)
    if wp.abs(slow - wanted) > 1.0e-6:
        clamped[world, joint] = clamped[world, joint] + 1.0
    sent[world, joint] = slow


@wp.func
def compliance(error: float, margin: float, width: float, punch: float, limit: float):
    """Nothing inside the margin, then punch, then a ramp to full duty."""
    beyond = wp.abs(error) - margin
    if beyond <= 0.0:
        return 0.0
    return wp.sign(error) * wp.min(punch + (1.0 - punch) * beyond / width, limit)


@wp.kernel
def drive(
    law: wp.array2d(dtype=float),
    goal_ticks: wp.array2d(dtype=float),
    qpos: wp.array2d(dtype=float),
    qvel: wp.array2d(dtype=float),
    qpos_place: wp.array(dtype=int),
    qvel_place: wp.array(dtype=int),
    offset: wp.array2d(dtype=float),
    strength: wp.array2d(dtype=float),
    supply: wp.array2d(dtype=float),
    dt: float,
    ticks: wp.array2d(dtype=float),
    speed: wp.array2d(dtype=float),
    integral: wp.array2d(dtype=float),
    duty: wp.array2d(dtype=float),
    volts: wp.array2d(dtype=float),
    torque: wp.array2d(dtype=float),
    saturated: wp.array2d(dtype=float),
):
    """The firmware senses and drives, and the winding makes a torque of it."""
    world, joint = wp.tid()
    q = qpos[world, qpos_place[joint]] + offset[world, joint]
    dq = qvel[world, qvel_place[joint]]
    size, sign, limit = law[TICK, joint], law[SIGN, joint], law[LIMIT, joint]
    angle = sign * q + law[ZERO, joint]
    seen = wp.clamp(wp.floor(angle / size + law[CENTRE, joint] + 0.5), 0.0, law[TOP, joint])
    raw = (seen - ticks[world, joint]) * size / dt
    smooth = speed[world, joint] + (raw - speed[world, joint]) * (dt / (law[FILTER, joint] + dt))
    ticks[world, joint] = seen
    speed[world, joint] = smooth
    error = goal_ticks[world, joint] - seen
    share = 0.0
    if law[PID, joint] > 0.5:
        turn = error * size
        prompt = law[P_GAIN, joint] * turn - law[D_GAIN, joint] * smooth
        step = law[I_GAIN, joint] * turn * dt
        kept = integral[world, joint]
        if wp.abs(prompt + kept) < limit or step * kept < 0.0:
            kept = wp.clamp(kept + step, -limit, limit)
        integral[world, joint] = kept
        share = wp.clamp(prompt + kept, -limit, limit)
    else:
        share = compliance(error, law[MARGIN, joint], law[WIDTH, joint], law[PUNCH, joint], limit)
    back = law[EMF, joint] * dq
    across = strength[world, joint] * (sign * share * supply[world, joint] - back)
    duty[world, joint] = share
    volts[world, joint] = back + across
    # the model's damping takes the back-EMF of the full voltage off again
    rubs = law[FRICTION, joint] * wp.tanh(dq / TURNING)
    torque[world, joint] = law[GEAR, joint] * (back + across) - rubs
    if wp.abs(share) > FULL * limit:
        saturated[world, joint] = saturated[world, joint] + 1.0


@wp.kernel
def read_joints(
    law: wp.array2d(dtype=float),
    ticks: wp.array2d(dtype=float),
    q_measured: wp.array2d(dtype=float),
):
    """Angles as the servos report them: whole ticks."""
    world, joint = wp.tid()
    angle = (ticks[world, joint] - law[CENTRE, joint]) * law[TICK, joint]
    q_measured[world, joint] = law[SIGN, joint] * (angle - law[ZERO, joint])
