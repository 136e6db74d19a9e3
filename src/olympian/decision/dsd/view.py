"""How a stack looks to people and programs: as indented text, or as a list of records."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from olympian.decision.dsd.entry import ActionEntry, DecisionEntry
from olympian.decision.dsd.stack import Stack
from olympian.decision.dsd.token import INDENT
from olympian.decision.dsd.tree import ActionNode, DecisionNode, Node, SequenceNode, SubtreeUse
from olympian.decision.dsd.yaml_value import Given, show_value


@dataclass(frozen=True)
class EntryView:
    """One entry of a stack, from the bottom up; plain enough for JSON."""

    name: str
    kind: Literal["decision", "action"]
    outcome: str | None
    """The decision's answer; none for actions, and for a decision on top."""
    branch: str | None
    """The branch taken: the outcome, or ELSE."""
    parameters: Mapping[str, Any]
    since: float
    """Time at which it was pushed, or its turn in the sequence came."""
    line: int
    """Where it stands in the file."""
    place: int = 1
    """Which action of the sequence this is, from 1."""
    of: int = 1
    """How many actions the sequence has."""


def stack_view(stack: Stack) -> tuple[EntryView, ...]:
    """The entries of a stack, root first."""
    return tuple(
        _decision_view(entry) if isinstance(entry, DecisionEntry) else _action_view(entry)
        for entry in stack.entries
    )


def stack_text(stack: Stack) -> str:
    """The stack as text, one level deeper for each entry."""
    lines = []
    for depth, entry in enumerate(stack_view(stack)):
        indent = " " * (INDENT * depth)
        lines.append(f"{indent}{_said(entry)}, since {entry.since:.2f} s")
    return "\n".join(lines)


def _said(entry: EntryView) -> str:
    sign = "$" if entry.kind == "decision" else "@"
    words = f"{sign}{entry.name}{_parameters(entry.parameters)}"
    if entry.outcome is not None:
        words += f" --> {entry.outcome}"
    if entry.branch not in (None, entry.outcome):
        words += f" ({entry.branch})"
    return words if entry.of == 1 else f"{words} ({entry.place} of {entry.of})"


def _decision_view(entry: DecisionEntry) -> EntryView:
    outcome = None if entry.branch is None else getattr(entry.outcome, "name", str(entry.outcome))
    return EntryView(
        name=entry.bound.node.name,
        kind="decision",
        outcome=outcome,
        branch=None if entry.branch is None else entry.branch.label,
        parameters=entry.bound.parameters,
        since=entry.since,
        line=entry.bound.node.line,
    )


def _action_view(entry: ActionEntry) -> EntryView:
    action = entry.action
    return EntryView(
        name=action.node.name,
        kind="action",
        outcome=None,
        branch=None,
        parameters=action.parameters,
        since=entry.since,
        line=action.node.line,
        place=entry.index + 1,
        of=len(entry.bound.actions),
    )


def node_label(node: ActionNode | DecisionNode | SubtreeUse) -> str:
    """A node as the file would name it: `@Wait + time:1`."""
    signs = {DecisionNode: "$", ActionNode: "@", SubtreeUse: "#"}
    return f"{signs[type(node)]}{node.name}{_parameters(node.parameters)}"


def _parameters(parameters: Mapping[str, Given]) -> str:
    return "".join(f" + {name}:{show_value(value)}" for name, value in parameters.items())


def tree_record(node: Node) -> dict[str, Any]:
    """A tree as nested plain records, for JSON."""
    if isinstance(node, SequenceNode):
        return {"kind": "sequence", "actions": [tree_record(action) for action in node.actions]}
    record: dict[str, Any] = {
        "kind": "decision" if isinstance(node, DecisionNode) else "action",
        "name": node.name,
        "parameters": {
            name: value if isinstance(value, bool | int | float | str | list | None) else str(value)
            for name, value in node.parameters.items()
        },
        "line": node.line,
    }
    if isinstance(node, DecisionNode):
        record["branches"] = {result: tree_record(child) for result, child in node.branches.items()}
    return record
