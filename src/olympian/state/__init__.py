"""From sensors to beliefs: attitude, contacts, support, stability."""

from olympian.state.attitude import AttitudeFilter
from olympian.state.contact import ContactSwitch
from olympian.state.estimator import Estimator
from olympian.state.health import Health, HealthReport
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
from olympian.state.support import Support, SupportFinder

__all__ = [
    "AttitudeFilter",
    "ContactSwitch",
    "Estimator",
    "Health",
    "HealthConfig",
    "HealthReport",
    "Stability",
    "StabilityAlong",
    "StabilityReading",
    "Support",
    "SupportFinder",
    "live_stability",
    "stability_along",
    "stability_level",
    "stability_of",
]
