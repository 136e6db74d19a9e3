"""Giving the names of a tree their classes: what is wrong is found here, before anything runs."""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, TypeVar

from olympian.decision.dsd.bound import Bound, BoundAction, BoundActions, BoundDecision, Branch
from olympian.decision.dsd.element import Action, Decision, Element
from olympian.decision.dsd.fault import fault, unknown_at
from olympian.decision.dsd.signature import fitted
from olympian.decision.dsd.tree import (
    ELSE,
    ActionNode,
    DecisionNode,
    DecisionTree,
    Node,
    SequenceNode,
    SubtreeUse,
)
from olympian.decision.dsd.yaml_value import Given, Lookup, Reference, Value, show_value
from olympian.errors import OlympianError


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


def find_parameter(parameters: Mapping[str, object], name: str) -> tuple[object] | None:
    """The value of a name, in a tuple since it may be None itself.

    `a/b` and `a.b` are names of their own or, where there is no such name, `b` inside of `a`.
    """
    if name in parameters:
        return (parameters[name],)
    for at, sign in enumerate(name):
        inside = parameters.get(name[:at]) if sign in "/." else None
        if isinstance(inside, Mapping):
            return find_parameter(inside, name[at + 1 :])
    return None


def parameter_names(parameters: Mapping[str, object], start: str = "") -> Iterator[str]:
    """Every name that can be looked up."""
    for name, value in parameters.items():
        if isinstance(value, Mapping):
            yield from parameter_names(value, f"{start}{name}/")
        else:
            yield f"{start}{name}"


Kind = TypeVar("Kind", bound=Element)

HOLDING = ("r", "reevaluate")
"""Parameters every action has; false: no decision is asked while the action runs."""


def bind(
    tree: DecisionTree,
    elements: Iterable[type[Element]],
    lookups: Mapping[str, object] | None = None,
) -> Bound:
    """A tree that can run.

    Args:
        elements: the classes its names stand for.
        lookups: what `%name` stands for; `a/b` and `a.b` also look into nested mappings.
    """
    return _Binder(tree, elements, lookups or {}).bound(tree.root)


class _Binder:
    """What is needed at every node while a tree is bound."""

    def __init__(
        self, tree: DecisionTree, elements: Iterable[type[Element]], lookups: Mapping[str, object]
    ) -> None:
        self._source = tree.source
        self._lookups = lookups
        self._decisions: dict[str, type[Decision[Any]]] = {}
        self._actions: dict[str, type[Action]] = {}
        for cls in elements:
            if issubclass(cls, Decision):
                _enrol(self._decisions, cls, "decisions")
            elif issubclass(cls, Action):
                _enrol(self._actions, cls, "actions")

    def bound(self, node: Node) -> Bound:
        """A node and all below it, bound."""
        assert not isinstance(node, SubtreeUse)  # trees hold none once they are planted
        if isinstance(node, DecisionNode):
            return self._decision(node)
        actions = node.actions if isinstance(node, SequenceNode) else (node,)
        return BoundActions(tuple(self._action(action) for action in actions))

    def _action(self, node: ActionNode) -> BoundAction:
        if node.name not in self._actions:
            raise unknown_at(self._source, node.line, "action", node.name, self._actions)
        cls = self._actions[node.name]
        given = self._resolved(node)
        own = {name: value for name, value in given.items() if name not in HOLDING}
        flags = [self._flag(node, given[name]) for name in HOLDING if name in given]
        return BoundAction(node, cls, given, self._fitted(node, cls, own), not all(flags))

    def _flag(self, node: ActionNode, value: Value) -> bool:
        if not isinstance(value, bool):
            problem = f"r of @{node.name} should be true or false, not {show_value(value)}"
            raise fault(self._source, node.line, problem)
        return value

    def _decision(self, node: DecisionNode) -> BoundDecision:
        if node.name not in self._decisions:
            raise unknown_at(self._source, node.line, "decision", node.name, self._decisions)
        cls = self._decisions[node.name]
        given = self._resolved(node)
        arguments = self._fitted(node, cls, given)
        named = {label: Branch(label, self.bound(child)) for label, child in node.branches.items()}
        other = named.get(ELSE)
        if cls.outcomes is None:
            if not issubclass(cls, StandInDecision):
                problem = f"{node.name} declares no outcomes; write Decision[its enum] as its base"
                raise fault(self._source, node.line, problem)
            named.pop(ELSE, None)
            return BoundDecision(node, cls, given, arguments, {**named}, other)
        return BoundDecision(
            node, cls, given, arguments, self._covered(node, cls.outcomes, named, other), other
        )

    def _covered(
        self,
        node: DecisionNode,
        outcomes: type[Enum],
        named: Mapping[str, Branch],
        other: Branch | None,
    ) -> dict[object, Branch]:
        """A branch for each outcome."""
        for label in named:
            if label != ELSE and label not in outcomes.__members__:
                line = node.branch_lines[label]
                kind = f"outcome of ${node.name}"
                raise unknown_at(self._source, line, kind, label, outcomes.__members__)
        branches: dict[object, Branch] = {
            outcomes[label]: branch for label, branch in named.items() if label != ELSE
        }
        missing = [outcome for outcome in outcomes if outcome not in branches]
        if missing and other is None:
            names = ", ".join(outcome.name for outcome in missing)
            raise fault(
                self._source,
                node.line,
                f"${node.name} has no branch for {names}; add one for each, or {ELSE} for all",
            )
        return branches | {outcome: other for outcome in missing if other is not None}

    def _resolved(self, node: ActionNode | DecisionNode) -> dict[str, Value]:
        return {name: self._value(node, value) for name, value in node.parameters.items()}

    def _value(self, node: ActionNode | DecisionNode, value: Given) -> Any:
        assert not isinstance(value, Reference)  # filled in when the subtree was planted
        if not isinstance(value, Lookup):
            return value
        found = find_parameter(self._lookups, value.name)
        if found is None:
            names = parameter_names(self._lookups, "%")
            raise unknown_at(self._source, node.line, "parameter", str(value), names)
        return found[0]

    def _fitted(
        self, node: ActionNode | DecisionNode, cls: type[Element], given: Mapping[str, Value]
    ) -> dict[str, Any]:
        if inspect.isabstract(cls):
            missing = ", ".join(sorted(cls.__abstractmethods__))
            raise fault(self._source, node.line, f"{node.name} cannot run: it has no {missing}")
        try:
            return fitted(cls, given)
        except OlympianError as error:
            raise fault(self._source, node.line, str(error)) from error


def _enrol(known: dict[str, type[Kind]], cls: type[Kind], kind: str) -> None:
    """Put a class under its name, of which there is only one."""
    if known.setdefault(cls.__name__, cls) is not cls:
        modules = f"{known[cls.__name__].__module__} and {cls.__module__}"
        raise OlympianError(f"two {kind} are called {cls.__name__}: in {modules}")
