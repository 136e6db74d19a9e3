"""How a robot finds out what is wrong with it."""

from olympian.motion.calibrate.calibrate import Calibrate, can_calibrate
from olympian.motion.calibrate.fit import OneLeg, fit

__all__ = ["Calibrate", "OneLeg", "can_calibrate", "fit"]
