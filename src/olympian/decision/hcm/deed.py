"""What every action of the module has."""

from olympian.decision.dsd import Action
from olympian.decision.hcm.blackboard import Blackboard

__all__ = ["Deed"]


class Deed(Action):
    """An action on the module's blackboard."""

    blackboard: Blackboard
