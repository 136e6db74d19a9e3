"""Other people's inverse kinematics, set up as well as we know how, for the benchmark.

Every peer gets a model of the one leg only, the goal in the form it likes best, and the same start.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, Vec
from olympian.install_hint import install_hint
from olympian.kinematics.chain_kernel import pack_chain
from olympian.robot import Chain

TOLERANCE = 1e-9
"""Length of the error twist (m, rad) at which an iterative peer may stop: as right as the closed
form has to be."""

Solve = Callable[[Any, Vec], Any]
"""(goal as prepared, warm start) → whatever the peer returns"""
Peer = tuple[Callable[[Mat4], Any], Solve, Callable[[Any], Vec]]
"""prepare a goal (not timed), solve (timed), solutions (k, 6) of what was returned (not timed)"""


def _import(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise OlympianError(
            f"'{name}' is not installed; this benchmark needs {install_hint('bench')}"
        ) from error


def eaik(chain: Chain) -> Peer:
    """EAIK: C++ analytical inverse kinematics by subproblems."""
    H, points = chain.screw_axes()
    T_zero = chain.forward(np.zeros(chain.dof))
    P = np.vstack([points[0], np.diff(points, axis=0), T_zero[:3, 3] - points[-1]])
    # parallel axes that point opposite ways make it return wrong poses: turn them round
    sign = np.array([-1.0 if h @ H[k - 1] < -0.99 else 1.0 for k, h in enumerate(H)])
    sign = np.cumprod(np.where(np.arange(chain.dof) > 0, sign, 1.0))
    # the wrapper class only costs time
    robot = _import("eaik.IK_HP").HPRobot(H * sign[:, None], P)._robot

    def prepare(T: Mat4) -> Mat4:
        goal = np.array(T, order="F")  # Eigen's own order: no copy
        goal[:3, :3] = goal[:3, :3] @ T_zero[:3, :3].T  # its tip frame is the base frame at zero
        return goal

    calculate = robot.calculate_IK

    def solutions(answer: Any) -> Vec:
        exact = ~np.asarray(answer.is_LS, dtype=bool)  # the others are least-squares guesses
        return np.asarray(answer.Q, dtype=np.float64).reshape(-1, 6)[exact] * sign

    return prepare, lambda goal, _: calculate(goal), solutions


def pinocchio(chain: Chain) -> Peer:
    """Damped least squares on pinocchio's kinematics, warm start, Newton's full step.

    The bindings have no such solver: the loop is Python's, and compiled it would be about four
    times as fast.
    """
    pin = _import("pinocchio")
    model = pin.Model()
    pack = pack_chain(chain).reshape(-1, 3, 4)
    parent = 0
    for name, row in zip(chain.joint_names, pack, strict=False):
        parent = model.addJoint(parent, pin.JointModelRZ(), pin.SE3(row[:, :3], row[:, 3]), name)
    tip = pin.SE3(pack[-1][:, :3], pack[-1][:, 3])
    frame = model.addFrame(pin.Frame("tip", parent, 0, tip, pin.FrameType.OP_FRAME))
    data, damping = model.createData(), 1e-12 * np.eye(6)
    forward, jacobian = pin.forwardKinematics, pin.computeFrameJacobian
    place, log6 = pin.updateFramePlacement, pin.log6
    solve, local = np.linalg.solve, pin.ReferenceFrame.LOCAL

    def dls(goal: Any, q_start: Vec) -> Vec:
        q = q_start
        for _ in range(100):
            forward(model, data, q)
            error = log6(place(model, data, frame).actInv(goal)).vector
            if error @ error < TOLERANCE * TOLERANCE:
                break
            J = jacobian(model, data, q, frame, local)
            q = q + J.T @ solve(J @ J.T + damping, error)
        return q

    return (lambda T: pin.SE3(T[:3, :3].copy(), T[:3, 3].copy())), dls, lambda q: q[None]


def mink(chain: Chain) -> Peer:
    """mink: quadratic programming on MuJoCo's kinematics, warm start."""
    module, model = _import("mink"), _mujoco_model(chain)
    configuration = module.Configuration(model)
    task = module.FrameTask("tip", "body", position_cost=1.0, orientation_cost=1.0, lm_damping=0.0)

    def solve(goal: Any, q_start: Vec) -> Vec:
        configuration.update(q_start)
        task.set_target(goal)
        for _ in range(100):
            error = task.compute_error(configuration)
            if error @ error < TOLERANCE * TOLERANCE:
                break
            velocity = module.solve_ik(configuration, [task], 1.0, "daqp", damping=1e-12)
            configuration.integrate_inplace(velocity, 1.0)
        return configuration.q

    return module.SE3.from_matrix, solve, lambda q: np.array(q)[None]


def _mujoco_model(chain: Chain) -> Any:
    import mujoco

    spec = mujoco.MjSpec()
    body = spec.worldbody
    pack = pack_chain(chain).reshape(-1, 3, 4)
    for name, row in zip([*chain.joint_names, "tip"], pack, strict=True):
        quaternion = np.empty(4)
        mujoco.mju_mat2Quat(quaternion, row[:, :3].flatten())
        body = body.add_body(
            name=name, pos=row[:, 3], quat=quaternion, mass=1.0, inertia=[1e-2] * 3
        )
        if name != "tip":
            body.add_joint(name=name, axis=[0, 0, 1])
    return spec.compile()


PEERS: dict[str, Callable[[Chain], Peer]] = {"eaik": eaik, "pinocchio": pinocchio, "mink": mink}
"""By the name that the benchmark prints."""
