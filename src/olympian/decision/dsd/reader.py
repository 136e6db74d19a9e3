"""Reading a `.dsd` file: its lines become a tree, with subtrees in the place of their uses."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from olympian.decision.dsd.fault import fault, unknown_at
from olympian.decision.dsd.outline import Outline, Trees
from olympian.decision.dsd.token import lines
from olympian.decision.dsd.tree import (
    ActionNode,
    DecisionNode,
    DecisionTree,
    Node,
    SequenceNode,
    Subtree,
    SubtreeUse,
    below,
)
from olympian.decision.dsd.yaml_value import Given, Reference
from olympian.errors import OlympianError
from olympian.files import read_text

MOST_NODES = 100_000
"""Subtrees in subtrees multiply: thirty lines could stand for more than fits into memory."""


def plant(trees: Trees, source: str) -> DecisionTree:
    """The main tree with every subtree in its place."""
    for tree in (trees.main, *trees.subtrees.values()):
        _check_fits(tree, trees.subtrees, source)
    for tree in trees.subtrees.values():
        _refuse_recursion(tree, trees.subtrees, source)
    if _size(trees.main.root, trees.subtrees, {}) > MOST_NODES:
        raise OlympianError(f"{source}: more than {MOST_NODES} nodes with all subtrees in place")
    root = _planted(trees.main.root, trees.subtrees, {})
    return DecisionTree(trees.main.name, root, source, tuple(_unused(trees, source)))


def _check_fits(tree: Subtree, subtrees: Mapping[str, Subtree], source: str) -> None:
    """Refuse uses of what is not defined, and parameters that do not match."""
    for node in below(tree.root):
        if not isinstance(node, SequenceNode):
            _check_references(tree, node, source)
        if isinstance(node, SubtreeUse):
            if node.name not in subtrees:
                raise unknown_at(source, node.line, "subtree", f"#{node.name}", _signed(subtrees))
            _check_use(node, subtrees[node.name], source)


def _check_references(
    tree: Subtree, node: ActionNode | DecisionNode | SubtreeUse, source: str
) -> None:
    for value in node.parameters.values():
        if isinstance(value, Reference) and value.name not in tree.parameters:
            owner = f"#{tree.name}" if tree.parameters else "this tree"
            kind = f"parameter of {owner}"
            raise unknown_at(source, node.line, kind, str(value), map(str, _own(tree)))


def _own(tree: Subtree) -> Iterator[Reference]:
    return (Reference(name) for name in tree.parameters)


def _check_use(use: SubtreeUse, subtree: Subtree, source: str) -> None:
    for name in use.parameters:
        if name not in subtree.parameters:
            kind = f"parameter of #{use.name}"
            raise unknown_at(source, use.line, kind, name, subtree.parameters)
    missing = [name for name in subtree.parameters if name not in use.parameters]
    if missing:
        raise fault(
            source, use.line, f"#{use.name} needs {', '.join(missing)}; write + {missing[0]}:value"
        )


def _refuse_recursion(start: Subtree, subtrees: Mapping[str, Subtree], source: str) -> None:
    """Refuse a subtree that would contain itself."""
    seen: set[str] = set()
    waiting = [start.name]
    while waiting:
        for use in _uses(subtrees[waiting.pop()].root):
            if use.name == start.name:
                raise fault(source, use.line, f"#{start.name} would contain itself")
            if use.name not in seen:
                seen.add(use.name)
                waiting.append(use.name)


def _unused(trees: Trees, source: str) -> Iterator[str]:
    used: set[str] = set()
    waiting: list[Node] = [trees.main.root]
    while waiting:
        for use in _uses(waiting.pop()):
            if use.name not in used:
                used.add(use.name)
                waiting.append(trees.subtrees[use.name].root)
    for name, subtree in trees.subtrees.items():
        if name not in used:
            yield f"{source}:{subtree.line}: subtree #{name} is never used"


def _size(root: Node, subtrees: Mapping[str, Subtree], known: dict[str, int]) -> int:
    """Nodes of a tree with every subtree in its place."""
    size = sum(1 for _ in below(root))
    for use in _uses(root):
        if use.name not in known:
            known[use.name] = _size(subtrees[use.name].root, subtrees, known)
        size += known[use.name]
    return size


def _uses(root: Node) -> Iterator[SubtreeUse]:
    return (node for node in below(root) if isinstance(node, SubtreeUse))


def _signed(subtrees: Mapping[str, Subtree]) -> Iterator[str]:
    return (f"#{name}" for name in subtrees)


def _planted(node: Node, subtrees: Mapping[str, Subtree], given: Mapping[str, Given]) -> Node:
    """A copy of a node in which references have become what the use gave."""
    if isinstance(node, SubtreeUse):
        subtree = subtrees[node.name]
        inside = _filled(node.parameters, given)
        planted = _planted(subtree.root, subtrees, inside)
        assert not isinstance(planted, SubtreeUse)  # every use has been replaced
        return replace(planted, subtree=node.name)
    if isinstance(node, SequenceNode):
        actions = (replace(one, parameters=_filled(one.parameters, given)) for one in node.actions)
        return replace(node, actions=tuple(actions))
    if isinstance(node, ActionNode):
        return replace(node, parameters=_filled(node.parameters, given))
    branches = {result: _planted(child, subtrees, given) for result, child in node.branches.items()}
    return replace(node, branches=branches, parameters=_filled(node.parameters, given))


def _filled(parameters: Mapping[str, Given], given: Mapping[str, Given]) -> dict[str, Given]:
    return {
        name: given[value.name] if isinstance(value, Reference) else value
        for name, value in parameters.items()
    }


MOST_BYTES = 4 * 2**20
"""Of a file; the largest known one has 30,000."""


def read_tree(path: Path | str) -> DecisionTree:
    """The tree of a file; what is wrong with it is said with file and line."""
    file = Path(path)
    return read_tree_text(read_text(file, MOST_BYTES), str(path))


def read_tree_text(text: str, source: str = "<text>") -> DecisionTree:
    """The tree in a text; `source` is what errors call it."""
    outline = Outline(list(lines(text, source)), source)
    try:
        return plant(outline.read(), source)
    except RecursionError:
        raise OlympianError(f"{source}: decisions in decisions, too deep to be read") from None
