"""What lies on the stack: a decision with its answer, or actions and how far they have come."""

from typing import Any

from olympian.decision.dsd.bound import BoundAction, BoundActions, BoundDecision, Branch
from olympian.decision.dsd.element import Action, Decision


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
    """What is on top of the stack: an action, alone or of a sequence."""

    __slots__ = ("bound", "element", "index", "since")

    def __init__(self, bound: BoundActions, element: Action, since: float) -> None:
        self.bound = bound
        self.element = element
        """The action whose turn it is."""
        self.since = since
        """When its turn came."""
        self.index = 0

    @property
    def action(self) -> BoundAction:
        """What that action was made from."""
        return self.bound.actions[self.index]

    @property
    def following(self) -> BoundAction | None:
        """The action of the sequence that comes after it."""
        rest = self.bound.actions[self.index + 1 :]
        return rest[0] if rest else None

    def go_on(self, element: Action, since: float) -> None:
        """Give the turn to the next action of the sequence."""
        self.index += 1
        self.element, self.since = element, since
