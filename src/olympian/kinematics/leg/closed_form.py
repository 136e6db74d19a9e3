"""Closed-form inverse kinematics of six-joint legs, for whatever robot the joint axes allow it."""

from collections.abc import Callable
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import direct
from olympian.geometry import Mat4, Vec
from olympian.kinematics.chain_kernel import ChainKernel
from olympian.kinematics.leg.geometry import NEAR_M, NEAR_RAD, LegKind, LegShape, find_shape
from olympian.kinematics.leg.nearest import batch_kernel, nearest_exact, nearest_polished
from olympian.kinematics.leg.params import LOWER, UPPER, ZERO, leg_params
from olympian.kinematics.leg.tree import all_exact, all_polished
from olympian.kinematics.pose_step import pose_distance
from olympian.kinematics.result import IkResult, IkStatus
from olympian.robot import Chain

# looked up once: `solve_all` is short enough for such things to count
_empty, _ROWS, _POSE_SHAPE, _FLOAT = np.empty, (8, 6), (4, 4), np.dtype(np.float64)
_STATUSES = tuple(IkStatus)
_BOUND = ("nearest_into", "solve_all_into", "_solve_all_unlimited")


def closed_form(chain: Chain) -> "ClosedForm | None":
    """The solver for this leg, or None where its axes allow none; `why_not` then says why."""
    found = _find(chain)
    return None if isinstance(found, str) else ClosedForm(chain, *found)


def why_not(chain: Chain) -> str:
    """Why a chain has no closed form; empty if it has one."""
    found = _find(chain)
    return found if isinstance(found, str) else ""


def _find(chain: Chain) -> tuple[LegShape, Vec] | str:
    if chain.dof != 6:
        return f"it has {chain.dof} joints, a closed form needs 6"
    shape = find_shape(chain)
    if shape is None:
        return "its axes are degenerate: no three of them meet or are parallel in a solvable way"
    if not shape.near:
        allowed = f"{1e3 * NEAR_M:.0f} mm and {np.degrees(NEAR_RAD):.0f}°"
        return f"the nearest solvable shape is {shape.describe()}; allowed are {allowed}"
    params = leg_params(chain, shape)
    return (shape, params) if params is not None else "bending its knee does not change its length"


@cache
def _all_entry(exact: bool) -> Callable[..., int]:
    """All solutions as Python asks for them: any memory layout, nothing looked up or checked."""
    kernel = all_exact if exact else all_polished
    return direct(kernel, "int64(float64[::1], float64[:, :], float64[:, :])")


@cache
def _nearest_entry(exact: bool) -> Callable[..., int]:
    """The nearest solution, in the same way; a robot that walks needs no other."""
    kernel = nearest_exact if exact else nearest_polished
    return direct(kernel, "int64(float64[::1], float64[:, :], float64[:], float64[:])")


@cache
def _batch_entry() -> Callable[..., None]:
    """For many goals; in the layout that lets it share the machine code of the single calls."""
    many = "float64[::1], float64[:, :, :], float64[:, :], float64[:, :], int64[:]"
    return direct(batch_kernel, f"void({many})")


class ClosedForm:
    """All solutions of a leg, or the nearest one.

    Two attributes are the compiled kernels with this leg's constants bound, for loops where every
    microsecond counts. They take float64 arrays of the shapes given, and trust the caller in that;
    the methods take whatever NumPy can turn into a pose.

    - `solve_all_into(T_base_tip (4, 4), out (8, 6)) → count` of allowed solutions, 0 if none.
    - `nearest_into(T_base_tip (4, 4), q_near (6,), out (6,)) → status`, an `IkStatus` as a number;
      `out` changes only if solved, and may be `q_near`.
    """

    __slots__ = (
        "_solve_all_unlimited",
        "chain",
        "kernel",
        "nearest_into",
        "params",
        "params_unlimited",
        "shape",
        "solve_all_into",
    )

    def __init__(self, chain: Chain, shape: LegShape, params: Vec) -> None:
        self.chain = chain
        self.kernel = ChainKernel(chain)
        self.shape = shape
        self.params = params
        """Constants for the kernels, e.g. `leg_tree.solve_branch(params, T, branch, out)`."""
        self.params_unlimited = params.copy()
        self.params_unlimited[LOWER:UPPER] = -np.inf
        self.params_unlimited[UPPER:ZERO] = np.inf

    def __getattr__(self, name: str) -> Callable[..., int]:
        """Binds a kernel when it is first asked for: compiling it takes seconds, once."""
        if name not in _BOUND:
            raise AttributeError(f"'{type(self).__name__}' has no attribute '{name}'")
        if name == "nearest_into":
            self.nearest_into = partial(_nearest_entry(self.shape.exact), self.params)
        else:
            every = _all_entry(self.shape.exact)
            self.solve_all_into = partial(every, self.params)
            self._solve_all_unlimited = partial(every, self.params_unlimited)
        return object.__getattribute__(self, name)

    @property
    def kind(self) -> LegKind:
        """Shape that makes the leg solvable."""
        return self.shape.kind

    @property
    def exact(self) -> bool:
        """Solved without Newton's help?"""
        return self.shape.exact

    def unlimited(self) -> "ClosedForm":
        """The same leg without joint limits."""
        return ClosedForm(self.chain, self.shape, self.params_unlimited)

    def solve_all(self, T_base_tip: Mat4, limits: bool = True) -> Vec:
        """Every solution (k, 6), in the fixed order of the branches; no rows if there is none.

        Args:
            limits: only those inside the joint limits; otherwise all, as angles in [−π, π].
        """
        T = T_base_tip
        if T.__class__ is not np.ndarray or T.dtype is not _FLOAT or T.shape != _POSE_SHAPE:
            T = _pose(T)
        out = _empty(_ROWS)
        count = self.solve_all_into(T, out) if limits else self._solve_all_unlimited(T, out)
        return out if count == 8 else out[:count]

    def nearest(self, T_base_tip: Mat4, q_near: Vec) -> IkResult:
        """The allowed solution with the least sum of squared joint moves from `q_near`."""
        T = _pose(T_base_tip)
        q = np.array(q_near, dtype=np.float64).reshape(6)
        status = _STATUSES[self.nearest_into(T, q, q)]
        if status is IkStatus.BAD_GOAL:
            return IkResult(q, status, np.inf, np.inf)
        return IkResult(q, status, *pose_distance(T, self.kernel.forward(q)))

    def solve(self, T_base_tip: Mat4, q_start: Vec) -> IkResult:
        """`nearest`, by the name that all solvers share."""
        return self.nearest(T_base_tip, q_start)

    def batch(self, T_base_tip: Vec, q_near: Vec) -> tuple[Vec, NDArray[np.int64]]:
        """Nearest solutions (m, 6) and statuses (m,) of many goals (m, 4, 4).

        Args:
            q_near: (m, 6), or (6,) for all. Rows that are not solved repeat it.
        """
        T = np.ascontiguousarray(T_base_tip, dtype=np.float64).reshape(-1, 4, 4)
        near = np.array(np.broadcast_to(q_near, (len(T), 6)), dtype=np.float64)
        q, status = near.copy(), np.empty(len(T), dtype=np.int64)
        _batch_entry()(self.params, T, near, q, status)
        return q, status


def _pose(T: Mat4) -> Mat4:
    return np.array(T, dtype=np.float64).reshape(4, 4)
