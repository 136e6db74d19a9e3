"""Inverse kinematics by name: every method answers the same question in the same way."""

from collections.abc import Callable, Sequence
from typing import Protocol

from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat4, Vec
from olympian.kinematics.leg import why_not
from olympian.kinematics.leg.closed_form import ClosedForm, closed_form
from olympian.kinematics.numeric import (
    GradientDescent,
    JacobianTranspose,
    NumericLeg,
    PseudoInverse,
    StochasticIterative,
)
from olympian.kinematics.result import IkResult
from olympian.robot import Chain


class IkSolver(Protocol):
    """Joint angles for a pose of the tip of a chain."""

    def solve(self, T_base_tip: Mat4, q_start: Vec) -> IkResult:
        """The solution nearest to, or found from, the posture `q_start`."""
        ...


def _closed(chain: Chain) -> IkSolver:
    leg = closed_form(chain)
    if leg is None:
        raise OlympianError(
            f"the chain to '{chain.tip}' has no closed form: {why_not(chain)};"
            " use pseudo_inverse, gradient, transpose or stochastic"
        )
    return leg


SOLVERS: dict[str, Callable[[Chain], IkSolver]] = {
    "closed": _closed,
    "gradient": GradientDescent,
    "stochastic": StochasticIterative,
    "pseudo_inverse": PseudoInverse,
    "transpose": JacobianTranspose,
}
"""Methods by name, the fastest first."""


def solver(name: str, chain: Chain) -> IkSolver:
    """The method called `name`, ready for `chain`."""
    if name not in SOLVERS:
        raise unknown("inverse kinematics", name, SOLVERS)
    return SOLVERS[name](chain)


def leg_solvers(chains: Sequence[Chain]) -> list[ClosedForm] | list[NumericLeg]:
    """Solvers for the legs of a robot, all of one kind: closed forms, or else numeric ones."""
    closed = [closed_form(chain) for chain in chains]
    found = [one for one in closed if one is not None]
    return found if len(found) == len(closed) else [NumericLeg(chain) for chain in chains]
