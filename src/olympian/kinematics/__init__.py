"""Where links are, and how to bring them elsewhere."""

from olympian.kinematics.arm import ClosedFormArm, closed_form_arm, why_no_arm
from olympian.kinematics.chain_kernel import ChainKernel
from olympian.kinematics.closed_leg import ClosedForm, closed_form, why_not
from olympian.kinematics.configuration import Configuration, Kinematics
from olympian.kinematics.dh import DhRow, DhTable, dh_forward, thesis_table
from olympian.kinematics.leg_geometry import LegKind
from olympian.kinematics.pik import PikParameters, PseudoInverseKinematics
from olympian.kinematics.pik_range import PikRange, validity
from olympian.kinematics.result import IkResult, IkStatus
from olympian.kinematics.solvers import SOLVERS, IkSolver, solver
from olympian.kinematics.stance_step import StepResult, solve_step

__all__ = [
    "SOLVERS",
    "ChainKernel",
    "ClosedForm",
    "ClosedFormArm",
    "Configuration",
    "DhRow",
    "DhTable",
    "IkResult",
    "IkSolver",
    "IkStatus",
    "Kinematics",
    "LegKind",
    "PikParameters",
    "PikRange",
    "PseudoInverseKinematics",
    "StepResult",
    "closed_form",
    "closed_form_arm",
    "dh_forward",
    "solve_step",
    "solver",
    "thesis_table",
    "validity",
    "why_no_arm",
    "why_not",
]
