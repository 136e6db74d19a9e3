"""Reading a `.dsd` file: lines and their indentation become a tree."""

from pathlib import Path

from olympian.decision.dsd.fault import fault
from olympian.decision.dsd.outline import Outline
from olympian.decision.dsd.planting import plant
from olympian.decision.dsd.token import lines
from olympian.decision.dsd.tree import Tree
from olympian.errors import OlympianError

__all__ = ["read_tree", "read_tree_text"]


def read_tree(path: Path | str) -> Tree:
    """The tree of a file; what is wrong with it is said with file and line."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise OlympianError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise fault(str(path), line, "is no UTF-8 text") from error
    return read_tree_text(text, str(path))


def read_tree_text(text: str, source: str = "<text>") -> Tree:
    """The tree in a text; `source` is what errors call it."""
    outline = Outline(list(lines(text, source)), source)
    return plant(outline.read(), source)
