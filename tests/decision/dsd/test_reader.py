"""The `.dsd` format: whatever way a tree is written, the same tree is read."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from drills.dsd_writer import VALUES, Writer, trees
from olympian.decision.dsd import DecisionTree, read_tree, read_tree_text
from olympian.decision.dsd.tree import ActionNode, DecisionNode, SequenceNode
from olympian.decision.dsd.yaml_value import Lookup, Reference, read_value, show_value


@given(trees(), st.integers(0, 10_000))
def test_a_tree_written_in_any_way_is_read_back(tree: DecisionTree, seed: int) -> None:
    assert read_tree_text(Writer(Random(seed)).text(tree)) == tree


@given(VALUES)
@example("on")
@example("12")
@example('say "no" // \\')
@example(1e30)
def test_values_are_read_back_with_their_types(value: object) -> None:
    tree = read_tree_text(f"-->\n@Do + value:{show_value(value)}  // remark")  # pyright: ignore
    assert isinstance(tree.root, ActionNode)
    back = tree.root.parameters["value"]
    assert (back, type(back)) == (value, type(value))


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("1", 1),
        ("-90", -90),
        ("0x1F", 31),
        ("0.5", 0.5),
        ("1.0e-3", 1e-3),
        ("1e3", "1e3"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("off", False),
        ("~", None),
        ("[1, a]", [1, "a"]),
        ("walkready", "walkready"),
        ("ole.wav", "ole.wav"),
        ("$side", "$side"),
        ('"true"', "true"),
        ("'a, b + c: d // e'", "a, b + c: d // e"),
        (r'"a \"b\""', 'a "b"'),
        ("%body/speed", Lookup("body/speed")),
        ("*time", Reference("time")),
    ],
)
def test_values_are_what_they_look_like(raw: str, value: object) -> None:
    assert read_value(raw) == value


def test_subtrees_get_the_parameters_of_their_use() -> None:
    tree = read_tree_text(
        """
        //** A subtree within a subtree: the outer hands on what it was given,
             and `time` means something else in each. **//
#Inner + time + side
$Near + distance:*time
    YES --> @Kick + side:*side, @Wait + time:*time
    NO --> @Wait + time:2

#Outer + side
$Seen
    YES --> #Inner + time:0.5 + side:*side
    ELSE --> #Inner + time:%long + side:left
-->Play
$Role
    A --> #Outer + side:right
    B --> #Outer + side:7
""".replace("        //**", "//**")
    )

    def inner(time: object, side: object) -> DecisionNode:
        kick = ActionNode("Kick", {"side": side}), ActionNode("Wait", {"time": time})  # pyright: ignore
        branches = {"YES": SequenceNode(kick), "NO": ActionNode("Wait", {"time": 2})}
        return DecisionNode("Near", branches, {"distance": time})  # pyright: ignore

    def outer(side: object) -> DecisionNode:
        other = inner(Lookup("long"), "left")
        return DecisionNode("Seen", {"YES": inner(0.5, side), "ELSE": other})

    assert tree == DecisionTree("Play", DecisionNode("Role", {"A": outer("right"), "B": outer(7)}))


def test_results_may_be_indented_by_more_than_a_level() -> None:
    tree = read_tree_text(
        "-->\n$Role\n        A --> $Near\n            YES --> @Go\n        B -->@Go"
    )
    near = DecisionNode("Near", {"YES": ActionNode("Go")})
    assert tree.root == DecisionNode("Role", {"A": near, "B": ActionNode("Go")})


def test_a_comment_may_end_before_code() -> None:
    tree = read_tree_text("-->\n$Role\n    A --> @Go //** from here\n to here **//    B --> @Stay")
    assert tree.root == DecisionNode("Role", {"A": ActionNode("Go"), "B": ActionNode("Stay")})
    assert isinstance(tree.root, DecisionNode)
    assert tree.root.branch_lines == {"A": 3, "B": 4}


def test_a_tree_needs_no_decision_and_no_name() -> None:
    assert read_tree_text("-->\n@Go, @Stay").root == SequenceNode(
        (ActionNode("Go"), ActionNode("Stay"))
    )
    assert read_tree_text("#Part\n@Go\n-->Play\n    #Part") == DecisionTree(
        "Play", ActionNode("Go")
    )


def test_an_unused_subtree_is_only_a_warning() -> None:
    tree = read_tree_text("#Old\n@Go\n#Older\n$X\n    A --> #Old\n-->\n@Stay", "some.dsd")
    assert tree.warnings == (
        "some.dsd:1: subtree #Old is never used",
        "some.dsd:3: subtree #Older is never used",
    )


def test_files_may_begin_with_a_mark_and_end_lines_in_any_way(tmp_path) -> None:
    file = tmp_path / "tree.dsd"
    file.write_bytes(b"\xef\xbb\xbf-->Play\r\n$Role\r\n    A --> @Go\r\n")
    assert read_tree(file) == DecisionTree("Play", DecisionNode("Role", {"A": ActionNode("Go")}))
