"""Where a head looks next: where a look tells most about ball, place and other robots."""

from olympian.decision.gaze.look_where_unsure import LookWhereUnsure
from olympian.decision.gaze.worth import Interests, Worth

__all__ = ["Interests", "LookWhereUnsure", "Worth"]
