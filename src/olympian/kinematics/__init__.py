"""Where links are, and how to bring them elsewhere."""

from olympian.kinematics.arm import ClosedFormArm, closed_form_arm, why_no_arm
from olympian.kinematics.chain_kernel import ChainKernel
from olympian.kinematics.configuration import Configuration, Kinematics
from olympian.kinematics.lean import lean_on_soles
from olympian.kinematics.leg import ClosedForm, LegKind, why_not
from olympian.kinematics.leg.closed_form import closed_form
from olympian.kinematics.numeric import NumericLeg
from olympian.kinematics.pik import PikParameters, PseudoInverseKinematics
from olympian.kinematics.pik_range import PikRange, validity
from olympian.kinematics.result import IkResult, IkStatus
from olympian.kinematics.solvers import SOLVERS, IkSolver, leg_solvers, solver

__all__ = [
    "SOLVERS",
    "ChainKernel",
    "ClosedForm",
    "ClosedFormArm",
    "Configuration",
    "IkResult",
    "IkSolver",
    "IkStatus",
    "Kinematics",
    "LegKind",
    "NumericLeg",
    "PikParameters",
    "PikRange",
    "PseudoInverseKinematics",
    "closed_form",
    "closed_form_arm",
    "lean_on_soles",
    "leg_solvers",
    "solver",
    "validity",
    "why_no_arm",
    "why_not",
]
