"""The stack: decisions from the root up, and on top the action that is being done."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from olympian.decision.dsd.binding import bind
from olympian.decision.dsd.bound import Bound, BoundAction, BoundDecision
from olympian.decision.dsd.element import Action, Decision, Element
from olympian.decision.dsd.entry import ActionEntry, DecisionEntry
from olympian.decision.dsd.fault import unknown_at
from olympian.decision.dsd.reader import read_tree
from olympian.decision.dsd.tree import ActionNode, DecisionNode, DecisionTree
from olympian.errors import OlympianError


class Stack:
    """A tree at work.

    Every tick asks the decisions on the stack again, from the bottom up. The first that changes
    its mind loses all above it, and what its new outcome leads to is pushed and done at once. If
    none does, the top goes on. After an action or a decision has popped itself, the decision below
    is on top and chooses anew in the next tick. Each action of a sequence is made in its turn.

    What an element raises comes out of `step`, with a note that says which element it was; the
    stack stays whole and may be stepped again.
    """

    def __init__(
        self,
        tree: DecisionTree,
        elements: Iterable[type[Element]],
        blackboard: object = None,
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        """A stack with nothing on it yet.

        Args:
            elements: classes for the names in the tree.
            blackboard: given to all elements.
            parameters: what `%name` stands for.
        """
        self.tree = tree
        self.blackboard = blackboard
        self.t = 0.0
        """Time of the last tick."""
        self.reevaluating = False
        """Are decisions below the top being asked?"""
        self._root = bind(tree, elements, parameters)
        self._decisions: list[DecisionEntry] = []
        self._top: ActionEntry | None = None
        self._held = False
        self._asked: DecisionEntry | None = None

    def reset(self) -> None:
        """Clear the stack; the next tick begins at the root, with elements made anew."""
        gone = self.entries
        self._decisions = []  # a new list tells a tick under way to end
        self._top = None
        self._held = False
        self._let_go(gone)

    @property
    def entries(self) -> tuple[DecisionEntry | ActionEntry, ...]:
        """What is on the stack, root first."""
        return (*self._decisions, *(() if self._top is None else (self._top,)))

    @property
    def trail(self) -> tuple[str, ...]:
        """Branches taken from the root to the top, as the file names them."""
        taken = (entry.branch for entry in self._decisions)
        return tuple(branch.label for branch in taken if branch is not None)

    @property
    def action(self) -> Action | None:
        """The action that is being done; none before the first tick and after one was popped."""
        return None if self._top is None else self._top.element

    def step(self, t: float) -> None:
        """One tick at time `t`."""
        self.t = t
        held, self._held = self._held, False
        if self._top is None and not self._decisions:
            self._push(self._root)
        elif not held and not self._reevaluate():
            return
        self._perform_top()

    def pop(self, action: Action) -> None:
        """Take an action off; only the one whose turn it is can go."""
        top = self._turn_of(action)
        if top.following is not None:  # a hold outlives its action: the sequence goes on
            before, place = top.element, top.action.node
            top.go_on(self._made(top.following), self.t)
            self._tell(before, place)
            return
        self._top = None
        self._held = False
        self._uncover()
        self._let_go((top,))

    def pop_decision(self, decision: Decision[Any]) -> None:
        """Take a decision off with all above; only the one that is being asked can go."""
        entry = self._asked
        if entry is None or entry.element is not decision:
            raise RuntimeError(f"it is not the turn of ${type(decision).__name__}: nobody asked it")
        depth = self._decisions.index(entry)
        gone = self.entries[depth:]
        self._decisions = self._decisions[:depth]  # a new list tells a tick under way to end
        self._top = None
        self._held = False
        self._uncover()
        self._let_go(gone)

    def hold(self, action: Action) -> None:
        """Ask no decision in the next tick, for the sake of the action on top."""
        self._turn_of(action)
        self._held = True

    def _uncover(self) -> None:
        """What is on top chooses anew."""
        if self._decisions:
            below = self._decisions[-1]
            below.outcome = below.branch = None

    def _let_go(self, gone: Sequence[DecisionEntry | ActionEntry]) -> None:
        """Tell elements that they have left, top first; if one fails, the others hear it too."""
        failure: Exception | None = None
        for entry in reversed(gone):
            node = entry.action.node if isinstance(entry, ActionEntry) else entry.bound.node
            try:
                self._tell(entry.element, node)
            except Exception as error:
                failure = failure or error
        if failure is not None:
            raise failure

    def _tell(self, element: Element, node: ActionNode | DecisionNode) -> None:
        try:
            element.on_pop()
        except Exception as error:
            error.add_note(self._place(node))
            raise

    def _turn_of(self, action: Action) -> ActionEntry:
        if self._top is None or self._top.element is not action:
            raise RuntimeError(f"it is not the turn of @{type(action).__name__}: it is not on top")
        return self._top

    def _reevaluate(self) -> bool:
        """Ask the decisions below the top again; false if one of them cleared the stack."""
        decisions = self._decisions
        below = decisions if self._top is not None else decisions[:-1]
        self.reevaluating = True
        try:
            for depth, entry in enumerate(below):
                if entry.element.reevaluated:
                    outcome = self._ask(entry)
                    if self._decisions is not decisions:
                        return False
                    if outcome is not entry.outcome and self._turn(depth, outcome):
                        break
        finally:
            self.reevaluating = False
        return self._decisions is decisions

    def _perform_top(self) -> None:
        """Ask until an action is on top, and do it."""
        decisions = self._decisions
        while self._top is None and decisions and self._decisions is decisions:
            outcome = self._ask(decisions[-1])
            if self._decisions is decisions:
                self._turn(len(decisions) - 1, outcome)
        if self._top is not None:
            self._act(self._top)

    def _ask(self, entry: DecisionEntry) -> object:
        self._asked = entry
        try:
            return entry.element.perform()
        except Exception as error:
            error.add_note(self._place(entry.bound.node))
            raise
        finally:
            self._asked = None

    def _act(self, top: ActionEntry) -> None:
        """Do the present action and, where it is instant and done, those after it."""
        while True:
            action, element = top.action, top.element
            self._held = action.holds
            try:
                element.perform()
            except Exception as error:
                error.add_note(self._place(action.node))
                raise
            if self._top is not top or top.element is element or not element.instant:
                return

    def _turn(self, depth: int, outcome: object) -> bool:
        """Follow the outcome of a decision; false if it leads where it led before."""
        entry = self._decisions[depth]
        branch = entry.bound.branch(outcome)
        if branch is None:
            raise self._no_outcome(entry.bound, outcome)
        if branch is entry.branch:  # two outcomes that both are ELSE
            entry.outcome = outcome
            return False
        decisions, gone = self._decisions, self.entries[depth + 1 :]
        del decisions[depth + 1 :]
        self._top = None
        entry.outcome = entry.branch = None  # until it is certain that there is something above
        self._let_go(gone)
        if self._decisions is decisions:
            self._push(branch.bound)
            entry.outcome, entry.branch = outcome, branch
        return True

    def _push(self, bound: Bound) -> None:
        decisions = self._decisions
        if isinstance(bound, BoundDecision):
            decisions.append(DecisionEntry(bound, self._made(bound), self.t))
        else:
            element = self._made(bound.actions[0])
            if self._decisions is decisions:
                self._top = ActionEntry(bound, element, self.t)

    def _made(self, bound: BoundDecision | BoundAction) -> Any:
        """A new element that knows its place before its own `__init__` runs."""
        element = bound.cls.__new__(bound.cls)
        vars(element).update(stack=self, blackboard=self.blackboard, since=self.t)
        try:
            element.__init__(**bound.arguments)
        except Exception as error:
            error.add_note(self._place(bound.node))
            raise
        return element

    def _no_outcome(self, bound: BoundDecision, outcome: object) -> OlympianError:
        kind = f"outcome of ${bound.node.name}"
        return unknown_at(
            self.tree.source, bound.node.line, kind, str(outcome), bound.node.branches
        )

    def _place(self, node: ActionNode | DecisionNode) -> str:
        sign = "$" if isinstance(node, DecisionNode) else "@"
        return f"in {sign}{node.name}, {self.tree.source}:{node.line}"


def load_stack(
    path: Path | str,
    elements: Iterable[type[Element]],
    blackboard: object = None,
    parameters: Mapping[str, object] | None = None,
) -> Stack:
    """The stack of a `.dsd` file; whatever is wrong with the file is said now, with its line."""
    return Stack(read_tree(path), elements, blackboard, parameters)
