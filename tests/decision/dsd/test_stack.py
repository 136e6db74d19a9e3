"""The stack: what is asked and done in each tick, and in which order."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills.dsd import Bench, Do, Inner, Leaving, LeavingInner, Outer, Restart, Side
from drills.dsd_writer import trees
from olympian.decision.dsd import DecisionTree, Stack, stand_ins
from olympian.decision.dsd.tree import DecisionNode
from olympian.errors import OlympianError


def test_the_first_tick_builds_the_stack_and_acts() -> None:
    bench = Bench()
    assert bench.stack.action is None
    assert bench.tick() == ["new outer", "outer", "new inner", "inner", "new a", "a"]
    assert bench.stack.trail == ("LEFT", "LEFT")


def test_later_ticks_ask_from_the_bottom_and_act() -> None:
    bench = Bench()
    bench.tick()
    assert bench.tick() == ["outer again", "inner again", "a"]


def test_a_changed_outcome_pops_all_above_it() -> None:
    bench = Bench()
    bench.tick()
    bench.board.inner = Side.RIGHT
    assert bench.tick() == ["outer again", "inner again", "new c", "c"]
    bench.board.outer = bench.board.inner = Side.NONE
    assert bench.tick() == ["outer again", "new e", "e"]  # inner is not asked any more
    bench.board.outer = Side.LEFT
    assert bench.tick() == ["outer again", "new inner", "inner", "new d", "d"]


def test_two_outcomes_that_are_else_keep_what_is_above() -> None:
    bench = Bench()
    bench.board.outer = Side.RIGHT
    bench.tick()
    running = bench.stack.action
    bench.board.outer = Side.NONE
    assert bench.tick() == ["outer again", "e"]
    assert bench.stack.action is running
    assert bench.stack.trail == ("ELSE",)


def test_a_sequence_goes_on_and_then_the_decision_chooses_anew() -> None:
    bench = Bench()
    bench.board.done = {"a", "b"}
    assert bench.tick()[-3:] == ["new a", "a", "new b"]  # made when its turn comes, not before
    assert bench.tick() == ["outer again", "inner again", "b"]
    assert bench.stack.action is None
    assert bench.stack.trail == ("LEFT",)
    # the decision on top is asked as if it had just been pushed
    assert bench.tick() == ["outer again", "inner", "new a", "a", "new b"]


def test_an_instant_action_leaves_its_tick_to_the_next() -> None:
    bench = Bench("-->\n@Set + name:a, @Set + name:b, @Do + name:c, @Do + name:d")
    bench.board.done = {"a", "b", "c"}
    assert bench.tick() == ["new a", "a", "new b", "b", "new c", "c", "new d"]
    assert bench.tick() == ["d"]


def test_what_an_instant_action_forbade_ends_with_its_turn() -> None:
    bench = Bench("-->\n$Outer\n    ELSE --> @Set + name:a + r:false, @Do + name:b")
    bench.board.done = {"a"}
    assert bench.tick()[-3:] == ["a", "new b", "b"]
    assert bench.tick() == ["outer again", "b"]


def test_a_root_without_decisions_begins_again() -> None:
    bench = Bench("-->\n@Do + name:a, @Do + name:b")
    bench.board.done = {"a", "b"}
    for _ in range(2):
        assert bench.tick() == ["new a", "a", "new b"]
        assert bench.tick() == ["b"]


def test_nothing_is_asked_while_an_action_forbids_it() -> None:
    text = (
        "-->\n$Outer\n    LEFT --> @Do + name:a + r:false, @Do + name:b\n    ELSE --> @Do + name:c"
    )
    bench = Bench(text)
    bench.tick()
    bench.board.outer = Side.RIGHT
    assert bench.tick() == ["a"]
    bench.board.done = {"a"}
    assert bench.tick() == ["a", "new b"]
    # as in the original, the word of a popped action counts until its successor has begun
    assert bench.tick() == ["b"]
    assert bench.tick() == ["outer again", "new c", "c"]


@pytest.mark.parametrize("flag", ["r:false", "reevaluate:false", "r:off"])
def test_what_a_popped_action_forbade_is_forgotten(flag: str) -> None:
    text = f"-->\n$Outer\n    LEFT --> $Inner\n        ELSE --> @Do + {flag}\n    ELSE --> @Do"
    bench = Bench(text)
    bench.tick()
    bench.board.outer = Side.RIGHT
    assert bench.tick() == ["do"]
    bench.board.done = {"do"}
    assert bench.tick() == ["do"]
    assert bench.tick() == ["outer again", "new do", "do"]


def test_an_action_can_forbid_a_single_tick() -> None:
    bench = Bench("-->\n$Outer\n    ELSE --> @HoldOnce")
    assert [bench.tick() for _ in range(3)] == [
        ["new outer", "outer", "hold"],
        ["hold"],
        ["outer again", "hold"],
    ]


def test_a_decision_may_be_asked_only_when_it_is_on_top() -> None:
    bench = Bench("-->\n$Once\n    LEFT --> @Do + name:a\n    ELSE --> @Do + name:b")
    bench.tick()
    bench.board.inner = Side.RIGHT
    assert bench.tick() == ["a"]
    bench.board.done = {"a"}
    bench.tick()
    assert bench.tick() == ["inner", "new b", "b"]


def test_an_interrupt_clears_the_stack() -> None:
    bench = Bench("-->\n$Outer\n    ELSE --> @Restart")
    for _ in range(2):
        assert bench.tick() == ["new outer", "outer"]
        assert bench.stack.entries == ()


def test_a_decision_that_interrupts_ends_the_tick() -> None:
    bench = Bench("-->\n$Alarm\n    ELSE --> $Inner\n        ELSE --> @Do")
    bench.tick()
    bench.board.outer = Side.NONE
    assert bench.tick() == ["outer again"]
    assert bench.stack.entries == ()
    bench.board.outer = Side.LEFT
    assert bench.tick()[:2] == ["new outer", "outer"]


LEAVING = """
-->Test
$Outer
    LEFT --> $LeavingInner
        LEFT --> @Leaving + name:a, @Leaving + name:b
        ELSE --> @Leaving + name:c
    ELSE --> @Do
"""


def test_elements_hear_that_they_leave_top_first() -> None:
    bench = Bench(LEAVING)
    bench.tick()
    bench.board.done = {"a"}
    assert bench.tick() == ["outer again", "inner again", "a", "new b", "gone a"]
    bench.board.inner = Side.RIGHT
    assert bench.tick() == ["outer again", "inner again", "gone b", "new c", "c"]
    bench.board.outer = Side.NONE
    assert bench.tick() == ["outer again", "gone c", "gone inner", "new do", "do"]
    bench.board.outer = Side.LEFT
    bench.tick()
    bench.board.said.clear()
    bench.stack.reset()
    assert bench.board.said == ["gone c", "gone inner"]
    assert bench.stack.entries == ()


def test_a_decision_can_pop_itself_with_all_above() -> None:
    bench = Bench(LEAVING)
    bench.tick()
    bench.board.inner = Side.NONE
    assert bench.tick() == ["outer again", "gone a", "gone inner"]
    assert bench.stack.action is None
    assert [type(entry.element) for entry in bench.stack.entries] == [Outer]
    # pushed anew and asked at once, it goes again; the one below chooses again
    assert bench.tick() == ["outer", "new inner", "gone inner"]
    bench.board.inner = Side.LEFT
    assert bench.tick() == ["outer", "new inner", "inner", "new a", "a"]


def test_a_root_that_pops_itself_begins_again() -> None:
    bench = Bench("-->\n$LeavingInner\n    ELSE --> @Do")
    bench.board.inner = Side.NONE
    for _ in range(2):
        assert bench.tick() == ["new inner", "gone inner"]
        assert bench.stack.entries == ()


def test_only_the_decision_that_is_asked_can_pop_itself() -> None:
    bench = Bench(LEAVING)
    bench.tick()
    inner = bench.stack.entries[1].element
    assert isinstance(inner, LeavingInner)
    with pytest.raises(RuntimeError, match=r"not the turn of \$LeavingInner"):
        inner.pop()
    assert bench.tick()[-1] == "a"


def test_all_hear_that_they_leave_though_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(LEAVING)
    bench.tick()
    bench.board.outer = Side.NONE
    monkeypatch.setattr(Leaving, "on_pop", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError) as caught:
        bench.tick()
    assert caught.value.__notes__ == ["in @Leaving, test.dsd:5"]
    assert bench.board.said[-1] == "gone inner"
    assert bench.tick() == ["outer", "new do", "do"]


def test_only_the_action_on_top_can_pop_itself() -> None:
    bench = Bench()
    bench.tick()
    old = bench.stack.action
    assert old is not None
    bench.board.inner = Side.RIGHT
    bench.tick()
    with pytest.raises(RuntimeError, match="not the turn of @Do"):
        old.pop()
    assert bench.tick()[-1] == "c"


def test_elements_know_since_when() -> None:
    bench = Bench()
    for _ in range(3):
        bench.tick()
    bench.board.done = {"a"}
    bench.tick()
    assert [entry.since for entry in bench.stack.entries] == [0.0, 0.0, 3.0]
    assert bench.stack.action is not None
    assert bench.stack.action.since == 3.0


@pytest.mark.parametrize("broken", ["Inner", "Do"])
@pytest.mark.parametrize("method", ["__init__", "perform"])
def test_what_an_element_raises_comes_out_and_the_stack_stays_whole(
    monkeypatch: pytest.MonkeyPatch, broken: str, method: str
) -> None:
    bench = Bench()

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    cls = {"Inner": Inner, "Do": Do}[broken]
    with monkeypatch.context() as patch:
        patch.setattr(cls, method, fail)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError) as caught:
                bench.tick()
            sign = "$Inner, test.dsd:4" if broken == "Inner" else "@Do, test.dsd:5"
            assert caught.value.__notes__ == [f"in {sign}"]
    assert bench.tick()[-1] == "a"
    assert bench.stack.trail == ("LEFT", "LEFT")


def test_a_branch_that_failed_can_be_left_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("-->\n$Outer\n    LEFT --> @Do + name:a\n    ELSE --> @Restart")
    bench.tick()
    bench.board.outer = Side.RIGHT
    monkeypatch.setattr(Restart, "__init__", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        bench.tick()
    assert bench.stack.trail == ()
    bench.board.outer = Side.LEFT
    assert bench.tick() == ["outer", "new a", "a"]


@pytest.mark.parametrize("answer", [None, "LEFT", []])
def test_an_answer_that_is_no_outcome_is_refused(answer: object) -> None:
    bench = Bench()
    bench.tick()
    bench.board.inner = answer  # pyright: ignore
    with pytest.raises(OlympianError, match=r"^test\.dsd:4: unknown outcome of \$Inner"):
        bench.tick()


@given(trees(st.just({})), st.lists(st.randoms(use_true_random=False), min_size=1, max_size=5))
def test_a_stack_is_where_a_new_one_would_be(tree: DecisionTree, chances: list[Random]) -> None:
    """The law of re-evaluation: as long as nothing pops itself, the past leaves no trace."""
    board: dict[str, str] = {}
    old = Stack(tree, stand_ins(tree), board)
    for t, chance in enumerate(chances):
        for node in tree.nodes():
            if isinstance(node, DecisionNode):
                board[node.name] = chance.choice([*node.branches, "other"])
        new = Stack(tree, stand_ins(tree), board)
        assert _end(old, float(t)) == _end(new, float(t))


def _end(stack: Stack, t: float) -> object:
    """Where a tick ends, or what is said where a word is no result of a decision."""
    try:
        stack.step(t)
    except OlympianError as error:
        return str(error)
    assert stack.action is not None
    return stack.trail, type(stack.action).__name__
