"""What a `.dsd` file says: decisions with branches, actions, sequences, uses of subtrees."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from olympian.decision.dsd.yaml_value import Given

ELSE = "ELSE"
"""The branch for every outcome that has none of its own."""


@dataclass(frozen=True)
class ActionNode:
    """`@Name + key:value`: something to do."""

    name: str
    parameters: Mapping[str, Given] = field(default_factory=dict)
    line: int = field(default=0, compare=False)
    subtree: str | None = field(default=None, compare=False)
    """Name of the subtree that begins here, once it stands in the place of its use."""


@dataclass(frozen=True)
class SequenceNode:
    """`@First, @Second`: one action after the other."""

    actions: tuple[ActionNode, ...]
    line: int = field(default=0, compare=False)
    subtree: str | None = field(default=None, compare=False)


@dataclass(frozen=True)
class DecisionNode:
    """`$Name + key:value` and, for each outcome, where it leads."""

    name: str
    branches: "Mapping[str, Node]"
    parameters: Mapping[str, Given] = field(default_factory=dict)
    line: int = field(default=0, compare=False)
    branch_lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Where each outcome is written; what it leads to may stand elsewhere."""
    subtree: str | None = field(default=None, compare=False)


@dataclass(frozen=True)
class SubtreeUse:
    """`#Name + key:value` in a branch: the subtree of that name stands here."""

    name: str
    parameters: Mapping[str, Given] = field(default_factory=dict)
    line: int = field(default=0, compare=False)


Node: TypeAlias = ActionNode | SequenceNode | DecisionNode | SubtreeUse


@dataclass(frozen=True)
class Subtree:
    """`#Name + key`: a tree with a name, and what its uses have to give it."""

    name: str
    root: Node
    parameters: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class DecisionTree:
    """A whole tree, subtrees put in the place of their uses."""

    name: str
    root: Node
    source: str = field(default="", compare=False)
    """The file, as it was named by the user."""
    warnings: tuple[str, ...] = field(default=(), compare=False)
    """What is odd but does no harm, each with file and line."""

    def nodes(self) -> Iterator[Node]:
        """Every node, in the order of the file; actions of a sequence after the sequence."""
        return below(self.root)


def below(node: Node) -> Iterator[Node]:
    """A node and all that hangs on it."""
    yield node
    if isinstance(node, DecisionNode):
        for child in node.branches.values():
            yield from below(child)
    elif isinstance(node, SequenceNode):
        yield from node.actions
