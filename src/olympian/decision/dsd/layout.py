"""Where the nodes of a tree go in a picture: one row each, indented like the file.

A deep tree with a few short branches at every level, as control modules have, would be a long thin
diagonal in the usual drawing of trees. As rows it stays readable, and nothing can overlap.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from olympian.decision.dsd.tree import ActionNode, DecisionNode, Node, SequenceNode, SubtreeUse
from olympian.decision.dsd.view import node_label
from olympian.errors import unknown

ROW = 30.0
"""Distance of rows, px; so are all lengths here."""
BOX = 22.0
"""Height of a box."""
LEVEL = 34.0
"""Indentation of one level."""
CHARACTER = 7.5
"""Width of a letter of the monospaced font at 12.5 px."""
PADDING = 8.0
"""Between a text and its box."""
GAP = 20.0
"""Between the boxes of a sequence: room for an arrow."""

JOINT = 4.0
"""Between a result and what it leads to."""


@dataclass(frozen=True)
class LayoutBox:
    """A text in a frame."""

    text: str
    x: float
    kind: str
    """`result`, `decision` or `action`."""
    active: bool
    line: int

    @property
    def width(self) -> float:
        """Width of the frame."""
        return len(self.text) * CHARACTER + 2 * PADDING

    @property
    def end(self) -> float:
        """Its right edge."""
        return self.x + self.width


@dataclass(frozen=True)
class Row:
    """A branch: the result that leads to it, and the decision or the actions it leads to."""

    x: float
    y: float
    """Middle of the row."""
    result: LayoutBox | None
    boxes: tuple[LayoutBox, ...]
    subtree: str | None
    active: bool
    children: list["Row"] = field(default_factory=list)

    def all(self) -> Iterator["Row"]:
        """This row and those below it."""
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def width(self) -> float:
        """Right edge of the last thing in the row."""
        tag = 0.0 if self.subtree is None else PADDING + (len(self.subtree) + 1) * CHARACTER
        return self.boxes[-1].end + tag


def rows(root: Node, trail: Sequence[str] | None, place: int) -> Row:
    """The row of the root, with all others below it.

    Args:
        trail: results along the active path; none marks nothing.
        place: which action of the sequence at its end is active, from 1.
    """
    return _Placing(place).row(root, 0.0, None, trail)


class _Placing:
    """Counts rows while the tree is walked in the order of the file."""

    def __init__(self, place: int) -> None:
        self._place = place
        self._count = 0

    def row(self, node: Node, x: float, result: str | None, trail: Sequence[str] | None) -> Row:
        """The row of a node; `trail` is what is left of the active path, none beside it."""
        y = self._count * ROW
        self._count += 1
        active = trail is not None
        label = None if result is None else LayoutBox(result, x, "result", active, node.line)
        start = x if label is None else label.end + JOINT
        boxes = tuple(self._boxes(node, start, active))
        row = Row(x, y, label, boxes, _subtree(node), active)
        if isinstance(node, DecisionNode):
            chosen = self._chosen(node, trail)
            for name, child in node.branches.items():
                rest = trail[1:] if trail and name == chosen else None
                row.children.append(self.row(child, x + LEVEL, name, rest))
        elif trail:
            raise unknown("result after an action", trail[0], ())
        return row

    @staticmethod
    def _chosen(node: DecisionNode, trail: Sequence[str] | None) -> str | None:
        if not trail:
            return None
        if trail[0] not in node.branches:
            raise unknown(f"result of ${node.name}", trail[0], node.branches)
        return trail[0]

    def _boxes(self, node: Node, x: float, active: bool) -> Iterator[LayoutBox]:
        if isinstance(node, SequenceNode):
            for place, action in enumerate(node.actions, 1):
                box = _box(action, x, active and place == self._place)
                yield box
                x = box.end + GAP
        else:
            yield _box(node, x, active)


def _box(node: ActionNode | DecisionNode | SubtreeUse, x: float, active: bool) -> LayoutBox:
    kind = "decision" if isinstance(node, DecisionNode) else "action"
    return LayoutBox(node_label(node), x, kind, active, node.line)


def _subtree(node: Node) -> str | None:
    return None if isinstance(node, SubtreeUse) else node.subtree
