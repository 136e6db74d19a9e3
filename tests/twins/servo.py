"""The plain NumPy twin of `olympian.servo.kernel`: all joints at once, no compiler."""

import numpy as np

from olympian.geometry import Vec
from olympian.servo.kernel import AHEAD, OVERLOAD_TIME
from olympian.servo.lead import PUNCHED, TURNING
from olympian.servo.spec import AMBIENT_C
from olympian.servo.table import DUTY, PID, POSITION, SPEED, TORQUE, Table

WIDTHS = np.array([2, 4, 8, 16, 32, 64, 128])


def step(s: Table, q: Vec, dq: Vec, dt: float) -> Vec:
    """Advance `s` in place and return the terminal voltages."""
    measure(s, q, dt)
    watch(s)
    on = s["torque_enable"] != 0
    back_emf = s["torque_constant"] * dq
    s["duty"] = duty(s, on, back_emf, dt)
    across = np.where(on, s["strength"] * (s["sign"] * s["duty"] * s["supply"] - back_emf), 0.0)
    s["current"] = s["sign"] * across / s["rated_voltage"]
    strain(s, on, across / s["rated_voltage"], dq, dt)
    return back_emf + across


def measure(s: Table, q: Vec, dt: float) -> None:
    angle = s["sign"] * q + s["zero"]
    counted = np.floor(angle / s["tick"] + s["centre_ticks"] + 0.5)
    ticks = np.where(s["endless"] != 0, counted, np.clip(counted, 0.0, s["top_ticks"]))
    raw = (ticks - s["position_ticks"]) * s["tick"] / dt
    s["speed"] += (raw - s["speed"]) * (dt / (s["speed_filter"] + dt))
    s["position_ticks"] = ticks


def watch(s: Table) -> None:
    decivolts = 10.0 * s["supply"]
    bad_voltage = (decivolts < s["low_voltage_limit"]) | (decivolts > s["high_voltage_limit"])
    live = (
        1 * bad_voltage
        + 2 * (s["goal_clamped"] != 0)
        + 4 * (s["temperature_c"] >= s["temperature_limit"])
        + 32 * (s["overload_time"] >= OVERLOAD_TIME)
    )
    fatal = live & s["shutdown"]
    s["latched"] |= fatal
    s["torque_enable"][fatal != 0] = 0
    s["torque_limit"][fatal != 0] = 0
    s["fault"] = live | s["latched"]


def duty(s: Table, on: np.ndarray, back_emf: Vec, dt: float) -> Vec:
    pushing, open_loop = s["mode"] == TORQUE, s["mode"] == DUTY
    turning = on & ~pushing & ~open_loop
    way = s["goal_ticks"] - s["set_point_ticks"]
    reach = s["moving_speed"] * s["speed_unit"] / s["tick"] * dt
    limited = np.where(s["moving_speed"] > 0, np.clip(way, -reach, reach), way)
    here, ahead = s["position_ticks"], AHEAD / s["tick"]
    run = s["set_point_ticks"] + s["goal_speed"] * s["speed_unit"] / s["tick"] * dt
    led = np.where(
        s["mode"] == SPEED, np.clip(run, here - ahead, here + ahead), s["set_point_ticks"] + limited
    )
    s["set_point_ticks"] = np.where(turning, led, here)
    error = s["set_point_ticks"] - s["position_ticks"]
    limit = s["torque_limit"] / 1023.0
    with_gains = s["controller"] == PID
    from_pid = pid(s, error, limit, turning & with_gains, dt)
    by_angle = np.where(with_gains, from_pid, compliance(s, error, limit))
    direct = np.clip(s["goal_duty"] / 1023.0, -limit, limit)
    driven = np.where(pushing, push(s, back_emf, limit), np.where(open_loop, direct, by_angle))
    return np.where(on, driven, 0.0)


def push(s: Table, back_emf: Vec, limit: Vec) -> Vec:
    volts = s["goal_current"] / 1023.0 * s["rated_voltage"] + s["sign"] * back_emf
    return np.clip(volts / s["supply"], -limit, limit)


def compliance(s: Table, error: Vec, limit: Vec) -> Vec:
    up = error > 0.0
    margin = np.where(up, s["margin_cw"], s["margin_ccw"])
    slope = np.where(up, s["slope_cw"], s["slope_ccw"])
    width = WIDTHS[np.maximum(np.searchsorted(WIDTHS, slope, side="right") - 1, 0)]
    beyond = np.abs(error) - margin
    punch = s["punch"] / 1023.0
    size = np.minimum(punch + (1.0 - punch) * beyond / width, limit)
    return np.where(beyond <= 0.0, 0.0, np.where(up, size, -size))


def pid(s: Table, error_ticks: Vec, limit: Vec, active: np.ndarray, dt: float) -> Vec:
    error = error_ticks * s["tick"]
    prompt = s["p_gain"] * s["p_unit"] * error - s["d_gain"] * s["d_unit"] * s["speed"]
    step = s["i_gain"] * s["i_unit"] * error * dt
    free = (np.abs(prompt + s["integral"]) < limit) | (step * s["integral"] < 0.0)
    moved = np.where(free, np.clip(s["integral"] + step, -limit, limit), s["integral"])
    compliant = s["controller"] != PID
    off = (s["torque_enable"] == 0) | (s["mode"] == TORQUE) | (s["mode"] == DUTY)
    s["integral"] = np.where(active, moved, np.where(off | ~compliant, 0.0, s["integral"]))
    return np.clip(prompt + s["integral"], -limit, limit)


def strain(s: Table, on: np.ndarray, current: Vec, dq: Vec, dt: float) -> None:
    warming = current * current * s["stall_rise_c"] - (s["temperature_c"] - AMBIENT_C)
    s["temperature_c"] += warming * dt / s["cooling_time"]
    limit = s["torque_limit"] / 1023.0
    stuck = on & (limit > 0.0) & (np.abs(s["duty"]) >= limit) & (np.abs(dq) < s["still_speed"])
    longer = np.minimum(s["overload_time"] + dt, OVERLOAD_TIME)
    s["overload_time"] = np.where(stuck, longer, np.maximum(s["overload_time"] - dt, 0.0))


def readings(s: Table) -> Vec:
    """Angle, speed, load, temperature and voltage as the registers report them."""
    angle = (s["position_ticks"] - s["centre_ticks"]) * s["tick"]
    return np.array(
        [
            s["sign"] * (angle - s["zero"]),
            s["sign"] * np.rint(s["speed"] / s["speed_unit"]) * s["speed_unit"],
            s["sign"] * np.rint(s["duty"] * 1023.0) / 1023.0,
            np.floor(s["temperature_c"]),
            np.rint(s["supply"] * 10.0) / 10.0,
        ]
    )


def write_goals(s: Table, q: Vec, speed: Vec, mask: np.ndarray) -> None:
    """Goals in ticks and speeds in counts, for the joints in `mask`."""
    angles = s["sign"] * np.where(mask, q, 0.0) + s["zero"]
    wanted = np.floor(angles / s["tick"] + s["centre_ticks"] + 0.5)
    ticks = np.clip(wanted, 0.0, s["top_ticks"])
    limited = mask & np.isfinite(speed)
    counts = np.zeros(len(s))
    counts[limited] = np.clip(np.rint(speed[limited] / s["speed_unit"][limited]), 1.0, 1023.0)
    np.copyto(s["goal_ticks"], ticks, where=mask, casting="unsafe")
    np.copyto(s["goal_clamped"], ticks != wanted, where=mask, casting="unsafe")
    np.copyto(s["moving_speed"], counts, where=mask, casting="unsafe")
    np.copyto(s["mode"], POSITION, where=mask)


def write_torques(s: Table, torque: Vec, mask: np.ndarray) -> None:
    """Goal currents in 1/1023 of the stall current, for the joints in `mask`."""
    counts = np.rint(s["sign"] * np.where(mask, torque, 0.0) / s["wound_stall"] * 1023.0)
    np.copyto(s["goal_current"], np.clip(counts, -1023.0, 1023.0), where=mask, casting="unsafe")
    np.copyto(s["goal_clamped"], 0, where=mask)
    np.copyto(s["mode"], TORQUE, where=mask)


def lead(s: Table, resistance: Vec, friction: Vec, torque: Vec, speed: Vec) -> Vec:
    """How far ahead of each joint its goal must stand."""
    constant = s["torque_constant"]
    against = friction * np.clip(speed / TURNING, -1.0, 1.0)
    volts = (torque + against) * resistance / constant + constant * speed
    duty = np.clip(volts / s["supply"], -1.0, 1.0)
    punch = s["punch"] / 1023.0
    width = WIDTHS[np.maximum(np.searchsorted(WIDTHS, s["slope_cw"], side="right") - 1, 0)]
    size = np.abs(duty)
    ramp = width * np.maximum(size - punch, 0.0) / (1.0 - punch)
    band = s["margin_cw"] * np.minimum(size / PUNCHED, 1.0)
    compliant = np.sign(duty) * (ramp + band) * s["tick"]
    gain = np.maximum(s["p_gain"], 1) * s["p_unit"]
    from_pid = (duty + s["d_gain"] * s["d_unit"] * speed) / gain
    return np.where(s["controller"] == PID, from_pid, compliant)
