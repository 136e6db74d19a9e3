"""The firmware and the winding of every servo, advanced by one physics step in compiled code.

`step_servos` is the only entrance. Its plain NumPy twin is in the tests and agrees bit for bit.
"""

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import Vec
from olympian.servo.spec import AMBIENT_C
from olympian.servo.table import DUTY, PID, SPEED, TORQUE, Table

__all__ = ["FULL_DUTY", "OVERLOAD_TIME", "step_servos"]

FULL_DUTY = 1023.0
"""Registers for torque and punch count duty in 1/1023."""

OVERLOAD_TIME = 1.0
"""Seconds at the torque limit without turning after which the servo calls it an overload.

The manual only says that the load "cannot be controlled with the set maximum torque". One second
lets a robot land from a step and still spares the gears. Time without overload counts back.
"""

AHEAD = 0.25
"""rad by which the set-point of a turning servo may run ahead: more than full duty asks for."""

VOLTAGE, ANGLE_LIMIT, OVERHEATING, OVERLOAD = 1, 2, 4, 32
"""Bits of `records.ServoFault`, as plain numbers for the compiler."""


@compiled
def _clip(value, low, high):
    return min(max(value, low), high)


@compiled
def _measure(servo, q, dt):
    """The position sensor: whole ticks, and a smoothed speed made from them."""
    angle = servo.sign * q + servo.zero
    ticks = np.floor(angle / servo.tick + servo.centre_ticks + 0.5)
    if not servo.endless:
        ticks = _clip(ticks, 0.0, servo.top_ticks)
    raw_speed = (ticks - servo.position_ticks) * servo.tick / dt
    servo.speed += (raw_speed - servo.speed) * (dt / (servo.speed_filter + dt))
    servo.position_ticks = ticks


@compiled
def _watch(servo):
    """Faults that hold now, and the shutdown of those the mask names.

    A shutdown clears torque enable and torque limit. Its bits stay until `clear_faults`.
    """
    live = ANGLE_LIMIT if servo.goal_clamped else 0
    if not (servo.low_voltage_limit <= 10.0 * servo.supply <= servo.high_voltage_limit):
        live |= VOLTAGE
    if servo.temperature_c >= servo.temperature_limit:
        live |= OVERHEATING
    if servo.overload_time >= OVERLOAD_TIME:
        live |= OVERLOAD
    fatal = live & servo.shutdown
    if fatal:
        servo.latched |= fatal
        servo.torque_enable = 0
        servo.torque_limit = 0
    servo.fault = live | servo.latched


@compiled
def _follow(servo, dt):
    """The inner set-point runs after the goal at the moving speed; 0 means at once."""
    way = servo.goal_ticks - servo.set_point_ticks
    if servo.moving_speed > 0:
        reach = servo.moving_speed * servo.speed_unit / servo.tick * dt
        way = _clip(way, -reach, reach)
    servo.set_point_ticks += way


@compiled
def _turn(servo, dt):
    """The set-point runs at the goal speed, and waits for a horn that is held.

    Speed control is control of the angle behind a running set-point: its P then acts as the I of
    the speed, and no load slows it in the long run.
    """
    ahead = AHEAD / servo.tick
    run = servo.set_point_ticks + servo.goal_speed * servo.speed_unit / servo.tick * dt
    servo.set_point_ticks = _clip(run, servo.position_ticks - ahead, servo.position_ticks + ahead)


@compiled
def _compliance(servo, error_ticks, limit):
    """Duty of the AX/RX firmware: nothing inside the margin, then punch, then a ramp to full.

    Clockwise registers act while the horn stands clockwise of the goal (fewer ticks).
    """
    if error_ticks > 0.0:
        margin, slope = servo.margin_cw, servo.slope_cw
    else:
        margin, slope = servo.margin_ccw, servo.slope_ccw
    beyond = abs(error_ticks) - margin
    if beyond <= 0.0:
        return 0.0
    # Seven steps: a slope between two powers of two acts as the lower one.
    width = 2
    while width < 128 and 2 * width <= slope:
        width *= 2
    punch = servo.punch / FULL_DUTY
    duty = min(punch + (1.0 - punch) * beyond / width, limit)
    return duty if error_ticks > 0.0 else -duty


@compiled
def _pid(servo, error_ticks, limit, dt):
    """Duty of the PID firmware: derivative on the measurement, integral held inside the limit.

    While the output is at its limit the integral may only shrink: it never winds up at a stop.
    """
    error = error_ticks * servo.tick
    prompt = servo.p_gain * servo.p_unit * error - servo.d_gain * servo.d_unit * servo.speed
    step = servo.i_gain * servo.i_unit * error * dt
    if abs(prompt + servo.integral) < limit or step * servo.integral < 0.0:
        servo.integral = _clip(servo.integral + step, -limit, limit)
    return _clip(prompt + servo.integral, -limit, limit)


@compiled
def _push(servo, back_emf, limit):
    """Duty of torque control: the demanded current through the winding, whatever its speed.

    The current sensor feels the back-EMF within a control period, so it is made up for as far as
    supply and torque limit reach. Goals count 1/1023 of the stall current at the rated voltage.
    """
    volts = servo.goal_current / FULL_DUTY * servo.rated_voltage + servo.sign * back_emf
    return _clip(volts / servo.supply, -limit, limit)


@compiled
def _drive(servo, back_emf, dt):
    """Duty that the firmware asks for, −1…1 in the servo's own sense."""
    limit = servo.torque_limit / FULL_DUTY
    if servo.mode in (TORQUE, DUTY) or not servo.torque_enable:
        # Where control of the angle will start again.
        servo.set_point_ticks = servo.position_ticks
        servo.integral = 0.0
        if not servo.torque_enable:
            return 0.0
        if servo.mode == DUTY:
            return _clip(servo.goal_duty / FULL_DUTY, -limit, limit)
        return _push(servo, back_emf, limit)
    if servo.mode == SPEED:
        _turn(servo, dt)
    else:
        _follow(servo, dt)
    error_ticks = servo.set_point_ticks - servo.position_ticks
    if servo.controller == PID:
        return _pid(servo, error_ticks, limit, dt)
    return _compliance(servo, error_ticks, limit)


@compiled
def _strain(servo, current, dq, dt):
    """Heat of the winding (its current is in stall currents) and time spent stuck."""
    warming = current * current * servo.stall_rise_c - (servo.temperature_c - AMBIENT_C)
    servo.temperature_c += warming * dt / servo.cooling_time
    limit = servo.torque_limit / FULL_DUTY
    stuck = servo.torque_enable and limit > 0.0 and abs(servo.duty) >= limit
    if stuck and abs(dq) < servo.still_speed:
        servo.overload_time = min(servo.overload_time + dt, OVERLOAD_TIME)
    else:
        servo.overload_time = max(servo.overload_time - dt, 0.0)


@compiled
def _step(servos, q, dq, dt, volts):
    for i in range(len(servos)):
        servo = servos[i]
        _measure(servo, q[i], dt)
        _watch(servo)
        back_emf = servo.torque_constant * dq[i]
        servo.duty = _drive(servo, back_emf, dt)
        across = 0.0
        if servo.torque_enable:
            across = servo.strength * (servo.sign * servo.duty * servo.supply - back_emf)
        volts[i] = back_emf + across
        servo.current = servo.sign * across / servo.rated_voltage
        _strain(servo, across / servo.rated_voltage, dq[i], dt)


def step_servos(servos: Table, q: Vec, dq: Vec, dt: float, volts: Vec) -> None:
    """Let every servo sense, decide, drive and warm up for `dt` seconds.

    Args:
        servos: (n,) records of `table.SERVO`, advanced in place.
        q: (n,) true joint angles, rad.
        dq: (n,) true joint speeds, rad/s.
        volts: (n,) receives the terminal voltage in the joint's sense. A servo without torque gets
            its own back-EMF: an open circuit, through which no current flows.
    """
    _step(servos, q, dq, dt, volts)
