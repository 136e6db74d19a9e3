"""The grammar: what may stand on a line, and what may stand below it."""

from collections.abc import Sequence
from dataclasses import dataclass

from olympian.decision.dsd.fault import fault
from olympian.decision.dsd.token import Line, Token, TokenKind
from olympian.decision.dsd.tree import (
    ActionNode,
    DecisionNode,
    Node,
    SequenceNode,
    Subtree,
    SubtreeUse,
)
from olympian.decision.dsd.yaml_value import Given, read_value
from olympian.errors import OlympianError

BRANCHES = (TokenKind.DECISION, TokenKind.ACTION, TokenKind.SUBTREE)


@dataclass(frozen=True)
class Trees:
    """The trees of a file as they are written: the main one, and those with a name."""

    main: Subtree
    subtrees: dict[str, Subtree]


LONGEST_VALUE = 1000
"""Signs of a parameter's value."""


class Outline:
    """The lines of a file, read once from top to bottom.

    A line belongs to the nearest decision above it that is indented less. How much less is free,
    as in existing files, but the results of one decision stand in one column.
    """

    def __init__(self, lines: Sequence[Line], source: str) -> None:
        self._lines = lines
        self._source = source
        self._next = 0

    def read(self) -> Trees:
        """All trees of the file."""
        main: Subtree | None = None
        subtrees: dict[str, Subtree] = {}
        while (line := self._peek()) is not None:
            kind = line.tokens[0].kind
            if line.indent:
                raise self._fault(line, "is indented, but no decision above it takes results")
            if kind is TokenKind.ARROW:
                self._refuse_second("-->", main, line)
                main = self._main()
            elif kind is TokenKind.SUBTREE:
                subtree = self._subtree()
                self._refuse_second(f"#{subtree.name}", subtrees.get(subtree.name), line)
                subtrees[subtree.name] = subtree
            else:
                raise self._fault(line, "expected --> or #Name, which begin a tree")
        if main is None:
            last = self._lines[-1].number if self._lines else 1
            raise fault(self._source, last, "no tree begins here; write -->Name above its root")
        return Trees(main, subtrees)

    def _main(self) -> Subtree:
        line = self._take()
        name = line.tokens[1:]
        if any(token.kind is not TokenKind.WORD for token in name):
            raise self._fault(line, "only a name may follow -->; the root stands on the next line")
        return Subtree(
            " ".join(token.text for token in name), self._below(line, root=True), (), line.number
        )

    def _subtree(self) -> Subtree:
        line = self._take()
        head, *rest = line.tokens
        names: list[str] = []
        for token in rest:
            if token.kind is not TokenKind.PARAMETER or token.raw is not None:
                raise self._fault(line, f"only + names may follow #{head.text} where it is defined")
            if token.text in names:
                raise self._fault(line, f"#{head.text} has two parameters '{token.text}'")
            names.append(token.text)
        return Subtree(head.text, self._below(line, root=True), tuple(names), line.number)

    def _below(self, above: Line, *, root: bool = False) -> Node:
        """The branch on the next line; that of a tree's root need not be indented."""
        line = self._peek()
        missing = line is None or line.indent < above.indent + (not root)
        if line is None or missing or line.tokens[0].kind not in BRANCHES:
            raise self._fault(above, "leads nowhere; write $Decision, @Action or #Subtree")
        if root and not line.indent and line.tokens[0].kind is TokenKind.SUBTREE:
            raise self._fault(above, "has nothing below it; a #Subtree as its root is indented")
        return self._branch(self._take(), 0)

    def _branch(self, line: Line, start: int) -> Node:
        """What the words of a line from `start` on, and the lines below it, stand for."""
        tokens = line.tokens[start:]
        if not tokens:
            return self._below(line)
        head = tokens[0]
        if head.kind is TokenKind.ACTION:
            return self._actions(line, tokens)
        if head.kind not in BRANCHES:
            raise self._fault(line, f"'{head.text}' is not a $Decision, @Action or #Subtree")
        parameters = self._parameters(line, head, tokens[1:])
        if head.kind is TokenKind.SUBTREE:
            return SubtreeUse(head.text, parameters, line.number)
        branches, places = self._results(line, head)
        return DecisionNode(head.text, branches, parameters, line.number, places)

    def _results(self, above: Line, decision: Token) -> tuple[dict[str, Node], dict[str, int]]:
        """Where each result leads, and the line it is written on."""
        branches: dict[str, Node] = {}
        places: dict[str, int] = {}
        column: int | None = None
        while (line := self._peek()) is not None and line.indent > above.indent:
            column = line.indent if column is None else column
            if line.indent != column:
                raise self._fault(
                    line,
                    f"is indented by {line.indent} spaces, the other results of"
                    f" ${decision.text} by {column}",
                )
            self._take()
            if [token.kind for token in line.tokens[:2]] != [TokenKind.WORD, TokenKind.ARROW]:
                raise self._fault(line, f"expected a result of ${decision.text}: RESULT --> branch")
            result = line.tokens[0].text
            if result in branches:
                raise self._fault(line, f"${decision.text} has two branches for {result}")
            places[result] = line.number
            branches[result] = self._branch(line, 2)
        if not branches:
            raise self._fault(above, f"${decision.text} has no results below it")
        return branches, places

    def _actions(self, line: Line, tokens: Sequence[Token]) -> ActionNode | SequenceNode:
        actions: list[ActionNode] = []
        here = line
        while True:
            words, comma, tokens = _until_comma(tokens)
            if not words or words[0].kind is not TokenKind.ACTION:
                raise self._fault(here, "a sequence is made of @Actions only")
            parameters = self._parameters(here, words[0], words[1:])
            actions.append(ActionNode(words[0].text, parameters, here.number))
            if not comma:
                break
            below = self._peek()
            if not tokens and below is not None and below.indent > line.indent:
                here = self._take()
                tokens = here.tokens
        return actions[0] if len(actions) == 1 else SequenceNode(tuple(actions), line.number)

    def _parameters(self, line: Line, head: Token, tokens: Sequence[Token]) -> dict[str, Given]:
        given: dict[str, Given] = {}
        for token in tokens:
            if token.kind is not TokenKind.PARAMETER:
                raise self._fault(
                    line, f"'{token.text}' after {head.text}: is a comma or a plus missing?"
                )
            if token.raw is None:
                raise self._fault(line, f"parameter '{token.text}' of {head.text} has no value")
            if token.text in given:
                raise self._fault(line, f"{head.text} is given '{token.text}' twice")
            if len(token.raw) > LONGEST_VALUE:
                raise self._fault(line, f"'{token.text}' is longer than {LONGEST_VALUE} signs")
            try:
                given[token.text] = read_value(token.raw)
            except OlympianError as error:
                raise self._fault(line, f"parameter '{token.text}': {error}") from error
        return given

    def _refuse_second(self, what: str, first: Subtree | None, line: Line) -> None:
        if first is not None:
            raise self._fault(line, f"{what} began on line {first.line} already")

    def _peek(self) -> Line | None:
        return self._lines[self._next] if self._next < len(self._lines) else None

    def _take(self) -> Line:
        self._next += 1
        return self._lines[self._next - 1]

    def _fault(self, line: Line, problem: str) -> OlympianError:
        return fault(self._source, line.number, problem)


def _until_comma(tokens: Sequence[Token]) -> tuple[Sequence[Token], bool, Sequence[Token]]:
    """The words before the first comma, whether there was one, and the words after it."""
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.COMMA:
            return tokens[:index], True, tokens[index + 1 :]
    return tokens, False, ()
