"""A `.dsd` file that is wrong is refused in one line that says where."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills.dsd_writer import Writer, trees
from olympian.decision.dsd import (
    Action,
    Decision,
    DecisionTree,
    Stack,
    load_stack,
    read_tree,
    read_tree_text,
)
from olympian.errors import OlympianError


class Answer(Enum):
    YES = auto()
    NO = auto()


class Seen(Decision[Answer]):
    def __init__(self, distance: float = 1.0) -> None:
        self.distance = distance

    def perform(self) -> Answer:
        return Answer.YES


class Endless(Decision[Any]):
    def perform(self) -> Any:
        return None


@dataclass
class Kick(Action):
    side: Answer
    power: int | None = None
    style: Literal["hard", "soft"] = "hard"
    quick: bool = False
    name: str = ""

    def perform(self) -> None:
        self.pop()


class Unfinished(Action):
    pass


class Crowded(Action):
    def __init__(self, since: float) -> None:
        self.own = since

    def perform(self) -> None:
        self.pop()


class Wait(Action):
    def perform(self) -> None:
        pass


ELEMENTS = [Seen, Endless, Kick, Unfinished, Crowded, Wait]


def complaint(text: str) -> str:
    with pytest.raises(OlympianError) as caught:
        Stack(read_tree_text(text, "play.dsd"), ELEMENTS, None, {"speed": 3, "body": {"far": 2.0}})
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1: no tree begins here"),
        ("#Part\n@Wait\n", "2: no tree begins here"),
        ("@Wait", "1: expected --> or #Name"),
        ("-->\n", "1: leads nowhere"),
        ("-->\n#Part\n@Wait", "1: has nothing below it"),
        ("-->Play @Wait\n", "1: only a name may follow -->"),
        ("-->\n@Wait\n-->\n@Wait", "3: --> began on line 1 already"),
        ("#A\n@Wait\n#A\n@Wait\n-->\n@Wait", "3: #A began on line 1 already"),
        ("-->\n$Seen\n   YES --> @Wait", "3: indented by 3 spaces; use 4 spaces a level"),
        ("-->\n$Seen\n\tYES --> @Wait", "3: indented by a tab; use 4 spaces a level"),
        (
            "-->\n$Seen\n    YES --> @Wait\n        NO --> @Wait",
            "4: is indented by 8 spaces, the other results of $Seen by 4",
        ),
        (
            "-->\n$Seen\n        YES --> @Wait\n    NO --> @Wait",
            "4: is indented by 4 spaces, the other results of $Seen by 8",
        ),
        ("-->\n@Wait\n    YES --> @Wait", "3: is indented, but no decision above it takes results"),
        ("-->\n$Seen", "2: $Seen has no results below it"),
        ("-->\n$Seen\n    @Wait", "3: expected a result of $Seen: RESULT --> branch"),
        ("-->\n$Seen\n    YES -->\n    NO --> @Wait", "3: leads nowhere"),
        ("-->\n$Seen\n    YES --> Wait", "3: 'Wait' is not a $Decision, @Action or #Subtree"),
        ("-->\n$Seen\n    YES --> @Wait\n    YES --> @Wait", "4: $Seen has two branches for YES"),
        ("-->\n@Wait, $Seen", "2: a sequence is made of @Actions only"),
        ("-->\n@Wait,", "2: a sequence is made of @Actions only"),
        ("-->\n@Wait @Wait", "2: 'Wait' after Wait: is a comma or a plus missing?"),
        ("-->\n@Wait + time", "2: parameter 'time' of Wait has no value"),
        ("-->\n@Wait + t:1 + t:2", "2: Wait is given 't' twice"),
        ("-->\n@Wait + t:1:2", "2: cannot read ':2'"),
        ('-->\n@Wait + t:"1', "2: cannot read ':\"1'"),
        ("-->\n@Wait\n//** so\n", "3: the comment //** is never closed"),
        ("#A + x:1\n@Wait\n-->\n@Wait", "1: only + names may follow #A where it is defined"),
        ("#A + x + x\n@Wait\n-->\n@Wait", "1: #A has two parameters 'x'"),
    ],
)
def test_bad_grammar(text: str, said: str) -> None:
    assert complaint(text).startswith(f"play.dsd:{said}")


ONE = "-->\n$Seen\n    NO --> @Wait\n    YES --> "


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{ONE}#Part", "4: unknown subtree '#Part'; choose from none"),
        (f"#Parts\n@Wait\n{ONE}#Part", "6: unknown subtree '#Part', did you mean '#Parts'?"),
        (f"#A\n$Seen\n    ELSE --> #A\n{ONE}#A", "3: #A would contain itself"),
        (
            f"#A\n$Seen\n    ELSE --> #B\n#B\n$Seen\n    ELSE --> #A\n{ONE}@Wait",
            "6: #A would contain itself",
        ),
        (f"#A + x\n@Wait\n{ONE}#A", "6: #A needs x; write + x:value"),
        (f"#A + x\n@Wait\n{ONE}#A + x:1 + y:2", "6: unknown parameter of #A 'y'; choose from x"),
        (f"#A + x\n@Wait + t:*y\n{ONE}#A + x:1", "2: unknown parameter of #A '*y'"),
        (f"{ONE}@Wait + t:*y", "4: unknown parameter of this tree '*y'; choose from none"),
    ],
)
def test_subtrees_that_do_not_fit(text: str, said: str) -> None:
    assert complaint(text).startswith(f"play.dsd:{said}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{ONE}@Wate", "4: unknown action 'Wate', did you mean 'Wait'?"),
        (
            f"{ONE}$Wait\n        YES --> @Wait",
            "4: unknown decision 'Wait'; choose from Endless",
        ),
        (
            "-->\n$Seen\n    YES --> @Wait",
            "2: $Seen has no branch for NO; add one for each, or ELSE for all",
        ),
        (
            "#A\n@Wait\n-->\n$Seen\n    YES --> @Wait\n    NOT -->\n        #A\n    ELSE --> @Wait",
            "6: unknown outcome of $Seen 'NOT', did you mean 'NO'? choose from NO, YES",
        ),
        ("-->\n$Endless\n    ELSE --> @Wait", "2: Endless declares no outcomes"),
        (f"{ONE}@Unfinished", "4: Unfinished cannot run: it has no perform"),
        (f"{ONE}@Crowded + since:1", "4: Crowded cannot call a parameter 'since'"),
        (f"{ONE}@Wait + time:1", "4: unknown parameter of Wait 'time'; choose from none"),
        (f"{ONE}@Kick", "4: Kick needs side; write + side:value"),
        (
            f"{ONE}@Kick + side:YES",
            """4: parameter 'side' of Kick is true; choose from "YES", "NO\"""",
        ),
        (f"{ONE}@Kick + side:LEFT", "4: parameter 'side' of Kick is LEFT; choose from \"YES\""),
        (
            f'{ONE}@Kick + side:"YES" + style:1',
            "4: parameter 'style' of Kick is 1; choose from",
        ),
        (
            f'{ONE}@Kick + side:"NO" + power:1.5',
            "4: parameter 'power' of Kick is 1.5, but should be a whole number, null",
        ),
        (
            f'{ONE}@Kick + side:"NO" + quick:1',
            "4: parameter 'quick' of Kick is 1, but should be true or false",
        ),
        (f'{ONE}@Kick + side:"NO" + name:1', "4: parameter 'name' of Kick is 1, but should be tex"),
        (
            "-->\n$Seen + distance:far\n    ELSE --> @Wait",
            "2: parameter 'distance' of Seen is far, but should be a number",
        ),
        (f"{ONE}@Wait + r:maybe", "4: r of @Wait should be true or false, not maybe"),
        (
            "-->\n$Seen + distance:%sped\n    ELSE --> @Wait",
            "2: unknown parameter '%sped', did you mean '%speed'? choose from %body/far, %speed",
        ),
    ],
)
def test_names_and_parameters_the_classes_do_not_know(text: str, said: str) -> None:
    assert complaint(text).startswith(f"play.dsd:{said}")


SCRAPS = ["-->", "->", "$", "@", "#", "+", ",", ":", "//", "//**", "**//", '"', "'", "%", "*"]


@given(trees(), st.randoms(use_true_random=False))
def test_whatever_is_wrong_is_said_in_one_line(tree: DecisionTree, random: Random) -> None:
    text = Writer(random).text(tree)
    for _ in range(3):
        start = random.randrange(len(text) + 1)
        scrap = random.choice([*SCRAPS, "\n", " ", "\t", "", "ELSE", "#Part0"])
        text = text[:start] + scrap + text[start + random.randrange(4) :]
    said = _said(text)
    if said is not None:
        where = re.fullmatch(r"play\.dsd:(\d+): .+", said)
        assert where
        assert 1 <= int(where[1]) <= text.count("\n") + 1


def _said(text: str) -> str | None:
    """What is wrong with a text, if anything."""
    try:
        read_tree_text(text, "play.dsd")
    except OlympianError as error:
        return str(error)
    return None


def test_two_classes_of_one_name() -> None:
    other = type("Wait", (Wait,), {})
    with pytest.raises(OlympianError, match="two actions are called Wait"):
        Stack(read_tree_text("-->\n@Wait"), [Wait, other])


def test_files_that_cannot_be_read(tmp_path) -> None:
    with pytest.raises(OlympianError, match=r"none\.dsd: cannot be read: No such file"):
        load_stack(tmp_path / "none.dsd", ELEMENTS)
    file = tmp_path / "bytes.dsd"
    file.write_bytes(b"-->\n\xff")
    with pytest.raises(OlympianError, match=r"bytes\.dsd:2: is not UTF-8 text"):
        read_tree(file)
