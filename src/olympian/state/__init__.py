"""From sensors to beliefs: attitude, contacts, support, stability."""

from olympian.state.attitude import AttitudeFilter
from olympian.state.estimator import Estimator, Localiser
from olympian.state.health import Health
from olympian.state.health_config import HealthConfig
from olympian.state.legs import LegWatch
from olympian.state.stability import (
    Stability,
    StabilityReading,
    live_stability,
    stability_level,
    stability_of,
)
from olympian.state.support import ContactSwitch, SupportFinder, SupportMargin
from olympian.state.torso import T_start_torso, in_torso, is_lying, lying_on, side_down

__all__ = [
    "AttitudeFilter",
    "ContactSwitch",
    "Estimator",
    "Health",
    "HealthConfig",
    "LegWatch",
    "Localiser",
    "Stability",
    "StabilityReading",
    "SupportFinder",
    "SupportMargin",
    "T_start_torso",
    "in_torso",
    "is_lying",
    "live_stability",
    "lying_on",
    "side_down",
    "stability_level",
    "stability_of",
]
