"""The walking laboratory: why a biped stays on its feet, by energy (thesis chapters 5 to 8)."""

from olympian.lab.walker.biped_trial import WalkerRow, row, trial
from olympian.lab.walker.controllers import CONTROLLERS, Controller, choose_controller
from olympian.lab.walker.frontal import FrontalSwing, FrontalWalker, Strike, WorkingPoint
from olympian.lab.walker.frontal_run import ClearanceRule, Convergence, converge, sway
from olympian.lab.walker.sagittal import SagittalWalker, Stride
from olympian.lab.walker.stance import LegLength, Sole, StancePhase

__all__ = [
    "CONTROLLERS",
    "ClearanceRule",
    "Controller",
    "Convergence",
    "FrontalSwing",
    "FrontalWalker",
    "LegLength",
    "SagittalWalker",
    "Sole",
    "StancePhase",
    "Stride",
    "Strike",
    "WalkerRow",
    "WorkingPoint",
    "choose_controller",
    "converge",
    "row",
    "sway",
    "trial",
]
