"""What docs/dsd.md shows is true: its tree is read, and its picture is drawn from it."""

import re
from pathlib import Path

from olympian.decision.dsd import draw_tree, read_tree_text

DOCS = Path(__file__).parents[3] / "docs"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", (DOCS / "dsd.md").read_text(), re.DOTALL)
    assert found
    return found.group(1)


def test_the_picture_is_of_the_tree() -> None:
    picture = draw_tree(read_tree_text(block("dsd")), ["FINE", "LEFT", "YES"])
    assert (DOCS / "pictures" / "dsd_example.svg").read_text() == picture
