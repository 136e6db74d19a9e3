"""Random trees, and every way to write one down: the twin of the reader."""

from random import Random

from hypothesis import strategies as st

from olympian.decision.dsd.tree import ActionNode, DecisionNode, DecisionTree, Node, SequenceNode
from olympian.decision.dsd.yaml_value import Lookup, show_value

NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
WORDS = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=8)
VALUES = st.one_of(
    st.booleans(),
    st.none(),
    st.integers(-1000, 1000),
    st.floats(allow_nan=False, allow_infinity=False),
    WORDS,
    st.builds(Lookup, st.from_regex(r"[a-z]{1,5}(/[a-z]{1,5})?", fullmatch=True)),
)
PARAMETERS = st.dictionaries(NAMES, VALUES, max_size=3)


def trees(parameters: st.SearchStrategy[dict] = PARAMETERS) -> st.SearchStrategy[DecisionTree]:
    """Trees of any shape, with parameters drawn for every element."""
    actions = st.builds(ActionNode, NAMES, parameters)
    several = st.lists(actions, min_size=2, max_size=4)
    leaves = actions | several.map(lambda found: SequenceNode(tuple(found)))
    nodes: st.SearchStrategy[Node] = st.recursive(
        leaves,
        lambda below: st.builds(DecisionNode, NAMES, _branches(below), parameters),
        max_leaves=12,
    )
    return st.builds(DecisionTree, NAMES, nodes)


def _branches(below: st.SearchStrategy[Node]) -> st.SearchStrategy[dict[str, Node]]:
    return st.dictionaries(NAMES | st.just("ELSE"), below, min_size=1, max_size=3)


REMARKS = (
    "",
    "",
    "",
    "  // a remark: 'so' --> @There",
    " //** once **//",
    " //** twice\n$x\n **//",
)


class Writer:
    """Writes a tree, choosing among the ways the format allows."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._lines: list[str] = []
        self._subtrees: list[str] = []

    def text(self, tree: DecisionTree) -> str:
        """A file that says this tree."""
        self._line(0, f"-->{tree.name}")
        self._below(tree.root, 0, "")
        trees = [*self._subtrees, "\n".join(self._lines)]
        self._random.shuffle(trees)  # a subtree may stand after its use
        return "\n".join(trees) + self._pick("", "\n")

    def _below(self, node: Node, indent: int, lead: str) -> None:
        if isinstance(node, DecisionNode):
            self._line(indent, lead + self._named("$", node))
            deeper = indent + self._pick(4, 4, 8)
            for result, child in node.branches.items():
                self._result(child, deeper, f"{result}{self._pick(' --> ', '-->', ' -> ', '->  ')}")
        elif isinstance(node, SequenceNode):
            self._sequence(node, indent, lead)
        else:
            assert isinstance(node, ActionNode)
            self._line(indent, lead + self._named("@", node))

    def _result(self, child: Node, indent: int, lead: str) -> None:
        way = self._random.randrange(5)
        if way == 0:
            self._line(indent, lead)
            self._below(child, indent + 4, "")
        elif way == 1:
            name = f"Part{len(self._subtrees)}"
            self._subtrees.append("")  # taken, before those inside of it
            self._subtrees[int(name[4:])] = self._apart(child, name)
            self._line(indent, f"{lead}#{name}")
        else:
            self._below(child, indent, lead)

    def _apart(self, node: Node, name: str) -> str:
        before, self._lines = self._lines, []
        self._line(0, f"#{name}")
        self._below(node, 0, "")
        text, self._lines = "\n".join(self._lines), before
        return text

    def _sequence(self, node: SequenceNode, indent: int, lead: str) -> None:
        comma = self._pick(", ", ",", " , ", ",\n")
        words = [self._named("@", action) for action in node.actions]
        if comma == ",\n":
            self._line(indent, f"{lead}{words[0]},")
            for word in words[1:-1]:
                self._line(indent + 4, f"{word},")
            self._line(indent + 4, words[-1])
        else:
            self._line(indent, lead + comma.join(words))

    def _named(self, sign: str, node: ActionNode | DecisionNode) -> str:
        plus = self._pick(" + ", "+", " +  ")
        values = [f"{plus}{name}:{show_value(value)}" for name, value in node.parameters.items()]
        return f"{sign}{node.name}{''.join(values)}"

    def _line(self, indent: int, words: str) -> None:
        if self._random.random() < 0.1:
            self._lines.append(self._pick("", "   ", "  // alone"))
        self._lines.append(" " * indent + words + self._pick(*REMARKS))

    def _pick(self, *choices):
        return self._random.choice(choices)
