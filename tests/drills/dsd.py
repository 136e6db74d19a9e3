"""Decisions and actions that say what they do, a tree of them, and a stack with a clock."""

from dataclasses import dataclass, field
from enum import Enum, auto

from olympian.decision.dsd import Action, Decision, Stack, read_tree_text


class Side(Enum):
    LEFT = auto()
    RIGHT = auto()
    NONE = auto()


@dataclass
class Board:
    """What the elements of these tests share."""

    outer: Side = Side.LEFT
    inner: Side = Side.LEFT
    done: set[str] = field(default_factory=set)
    """Actions that pop themselves when it is their turn."""
    said: list[str] = field(default_factory=list)


class Answering(Decision[Side]):
    blackboard: Board
    key = ""

    def __init__(self) -> None:
        self.blackboard.said.append(f"new {self.key}")

    def perform(self) -> Side:
        again = " again" if self.reevaluating else ""
        self.blackboard.said.append(f"{self.key}{again}")
        return getattr(self.blackboard, self.key)


class Outer(Answering):
    key = "outer"


class Inner(Answering):
    key = "inner"


class Once(Inner):
    reevaluated = False


@dataclass
class Do(Action):
    name: str = "do"

    def __post_init__(self) -> None:
        self.blackboard.said.append(f"new {self.name}")

    def perform(self) -> None:
        self.blackboard.said.append(self.name)
        if self.name in self.blackboard.done:
            self.pop()


class Set(Do):
    instant = True


class HoldOnce(Action):
    def perform(self) -> None:
        self.blackboard.said.append("hold")
        if self.now == self.since:
            self.do_not_reevaluate()


class Restart(Action):
    def perform(self) -> None:
        self.interrupt()


class Alarm(Outer):
    def perform(self) -> Side:
        if self.blackboard.outer is Side.NONE:
            self.interrupt()
        return super().perform()


class Leaving(Do):
    def on_pop(self) -> None:
        self.blackboard.said.append(f"gone {self.name}")


class LeavingInner(Inner):
    def perform(self) -> Side:
        return self.pop() if self.blackboard.inner is Side.NONE else super().perform()

    def on_pop(self) -> None:
        self.blackboard.said.append("gone inner")


ELEMENTS = [Outer, Inner, Once, Do, Set, HoldOnce, Restart, Alarm, Leaving, LeavingInner]


TREE = """
-->Test
$Outer
    LEFT --> $Inner
        LEFT --> @Do + name:a, @Do + name:b
        RIGHT --> @Do + name:c
        ELSE --> @Do + name:d
    ELSE --> @Do + name:e
"""


class Bench:
    """A stack, its board, and a clock that counts ticks."""

    def __init__(self, text: str = TREE) -> None:
        self.board = Board()
        self.stack = Stack(read_tree_text(text, "test.dsd"), ELEMENTS, self.board)
        self.ticks = 0

    def tick(self) -> list[str]:
        """What was said in one tick."""
        self.board.said.clear()
        self.stack.step(float(self.ticks))
        self.ticks += 1
        return list(self.board.said)
