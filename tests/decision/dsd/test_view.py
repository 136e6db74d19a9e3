"""A stack as text, as JSON and as a picture; and `olympian hcm draw`."""

import json
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given

from drills.dsd_writer import trees
from olympian.cli.main import main
from olympian.decision.dsd import (
    DecisionTree,
    Stack,
    draw_stack,
    draw_tree,
    read_tree_text,
    stack_text,
    stack_view,
    stand_ins,
)
from olympian.decision.dsd.layout import rows
from olympian.decision.dsd.tree import ActionNode, DecisionNode
from olympian.errors import OlympianError

TREE = """-->Play
$Role
    GOALIE --> @Stand + time:%long
    ELSE --> $Ball + side:left
        SEEN --> @Go + r:false, @Kick + power:0.5
        LOST --> @Search + text:"<&>"
"""
SVG = "{http://www.w3.org/2000/svg}"


def playing() -> Stack:
    tree = read_tree_text(TREE, "play.dsd")
    stack = Stack(tree, stand_ins(tree), {"Role": "STRIKER"}, {"long": 3})
    stack.step(1.5)
    assert stack.action is not None
    stack.action.pop()
    stack.step(2.25)
    return stack


def test_the_stack_as_text() -> None:
    assert stack_text(playing()).split("\n") == [
        "$Role --> STRIKER (ELSE), since 1.50 s",
        "    $Ball + side:left --> SEEN, since 1.50 s",
        "        @Kick + power:0.5 (2 of 2), since 1.50 s",
    ]
    tree = read_tree_text("-->\n@Go")
    assert stack_text(Stack(tree, stand_ins(tree))) == ""


def test_the_stack_as_json() -> None:
    found = json.loads(json.dumps([asdict(entry) for entry in stack_view(playing())]))
    assert found[0] == {
        "name": "Role",
        "kind": "decision",
        "outcome": "STRIKER",
        "branch": "ELSE",
        "parameters": {},
        "since": 1.5,
        "line": 2,
        "place": 1,
        "of": 1,
    }
    assert [entry["line"] for entry in found] == [2, 4, 5]
    assert found[2]["parameters"] == {"power": 0.5}
    assert (found[2]["outcome"], found[2]["place"], found[2]["of"]) == (None, 2, 2)


def texts(picture: str, kind: str) -> list[str]:
    """What stands in the boxes of a class, or of several."""
    groups = ElementTree.fromstring(picture).iter(f"{SVG}g")
    wanted = set(kind.split())
    return [
        group.findtext(f"{SVG}text") or ""
        for group in groups
        if wanted <= set(group.get("class", "").split())
    ]


def test_the_picture_marks_the_active_path() -> None:
    picture = draw_stack(playing())
    assert texts(picture, "result active") == ["ELSE", "SEEN"]
    assert texts(picture, "decision active") == ["$Role", "$Ball + side:left"]
    assert texts(picture, "action active") == ["@Kick + power:0.5"]
    assert texts(draw_tree(read_tree_text(TREE)), "active") == []


@given(trees())
def test_the_picture_shows_all_and_nothing_overlaps(tree: DecisionTree) -> None:
    picture = draw_tree(tree)
    decisions = [node for node in tree.nodes() if isinstance(node, DecisionNode)]
    actions = [node for node in tree.nodes() if isinstance(node, ActionNode)]
    assert len(texts(picture, "decision")) == len(decisions)
    assert len(texts(picture, "action")) == len(actions)
    assert len(texts(picture, "result")) == sum(len(node.branches) for node in decisions)
    width = float(ElementTree.fromstring(picture).get("width", "0"))
    every = list(rows(tree.root, None, 1).all())
    assert len({row.y for row in every}) == len(every)
    for row in every:
        boxes = [*([row.result] if row.result else []), *row.boxes]
        assert all(before.end < after.x for before, after in pairwise(boxes))
        assert row.width < width


def test_a_path_that_is_not_there_is_refused() -> None:
    tree = read_tree_text(TREE)
    with pytest.raises(OlympianError, match=r"unknown result of \$Role 'GOALI', did you mean"):
        draw_tree(tree, ["GOALI"])
    with pytest.raises(OlympianError, match="unknown result after an action 'SEEN'"):
        draw_tree(tree, ["GOALIE", "SEEN"])


@pytest.fixture
def draw(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """Runs `hcm draw` on a text; gives back exit code, stdout, stderr."""

    def call(text: str, *words: object) -> tuple[int, str, str]:
        file = tmp_path / "play.dsd"
        file.write_text(text, encoding="utf-8")
        code = main(["hcm", "draw", str(file), *(str(word) for word in words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_draw_prints_the_picture(draw) -> None:
    code, out, err = draw(TREE)
    assert (code, err) == (0, "")
    assert out == draw_tree(read_tree_text(TREE))


def test_draw_writes_a_file_once(draw, tmp_path: Path) -> None:
    target = tmp_path / "play.svg"
    assert draw(TREE, "--out", target, "--active", "ELSE,LOST")[0] == 0
    assert texts(target.read_text(), "action active") == ["@Search + text:<&>"]
    code, _, err = draw(TREE, "--out", target)
    assert code == 2
    assert "exists already" in err
    assert draw(TREE, "--out", target, "--force")[0] == 0
    assert texts(target.read_text(), "active") == []


def test_draw_gives_the_tree_as_json(draw) -> None:
    code, out, err = draw("#Old\n@Go\n" + TREE, "--json")
    page = json.loads(out)
    assert code == 0
    assert err.startswith("warning: ")
    assert err.strip().endswith("play.dsd:1: subtree #Old is never used")
    assert page["name"] == "Play"
    assert page["root"]["branches"]["GOALIE"]["parameters"] == {"time": "%long"}
    sequence = page["root"]["branches"]["ELSE"]["branches"]["SEEN"]
    assert [action["name"] for action in sequence["actions"]] == ["Go", "Kick"]
    assert len(page["warnings"]) == 1


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("-->\n$Role\n  A --> @Go", (), "play.dsd:3: indented by 2 spaces"),
        (TREE, ("--active", "GOAL"), "unknown result of $Role 'GOAL'"),
        (TREE, ("--out", "/proc/none/play.svg"), "cannot be written"),
    ],
)
def test_draw_fails_in_one_line(draw, text: str, words: tuple[str, ...], said: str) -> None:
    code, out, err = draw(text, *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_draw_without_the_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["hcm", "draw", str(tmp_path / "none.dsd")]) == 2
    assert "none.dsd: cannot be read" in capsys.readouterr().err
