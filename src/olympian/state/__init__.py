"""From sensors to beliefs: attitude, contacts, support."""

from olympian.state.attitude import AttitudeFilter
from olympian.state.contact import ContactSwitch
from olympian.state.estimator import Estimator
from olympian.state.support import Support, support_of

__all__ = ["AttitudeFilter", "ContactSwitch", "Estimator", "Support", "support_of"]
