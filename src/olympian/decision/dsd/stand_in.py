"""Elements for a tree whose own are not at hand, such as another team's."""

from collections.abc import Mapping
from typing import Any

from olympian.decision.dsd.element import Action, Decision, Element
from olympian.decision.dsd.tree import ActionNode, DecisionNode, DecisionTree, Node


class StandInDecision(Decision[Any]):
    """Answers what the blackboard says under its name, else the first result of the tree.

    Its outcomes are words and not an enum, so no tree has to cover them all.
    """

    first: str = ""

    def __init__(self, /, **parameters: object) -> None:
        self.parameters = parameters

    def perform(self) -> Any:
        """The word on the blackboard."""
        answers: Mapping[str, str] = self.blackboard or {}
        return answers.get(type(self).__name__, self.first)


class StandInAction(Action):
    """Takes any parameters, does nothing and never ends."""

    def __init__(self, /, **parameters: object) -> None:
        self.parameters = parameters

    def perform(self) -> None:
        """Nothing: it stands in."""


def stand_ins(tree: DecisionTree) -> list[type[Element]]:
    """A class for every name in a tree; their blackboard maps decisions to outcomes."""
    found: dict[tuple[type[Node], str], type[Element]] = {}
    for node in tree.nodes():
        if isinstance(node, DecisionNode):
            first = next(iter(node.branches))
            made: type[Element] = type(node.name, (StandInDecision,), {"first": first})
        elif isinstance(node, ActionNode):
            made = type(node.name, (StandInAction,), {})
        else:
            continue
        found.setdefault((type(node), node.name), made)
    return list(found.values())
