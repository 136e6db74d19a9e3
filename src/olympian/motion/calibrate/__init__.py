"""How a robot finds out what is wrong with it, and how people help it."""

from olympian.motion.calibrate.calibrate import Calibrate, can_calibrate
from olympian.motion.calibrate.fit import OneLeg, fit
from olympian.motion.calibrate.limit_search import WEAK, FoundLimits, LimitSearch
from olympian.motion.calibrate.workbench import Workbench

__all__ = [
    "WEAK",
    "Calibrate",
    "FoundLimits",
    "LimitSearch",
    "OneLeg",
    "Workbench",
    "can_calibrate",
    "fit",
]
