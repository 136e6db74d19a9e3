"""A test bench for one servo in MuJoCo: a horn with a brake on it, or an arm with a weight."""

from collections.abc import Callable

import mujoco
import numpy as np

from olympian.geometry import GRAVITY, Vec
from olympian.servo import ServoBank, ServoSpec

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
