"""From sensors to beliefs: attitude, contacts, support, stability."""

from olympian.state.attitude import AttitudeFilter
from olympian.state.estimator import Estimator, Localiser
from olympian.state.health import Health
from olympian.state.health_config import HealthConfig
from olympian.state.stability import (
    Stability,
    StabilityAlong,
    StabilityReading,
    live_stability,
    stability_along,
    stability_level,
    stability_of,
)
from olympian.state.support import ContactSwitch, Support, SupportFinder
from olympian.state.torso import T_start_torso, in_torso

__all__ = [
    "AttitudeFilter",
    "ContactSwitch",
    "Estimator",
    "Health",
    "HealthConfig",
    "Localiser",
    "Stability",
    "StabilityAlong",
    "StabilityReading",
    "Support",
    "SupportFinder",
    "T_start_torso",
    "in_torso",
    "live_stability",
    "stability_along",
    "stability_level",
    "stability_of",
]
