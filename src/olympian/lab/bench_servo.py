"""Do the simulated servos keep what their datasheets promise, and hold as well as the papers say?

Everything is measured in MuJoCo through the whole chain: registers, firmware, winding, friction.
"""

from collections.abc import Callable
from math import degrees, radians
from typing import Literal

import msgspec
import mujoco
import numpy as np

from olympian.geometry import GRAVITY, Vec
from olympian.seeds import JUDGING
from olympian.servo import ServoBank, ServoSpec, servo, servo_names

PHYSICS_DT = 0.001
"""The simulated body's own step: what is measured here is what the robots get."""
ARM_LENGTH = 0.15
"""A lower arm of the small robots; with the load it sets the inertia the servo has to hold."""
DISC_INERTIA = 1e-6
"""MuJoCo wants some inertia on the horn; this is nothing against any rotor."""


class ServoRig:
    """One servo, one hinge about y, and the native DC motor between them."""

    def __init__(self, spec: ServoSpec, mass: float, lever: float, brake: float = 0.0) -> None:
        """Bolt a servo to the bench.

        Args:
            mass: of a point weight, kg.
            lever: its distance from the axis, m; along +x at angle zero, so it pulls towards +q.
            brake: torque per speed of a viscous brake on the horn, N m s/rad.
        """
        self.bank = ServoBank(["horn"], [spec], [1], [0.0])
        self.model = _model(self.bank, mass, lever, brake)
        self.data = mujoco.MjData(self.model)

    def start(self, q: float) -> None:
        """At rest at `q`, torque on."""
        mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[0] = q
        self.bank.reset([q])

    def run(self, seconds: float, measure: Callable[[mujoco.MjData], float]) -> Vec:
        """What `measure` saw after every physics step."""
        data, seen = self.data, np.empty(round(seconds / PHYSICS_DT))
        for index in range(len(seen)):
            data.ctrl[:] = self.bank.step(data.qpos, data.qvel, PHYSICS_DT)
            mujoco.mj_step(self.model, data)
            seen[index] = measure(data)
        return seen


def rotor_with_brake(spec: ServoSpec, brake: float = 0.0) -> ServoRig:
    """A bare horn, free or on a dynamometer."""
    return ServoRig(spec, 1e-3, 0.0, brake)


def hanging_arm(spec: ServoSpec, torque: float) -> ServoRig:
    """A horizontal arm whose weight pulls with `torque` at angle zero."""
    return ServoRig(spec, torque / (GRAVITY * ARM_LENGTH), ARM_LENGTH)


def _model(bank: ServoBank, mass: float, lever: float, brake: float) -> mujoco.MjModel:
    spec = mujoco.MjSpec()
    spec.option.timestep = PHYSICS_DT
    spec.option.gravity = (0.0, 0.0, -GRAVITY)
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    body = spec.worldbody.add_body(
        name="horn",
        mass=mass,
        ipos=(lever, 0.0, 0.0),
        inertia=(DISC_INERTIA,) * 3,
        explicitinertial=True,
    )
    body.add_joint(
        name="horn",
        type=mujoco.mjtJoint.mjJNT_HINGE,
        axis=(0.0, 1.0, 0.0),
        armature=bank.armature[0],
        frictionloss=bank.friction[0],
        damping=brake,
    )
    motor = spec.add_actuator(name="horn", target="horn", trntype=mujoco.mjtTrn.mjTRN_JOINT)
    constant = float(bank.motor_constant[0])
    motor.set_to_dcmotor(motorconst=(constant, constant), resistance=float(bank.resistance[0]))
    return spec.compile()


Law = Literal["p", "p_stiff", "pid"]

BRAKED_SPEEDS = (0.01, 0.03)
"""Shares of the no-load speed to which the dynamometer brakes: slow, but turning: friction acts."""
SETTLING_TIME = 4.0
"""Seconds: ten times the slowest closed loop here."""
AVERAGED_TIME = 0.5
START_SPREAD = radians(5.0)
"""The arm is let go within this angle of its goal, above or below."""


class HoldError(msgspec.Struct, frozen=True):
    """Degrees by which a horizontal arm misses its goal at rest under half the stall torque."""

    p: float
    """As delivered: compliance 32/1/32, or P alone on servos with gains."""
    p_stiff: float
    """Slope 12, margin 0, punch 0, as HOly climbs stairs. On servos with gains four times the P:
    the MX manual's table sets P 128 equal to the slope of 8 as which 12 acts."""
    pid: float
    """PID firmware with integral action."""


class Stiffness(msgspec.Struct, frozen=True):
    """Slope of load over deflection around half stall, N m per degree."""

    p: float
    p_stiff: float


class ServoRow(msgspec.Struct, frozen=True):
    """What one servo was measured to do; errors are relative to the datasheet."""

    servo: str
    stall_nm: float
    no_load_rad_s: float
    stall_error: float
    no_load_error: float
    hold_error_deg: HoldError
    stiffness_nm_per_deg: Stiffness
    seeds: str


def measure(seed: int = 0, progress: Callable[[float], None] | None = None) -> list[ServoRow]:
    """One row per electric servo of the catalogue.

    Args:
        seed: of the judging seeds; draws the angles from which the loaded arms are let go.
        progress: is told the share that is done.
    """
    seeds = JUDGING.take(1, seed)
    rng = np.random.default_rng(seeds.first)
    specs = [servo(name) for name in servo_names()]
    electric = [spec for spec in specs if not spec.per_joint]  # the others have no datasheet
    rows = []
    for spec in electric:
        rows.append(_row(spec, rng, str(seeds)))
        if progress:
            progress(len(rows) / len(electric))
    return rows


def _row(spec: ServoSpec, rng: np.random.Generator, seeds: str) -> ServoRow:
    stall, no_load = stall_torque(spec), no_load_speed(spec)
    hold = {law: hold_error(spec, law, 0.5 * spec.stall, rng) for law in ("p", "p_stiff", "pid")}
    return ServoRow(
        servo=spec.name,
        stall_nm=stall,
        no_load_rad_s=no_load,
        stall_error=stall / spec.stall - 1.0,
        no_load_error=no_load / spec.no_load - 1.0,
        hold_error_deg=HoldError(**{law: abs(degrees(angle)) for law, angle in hold.items()}),
        stiffness_nm_per_deg=Stiffness(stiffness(spec, "p", rng), stiffness(spec, "p_stiff", rng)),
        seeds=seeds,
    )


def no_load_speed(spec: ServoSpec, supply_v: float | None = None) -> float:
    """Highest speed of a free horn that is sent from one end of its range to the other, rad/s."""
    rig = rotor_with_brake(spec)
    rig.bank.set_supply(supply_v or spec.voltage)
    _send_across(rig, spec)
    return float(np.max(rig.run(0.8 * _range(spec) / spec.no_load, lambda data: data.qvel[0])))


def stall_torque(spec: ServoSpec, supply_v: float | None = None) -> float:
    """Torque at which the horn would stop, N m: a dynamometer's line, drawn on to speed zero.

    A horn held fast would not do: its friction may then push either way.
    """
    points = []
    for share in BRAKED_SPEEDS:
        rig = rotor_with_brake(spec, brake=spec.stall / (share * spec.no_load))
        rig.bank.set_supply(supply_v or spec.voltage)
        _send_across(rig, spec)
        rig.run(0.5, lambda data: data.qvel[0])
        points.append((float(rig.data.qvel[0]), -float(rig.data.qfrc_passive[0])))
    (slow, high), (fast, low) = points
    return high + (high - low) / (fast - slow) * slow


def hold_error(spec: ServoSpec, law: Law, load: float, rng: np.random.Generator) -> float:
    """Angle by which an arm that pulls with `load` N m hangs below its goal at rest, rad."""
    rig = hanging_arm(_flashed(spec, law), load)
    _set_registers(rig, spec, law)
    rig.start(rng.uniform(-START_SPREAD, START_SPREAD))
    rig.bank.set_goal([0.0])
    angles = rig.run(SETTLING_TIME, lambda data: data.qpos[0])
    return float(np.mean(angles[-round(AVERAGED_TIME / SETTLING_TIME * len(angles)) :]))


def stiffness(spec: ServoSpec, law: Law, rng: np.random.Generator) -> float:
    """Extra load that bends the arm by one more degree, N m."""
    low, high = 0.4 * spec.stall, 0.6 * spec.stall
    sag = hold_error(spec, law, high, rng) - hold_error(spec, law, low, rng)
    return (high - low) / degrees(sag)


def _range(spec: ServoSpec) -> float:
    return radians(spec.range_deg)


def _send_across(rig: ServoRig, spec: ServoSpec) -> None:
    rig.start(-0.49 * _range(spec))
    rig.bank.set_goal([0.49 * _range(spec)])


def _flashed(spec: ServoSpec, law: Law) -> ServoSpec:
    """The servo with the firmware that `law` needs."""
    return msgspec.structs.replace(spec, controller="pid") if law == "pid" else spec


def _set_registers(rig: ServoRig, spec: ServoSpec, law: Law) -> None:
    registers = rig.bank.registers
    registers.write("shutdown", 0)  # a rig may hold longer than a robot should
    if law == "pid":
        gains = spec.holding_gains
    else:
        stiffer = 4 if law == "p_stiff" else 1
        gains = (spec.gains[0] * stiffer, 0, 0)
    for register, gain in zip(("p_gain", "i_gain", "d_gain"), gains, strict=True):
        registers.write(register, gain)
    if law == "p_stiff":
        for register, value in (("margin", 0), ("slope", 12)):
            registers.write(f"{register}_cw", value)
            registers.write(f"{register}_ccw", value)
        registers.write("punch", 0)
