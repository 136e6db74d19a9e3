"""The walking laboratory: why a biped stays on its feet, by energy (thesis chapters 5 to 8)."""

from olympian.lab.walker.biped_trial import WalkerRow, row, trial
from olympian.lab.walker.controllers import CONTROLLERS, Controller, choose_controller
from olympian.lab.walker.frontal import FrontalWalker, Strike, Sway, WorkingPoint
from olympian.lab.walker.frontal_run import ClearanceRule, Convergence, converge, sway
from olympian.lab.walker.sagittal import SagittalWalker, Stride
from olympian.lab.walker.stance import LegLength, Sole, Stance

__all__ = [
    "CONTROLLERS",
    "ClearanceRule",
    "Controller",
    "Convergence",
    "FrontalWalker",
    "LegLength",
    "SagittalWalker",
    "Sole",
    "Stance",
    "Stride",
    "Strike",
    "Sway",
    "WalkerRow",
    "WorkingPoint",
    "choose_controller",
    "converge",
    "row",
    "sway",
    "trial",
]
