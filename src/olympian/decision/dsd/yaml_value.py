"""YAML 1.1 values as PyYAML's safe loader reads them: scalars, and lists in square brackets.

The published decider gives the text behind a parameter's colon to that loader. So `yes` and `off`
are truths, `~` is nothing, `010` is eight, and `1e3` is a word, since a number with an exponent
needs a point and a sign: `1.0e-3`.
"""

import re
from dataclasses import dataclass
from datetime import date
from math import inf, nan
from typing import TypeAlias

from olympian.errors import OlympianError

YamlValue = bool | int | float | str | date | list["YamlValue"] | None


def _spelt(words: str, value: YamlValue) -> dict[str, YamlValue]:
    """Words in small letters, with a capital, and in capitals."""
    each = words.split()
    return dict.fromkeys([*each, *map(str.capitalize, each), *map(str.upper, each)], value)


INFINITE = _spelt("inf", None)
WORDS: dict[str, YamlValue] = {
    **_spelt("yes true on", True),
    **_spelt("no false off", False),
    **_spelt("null ~", None),
    **{f"{sign}.{word}": float(f"{sign}inf") for sign in ("", "+", "-") for word in INFINITE},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), nan),
}

SIXTIES = r"(?::[0-5]?[0-9])+"
WHOLE = {
    2: re.compile(r"[-+]?0b[01_]+"),
    8: re.compile(r"[-+]?0[0-7_]+"),
    10: re.compile(r"[-+]?(?:0|[1-9][0-9_]*)"),
    16: re.compile(r"[-+]?0x[0-9a-fA-F_]+"),
    60: re.compile(rf"[-+]?[1-9][0-9_]*{SIXTIES}"),
}
"""Whole numbers by their base; sixty for hours, minutes and seconds."""
DECIMAL = re.compile(r"(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?")
DECIMAL_SIXTIES = re.compile(rf"[-+]?[0-9][0-9_]*{SIXTIES}\.[0-9_]*")
DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.?))")
ESCAPES = dict(
    zip('0abt\tnvfre "\\/N_LP', '\0\a\b\t\t\n\v\f\r\x1b "\\/\x85\xa0\u2028\u2029', strict=True)
)
DOUBLE, SINGLE = re.compile(r'"(?:[^"\\]|\\.)*"'), re.compile(r"'(?:[^']|'')*'")
TOKEN = re.compile(
    rf"\s*(?P<word>{DOUBLE.pattern}|{SINGLE.pattern}|[][,]|[^][,\s](?:[^][,]*[^][,\s])?)\s*"
)
NO_ITEM = re.compile(r"[,\[\]{}#&*!|>'\"%@`:]|-\s|<<$|=$|.*[{}?]")
"""What is no word of a list: it begins with a sign, is one, or has one inside."""
NO_WORD = re.compile(r"[,\[\]{}#&*!|>'\"%@`]|[-?:](?:\s|$)|---$|\.\.\.$|<<$|=$|$")
"""The same for a word alone."""
ENDS_WORD = re.compile(r".*(?:\s#|:\s|:$)")
"""A word ends before a comment and behind a key."""


def read_yaml(text: str) -> YamlValue:
    """The value of a text; what is neither a scalar nor a list is refused."""
    if not text.startswith("["):
        return _scalar(text, NO_WORD)
    words = [found["word"] for found in TOKEN.finditer(text)]
    value, end = _list(words, 1, text)
    if end != len(words):
        raise _no_value(text)
    return value


def show_yaml(value: YamlValue) -> str:
    """A text that is read as this value; words may want quotes where the text stands."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, list):
        return f"[{', '.join(map(_quoted_or_shown, value))}]"
    if not isinstance(value, float):
        return str(value)
    if value != value or value in (inf, -inf):
        return ".nan" if value != value else f"{'-' if value < 0 else ''}.inf"
    short = repr(value)
    if "e" not in short:
        return short
    digits, _, power = short.partition("e")
    if not power.startswith("-"):
        return f"{value:.1f}"  # a plus would begin the next parameter
    return f"{digits if '.' in digits else digits + '.0'}e{power}"


def quoted(text: str) -> str:
    """A text in quotes, in which nothing looks like a sign of YAML."""
    shown = (f"\\{c}" if c in '"\\' else c if c.isprintable() else _escaped(c) for c in text)
    return f'"{"".join(shown)}"'


def _quoted_or_shown(value: YamlValue) -> str:
    return quoted(value) if isinstance(value, str) else show_yaml(value)


def _escaped(sign: str) -> str:
    return f"\\U{ord(sign):08x}"


def _list(words: list[str], at: int, text: str) -> tuple[list[YamlValue], int]:
    """The items behind an opening bracket, and the place behind its closing one."""
    items: list[YamlValue] = []
    while at < len(words):
        if words[at] == "]":
            return items, at + 1
        if words[at] == "[":
            item, at = _list(words, at + 1, text)
        else:
            item, at = _scalar(words[at], NO_ITEM), at + 1
        items.append(item)
        if at < len(words) and words[at] == ",":
            at += 1
        elif at >= len(words) or words[at] != "]":
            break
    raise _no_value(text)


def _scalar(text: str, no_word: re.Pattern[str]) -> YamlValue:
    if DOUBLE.fullmatch(text):
        return ESCAPE.sub(lambda found: _unescaped(found, text), text[1:-1])
    if SINGLE.fullmatch(text):
        return text[1:-1].replace("''", "'")
    if no_word.match(text) or ENDS_WORD.match(text):
        raise _no_value(text)
    try:
        return _plain(text)
    except ValueError as error:  # the month 13, or 0x without digits
        raise _no_value(text) from error


def _unescaped(found: re.Match[str], text: str) -> str:
    number = found[1] or found[2] or found[3]
    if number is None and found[4] not in ESCAPES:
        raise _no_value(text)
    if number is not None and int(number, 16) > 0x10FFFF:
        raise _no_value(text)
    return ESCAPES[found[4]] if number is None else chr(int(number, 16))


def _plain(text: str) -> YamlValue:
    if text in WORDS:
        return WORDS[text]
    for base, pattern in WHOLE.items():
        if pattern.fullmatch(text):
            return _whole(text.replace("_", ""), base)
    if DECIMAL.fullmatch(text):
        return float(text.replace("_", ""))
    if DECIMAL_SIXTIES.fullmatch(text):
        return _sixties(text.replace("_", ""))
    if found := DAY.fullmatch(text):
        return date(*map(int, found.groups()))
    return text


def _whole(text: str, base: int) -> int:
    if base == 60:
        return int(_sixties(text))
    sign = -1 if text[0] == "-" else 1
    digits = text.lstrip("+-").removeprefix("0b" if base == 2 else "0x" if base == 16 else "")
    return sign * int(digits, base)


def _sixties(text: str) -> float:
    sign = -1.0 if text[0] == "-" else 1.0
    total = 0.0
    for part in text.lstrip("+-").split(":"):
        total = 60 * total + float(part)
    return sign * total


def _no_value(text: str) -> OlympianError:
    return OlympianError(
        f"{text} is not a value; write a word, a number, a list, or text in quotes"
    )


Value: TypeAlias = YamlValue


@dataclass(frozen=True)
class Lookup:
    """`%name`: the value comes from the parameters the program was started with."""

    name: str

    def __str__(self) -> str:
        return f"%{self.name}"


@dataclass(frozen=True)
class Reference:
    """`*name`: the value comes from whoever uses the subtree."""

    name: str

    def __str__(self) -> str:
        return f"*{self.name}"


Given: TypeAlias = Value | Lookup | Reference


def read_value(raw: str) -> Given:
    """The value meant by a word, as YAML's readers take it; quotes make it a string."""
    if raw[0] == "%" and len(raw) > 1:
        return Lookup(raw[1:])
    if raw[0] == "*" and len(raw) > 1:
        return Reference(raw[1:])
    return read_yaml(raw)


PLAIN_WORD = re.compile(r"(?!//)[^\s,+:\"'%*](?:(?!//)[^\s,+:])*")
"""A string that can stand without quotes, unless it looks like another value."""


def show_value(value: Given) -> str:
    """The value as it would be written in a file."""
    if isinstance(value, Lookup | Reference):
        return str(value)
    if isinstance(value, str):
        return value if _stands_alone(value) else quoted(value)
    return show_yaml(value)


def _stands_alone(text: str) -> bool:
    if not PLAIN_WORD.fullmatch(text) or not text.isprintable():
        return False
    try:
        return read_yaml(text) == text
    except OlympianError:
        return False
