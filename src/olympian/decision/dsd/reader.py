"""Reading a `.dsd` file: lines and their indentation become a tree."""

from pathlib import Path

from olympian.decision.dsd.outline import Outline
from olympian.decision.dsd.planting import plant
from olympian.decision.dsd.token import lines
from olympian.decision.dsd.tree import DecisionTree
from olympian.errors import OlympianError
from olympian.files import read_text

__all__ = ["read_tree", "read_tree_text"]

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
