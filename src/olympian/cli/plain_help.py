"""Help in words of people: what an option takes, not how Python calls its type."""

import re
from typing import Any

from typer.core import TyperCommand

__all__ = ["PlainHelp"]

WORDS = {"str": "TEXT", "int": "NUMBER", "float": "NUMBER"}
"""For types; all others are files and folders."""
TYPE = re.compile(r"<(?:list\[)?(str|int|float|path|Path|file|directory)(?: range)?\]?>")
ARGUMENT = re.compile(rf"(?m)^(  (?!-)\S+ )({TYPE.pattern})")
CHOICE = re.compile(r"<(\w+(?:\|\w+)+)>")


class PlainHelp(TyperCommand):
    """A command whose help says TEXT, NUMBER or FILE; arguments have names that say it already."""

    def get_help(self, ctx: Any) -> str:
        """The help with every type in words, columns where they were."""
        text = super().get_help(ctx)
        text = ARGUMENT.sub(lambda found: found[1] + " " * len(found[2]), text)
        text = CHOICE.sub(lambda found: f"{found[1]}  ", text)
        return TYPE.sub(lambda found: f"{WORDS.get(found[1], 'FILE'):<{len(found[0])}}", text)
