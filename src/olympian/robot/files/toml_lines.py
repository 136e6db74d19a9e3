"""On which line of a TOML file a key stands; the standard reader does not tell."""

import re
import tomllib
from bisect import bisect_right
from collections import defaultdict

Keys = tuple[str | int, ...]
"""The way to a value: names of tables and keys, numbers of array items."""

BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
WORD = re.compile(r"[\w-]+")
STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\])*"' r"|'[^']*'", re.DOTALL
)
SCALAR = re.compile(r"[^,\]}\n#]+")


def toml_lines(text: str) -> dict[Keys, int]:
    """Line of every key, table and array item of a TOML text that is known to be valid."""
    return _Scanner(text).lines


class _Scanner:
    """Walks through the text once; it need not check anything, the text has been read before."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Keys, int] = {}
        self._text = text
        self._ends = [place for place, sign in enumerate(text) if sign == "\n"]
        self._place = 0
        self._items: dict[Keys, int] = defaultdict(int)
        table: Keys = ()
        while self._skip_blank():
            if self._text[self._place] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _skip_blank(self) -> bool:
        """Move to the next sign that means something; False at the end."""
        self._place = self._match(BLANK)[1]
        return self._place < len(self._text)

    def _match(self, pattern: re.Pattern[str]) -> tuple[str, int]:
        found = pattern.match(self._text, self._place)
        assert found is not None, f"TOML changed its grammar at {self._place}"
        return found.group(), found.end()

    def _note(self, keys: Keys, place: int) -> None:
        for length in range(1, len(keys) + 1):
            self.lines.setdefault(keys[:length], bisect_right(self._ends, place - 1) + 1)

    def _header(self) -> Keys:
        start, several = self._place, self._text.startswith("[[", self._place)
        self._place += 2 if several else 1
        keys = self._key()
        self._place += 2 if several else 1
        if several:
            self._items[keys] += 1
            keys = (*keys, self._items[keys] - 1)
        self._note(keys, start)
        return keys

    def _key(self) -> Keys:
        """A dotted key; stops at the sign after it."""
        parts: list[str] = []
        while True:
            self._skip_blank()
            quoted = self._text[self._place] in "\"'"
            part, self._place = self._match(STRING if quoted else WORD)
            parts.append(tomllib.loads(f"key = {part}")["key"] if quoted else part)
            self._skip_blank()
            if self._text[self._place] != ".":
                return tuple(parts)
            self._place += 1

    def _pair(self, table: Keys) -> None:
        start = self._place
        keys = (*table, *self._key())
        self._note(keys, start)
        self._place += 1
        self._value(keys)

    def _value(self, keys: Keys) -> None:
        self._skip_blank()
        first = self._text[self._place]
        if first == "[":
            self._array(keys)
        elif first == "{":
            self._inline_table(keys)
        else:
            self._place = self._match(STRING if first in "\"'" else SCALAR)[1]

    def _array(self, keys: Keys) -> None:
        self._place += 1
        number = 0
        while not self._closes("]"):
            self._note((*keys, number), self._place)
            self._value((*keys, number))
            number += 1

    def _inline_table(self, keys: Keys) -> None:
        self._place += 1
        while not self._closes("}"):
            self._pair(keys)

    def _closes(self, bracket: str) -> bool:
        """Step over commas; True, and past the bracket, when the list is at its end."""
        self._skip_blank()
        while self._text[self._place] == ",":
            self._place += 1
            self._skip_blank()
        if self._text[self._place] != bracket:
            return False
        self._place += 1
        return True
