"""From sensors to beliefs: attitude, contacts, support."""

from olympian.state.attitude import AttitudeFilter
from olympian.state.contact import ContactSwitch
from olympian.state.estimator import Estimator
from olympian.state.support import Support, SupportFinder

__all__ = ["AttitudeFilter", "ContactSwitch", "Estimator", "Support", "SupportFinder"]
