"""The words of a `.dsd` file, line by line, without its comments."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from olympian.decision.dsd.fault import fault

INDENT = 4
"""Spaces of one level."""


class TokenKind(Enum):
    """What a word is, told from its first sign."""

    ARROW = auto()
    DECISION = auto()
    ACTION = auto()
    SUBTREE = auto()
    PARAMETER = auto()
    COMMA = auto()
    WORD = auto()


@dataclass(frozen=True)
class Token:
    """One word: `text` is a name without its sign, `raw` what follows a parameter's colon."""

    kind: TokenKind
    text: str
    raw: str | None = None


@dataclass(frozen=True)
class Line:
    """A line that says something: where it stands, how far in, and its words."""

    number: int
    indent: int
    tokens: tuple[Token, ...]


# A name ends where an arrow begins, so that `YES-->@Stand` needs no spaces.
NAME = r"(?:(?!-?->)[^\s,+:@#$%*\"'])+"
QUOTED = r"\"(?:[^\"\\\n]|\\[^\n])*\"|'(?:[^'\n]|'')*'"
LIST = rf"\[(?:{QUOTED}|[^][\"'\n])*\]"
for _ in range(3):  # lists in lists, as deep as anybody writes them
    LIST = rf"\[(?:{QUOTED}|{LIST}|[^][\"'\n])*\]"
TOKEN = re.compile(
    rf"""\s*(?:
    (?P<ARROW>-?->)
    | \$(?P<DECISION>{NAME}) | @(?P<ACTION>{NAME}) | \#(?P<SUBTREE>{NAME})
    | \+\s*(?P<PARAMETER>{NAME})(?:\s*:\s*(?P<raw>{QUOTED}|{LIST}|[^\s,+:"'[][^\s,+:]*))?
    | (?P<COMMA>,) | (?P<WORD>{NAME})
    )\s*""",
    re.VERBOSE,
)
COMMENT = re.compile(
    rf"(?P<kept>:\s*(?:{QUOTED}|{LIST}))|//\*\*.*?(?:\*\*//|\Z)|//[^\n]*", re.DOTALL
)


def lines(text: str, source: str) -> Iterator[Line]:
    """The lines that say something.

    A comment leaves nothing behind but its line breaks, so what follows `**//` on its line is
    indented by the spaces between.
    """
    for number, content in enumerate(_uncommented(text, source).split("\n"), 1):
        words = content.strip()
        if words:
            yield Line(number, _indent(content, source, number), _tokens(words, source, number))


def _uncommented(text: str, source: str) -> str:
    def rest(found: re.Match[str]) -> str:
        if found["kept"]:
            return found[0]
        if found[0].startswith("//**") and not found[0].endswith("**//"):
            number = text.count("\n", 0, found.start()) + 1
            raise fault(source, number, "the comment //** is never closed; write **// at its end")
        return "\n" * found[0].count("\n")

    return COMMENT.sub(rest, text)


def _indent(content: str, source: str, number: int) -> int:
    space = content[: len(content) - len(content.lstrip())]
    if space.strip(" "):
        raise fault(source, number, f"indented by a tab; use {INDENT} spaces a level")
    if len(space) % INDENT:
        raise fault(source, number, f"indented by {len(space)} spaces; use {INDENT} spaces a level")
    return len(space)


def _tokens(words: str, source: str, number: int) -> tuple[Token, ...]:
    found: list[Token] = []
    place = 0
    while place < len(words):
        match = TOKEN.match(words, place)
        if match is None:
            raise fault(source, number, f"cannot read '{words[place:]}'")
        kind = next(kind for kind in TokenKind if match[kind.name] is not None)
        found.append(Token(kind, match[kind.name], match["raw"]))
        place = match.end()
    return tuple(found)
