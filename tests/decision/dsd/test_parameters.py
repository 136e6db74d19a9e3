"""Parameters arrive in `__init__` with the types it asks for."""

import types
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from drills.dsd_writer import WORDS
from olympian.decision.dsd import Action, Decision, Stack, elements_in, read_tree_text
from olympian.decision.dsd.yaml_value import read_value, read_yaml, show_value
from olympian.errors import OlympianError


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


@dataclass
class Kick(Action):
    power: float = 1.0
    side: Side = Side.LEFT
    steps: int | None = None
    style: Literal["hard", "soft", 3] = "hard"
    quick: bool = False
    name: str = ""
    extra: Any = None
    corners: list[float] | None = None

    def perform(self) -> None:
        pass


class Turn(Action):
    def __init__(self, angle: float, *, times: int = 1, **more: object) -> None:
        self.made = (self.blackboard, self.now, angle, times, more)

    def perform(self) -> None:
        pass


def made(text: str, **parameters: object) -> Any:
    stack = Stack(read_tree_text(f"-->\n{text}"), [Kick, Turn], "board", parameters)
    stack.step(2.5)
    return stack.action


@pytest.mark.parametrize(
    ("written", "attribute", "value"),
    [
        ("power:2", "power", 2.0),
        ("side:RIGHT", "side", Side.RIGHT),
        ("side:right", "side", Side.RIGHT),
        ("steps:4", "steps", 4),
        ("steps:null", "steps", None),
        ("style:soft", "style", "soft"),
        ("style:3", "style", 3),
        ("quick:true", "quick", True),
        ("quick:Yes", "quick", True),
        ("quick:off", "quick", False),
        ('name:"yes"', "name", "yes"),
        ("name:1e3", "name", "1e3"),
        ("extra:~", "extra", None),
        ("extra:0x10", "extra", 16),
        ("extra:1.5e-1", "extra", 0.15),
        ("extra:[1,yes,'a, b',[~]]", "extra", [1, True, "a, b", [None]]),
        ("corners:[1, 2.5]", "corners", [1.0, 2.5]),
        ('name:"1"', "name", "1"),
        ("extra:1.5", "extra", 1.5),
        ("power:%walk/speed", "power", 0.25),
        ("power:%walk.speed", "power", 0.25),
        ("name:%a/b", "name", "flat"),
        ("extra:%nothing", "extra", None),
        ("corners:%walk/corners", "corners", [1.0, 2.0]),
    ],
)
def test_a_dataclass_gets_what_it_declares(written: str, attribute: str, value: object) -> None:
    given = {"walk": {"speed": 0.25, "corners": [1.0, 2.0]}, "a/b": "flat", "nothing": None}
    found = getattr(made(f"@Kick + {written}", **given), attribute)
    assert (found, type(found)) == (value, type(value))


def same(one: object, other: object) -> bool:
    """Equal, of the same type, and so are the items of lists; not a number is itself."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other or (one != one and other != other)


SIGNS = st.sampled_from([*"0123456789abefinortxyEFINOTXY.+-_:~=<?", "yes", "null", ".inf", "off"])
ITEMS = st.lists(SIGNS, min_size=1, max_size=6).map("".join)
LISTS = st.recursive(
    ITEMS | ITEMS.map('"{}, ]"'.format) | ITEMS.map("'{}'".format),
    lambda inside: st.lists(inside, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
    max_leaves=6,
)


@given(ITEMS | LISTS)
def test_values_are_those_of_yamls_own_reader(text: str) -> None:
    """What we take for a value is the same to PyYAML; what we refuse is no plain one to it."""
    theirs: object = OlympianError
    with suppress(yaml.YAMLError, ValueError):
        theirs = yaml.safe_load(text)
    try:
        ours = read_yaml(text)
    except OlympianError:
        assert not isinstance(theirs, bool | int | float | str), (text, theirs)
    else:
        assert same(ours, theirs), (text, ours, theirs)


SCALARS = st.booleans() | st.none() | st.integers() | st.floats() | st.dates() | WORDS


@given(st.recursive(SCALARS, lambda inside: st.lists(inside, max_size=3), max_leaves=5))
def test_values_are_read_as_they_are_shown(value: Any) -> None:
    shown = show_value(value)
    assert same(read_value(shown), value)
    assert same(yaml.safe_load(shown), value)


@pytest.mark.parametrize("value", ["-", "?", "{a}", "&a", "!a", "@a", "|", "=", "<<", "[1", "[,]"])
def test_what_is_no_scalar_and_no_list_is_refused(value: str) -> None:
    with pytest.raises(OlympianError, match=r"f.dsd:2: "):
        read_tree_text(f"-->\n@Kick + extra:{value}", "f.dsd")


def test_blackboard_and_time_are_there_before_init() -> None:
    action = made("@Turn + angle:90 + times:2 + sort:1 + r:false")
    assert action.made == ("board", 2.5, 90.0, 2, {"sort": 1})


@dataclass(frozen=True)
class Nod(Action):
    times: int

    def perform(self) -> None:
        self.pop()


def test_elements_may_be_frozen() -> None:
    stack = Stack(read_tree_text("-->\n@Nod + times:1, @Nod + times:2"), [Nod])
    stack.step(0.5)
    assert stack.action == Nod(2)
    assert stack.action is not None
    assert stack.action.since == 0.5


def test_parameters_of_a_subtree_reach_the_class() -> None:
    stack = Stack(
        read_tree_text(
            "#Shoot + hard + to\n@Kick + power:*hard + side:*to\n-->\n    #Shoot + hard:3 + to:%to"
        ),
        [Kick],
        None,
        {"to": "RIGHT"},
    )
    stack.step(0.0)
    assert isinstance(stack.action, Kick)
    assert (stack.action.power, stack.action.side) == (3.0, Side.RIGHT)


def test_types_that_cannot_be_read_are_refused_at_load() -> None:
    class Odd(Action):
        def __init__(self, what: "Nowhere" = 1) -> None:  # noqa: F821  # pyright: ignore
            self.what = what

        def perform(self) -> None:
            pass

    with pytest.raises(OlympianError, match=r":2: the types of Odd cannot be read: .*Nowhere"):
        Stack(read_tree_text("-->\n@Odd"), [Odd])


def test_a_class_between_keeps_the_outcomes() -> None:
    class Looking(Decision[Side]):
        pass

    class Ball(Looking):
        def perform(self) -> Side:
            return Side.RIGHT

    assert Ball.outcomes is Side
    with pytest.raises(OlympianError, match="no branch for RIGHT"):
        Stack(read_tree_text("-->\n$Ball\n    LEFT --> @Kick"), [Ball, Kick])


def test_the_elements_of_a_module() -> None:
    module = types.ModuleType("robot")
    vars(module).update(Kick=Kick, Turn=Turn, Action=Action, Decision=Decision, Side=Side, pi=3)
    assert elements_in(module) == [Kick, Turn]
