"""A tree that can run: nodes with their classes, and where every outcome leads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from olympian.decision.dsd.element import Action, Decision
from olympian.decision.dsd.tree import ActionNode, DecisionNode


@dataclass(frozen=True, eq=False)
class BoundAction:
    """An action and what it is made with."""

    node: ActionNode
    cls: type[Action]
    parameters: Mapping[str, Any]
    """As given, with look-ups resolved."""
    arguments: Mapping[str, Any]
    """As the class takes them."""
    holds: bool
    """Are decisions left alone while it runs?"""


@dataclass(frozen=True, eq=False)
class BoundActions:
    """One action, or several of a sequence."""

    actions: tuple[BoundAction, ...]


@dataclass(frozen=True, eq=False)
class Branch:
    """Where an outcome leads."""

    label: str
    """As in the file: the outcome's name, or ELSE."""
    bound: "Bound"


@dataclass(frozen=True, eq=False)
class BoundDecision:
    """A decision, what it is made with, and where its outcomes lead."""

    node: DecisionNode
    cls: type[Decision[Any]]
    parameters: Mapping[str, Any]
    arguments: Mapping[str, Any]
    branches: Mapping[object, Branch] = field(default_factory=dict)
    other: Branch | None = None
    """The ELSE branch."""

    def branch(self, outcome: object) -> Branch | None:
        """Where an outcome leads; nowhere if it is none of this decision's."""
        try:
            return self.branches.get(outcome, self.other if self.cls.outcomes is None else None)
        except TypeError:  # what cannot be hashed is no outcome
            return None


Bound: TypeAlias = BoundDecision | BoundActions
