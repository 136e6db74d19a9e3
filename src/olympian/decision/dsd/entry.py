"""What lies on the stack: a decision with its answer, or actions and how far they have come."""

from typing import Any

from olympian.decision.dsd.bound import BoundAction, BoundActions, BoundDecision, Branch
from olympian.decision.dsd.element import Action, Decision

__all__ = ["ActionEntry", "DecisionEntry"]


class DecisionEntry:
    """A decision on the stack and its last answer."""

    __slots__ = ("bound", "branch", "element", "outcome", "since")

    def __init__(self, bound: BoundDecision, element: Decision[Any], since: float) -> None:
        self.bound = bound
        self.element = element
        self.since = since
        """When it was pushed."""
        self.outcome: object = None
        self.branch: Branch | None = None
        """Where the outcome led; nowhere while the decision is on top."""


class ActionEntry:
    """The actions on top of the stack: one, or those of a sequence."""

    __slots__ = ("bound", "elements", "index", "since")

    def __init__(self, bound: BoundActions, elements: tuple[Action, ...], since: float) -> None:
        self.bound = bound
        self.elements = elements
        self.since = since
        """When the turn of the present action came."""
        self.index = 0

    @property
    def element(self) -> Action:
        """The action whose turn it is."""
        return self.elements[self.index]

    @property
    def action(self) -> BoundAction:
        """What that action was made from."""
        return self.bound.actions[self.index]

    def go_on(self, t: float) -> bool:
        """Give the turn to the next action; false if there is none."""
        if self.index + 1 == len(self.elements):
            return False
        self.index += 1
        self.since = vars(self.element)["since"] = t  # a frozen dataclass is an action, too
        return True
