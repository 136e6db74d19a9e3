"""What a command says: one result for people or, with `--json`, for programs."""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, field
from functools import wraps
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, TextIO, TypeVar

import typer

from olympian.cli.recording.bridging import BRIDGE_OPTIONS, bridged
from olympian.errors import OlympianError
from olympian.kernel_progress import progress

if TYPE_CHECKING:
    from rich.console import Console
import re

from typer.core import TyperCommand

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


Command = TypeVar("Command", bound=Callable[..., None])
FILE_WIDTH = 200
"""Columns where the output is no terminal: tables should not fold in a log."""
JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
SeedValue = Annotated[int, typer.Option("--seed", min=0, help="Seed of everything random.")]


@dataclass(frozen=True)
class Output:
    """Where a command's words go; also carries the two options every command has."""

    json: bool
    seed: int
    stream: TextIO = field(default_factory=lambda: sys.stdout)
    """Where the result goes; with `--json` nothing else may."""

    def note(self, sentence: str) -> None:
        """Say something on stderr: progress, or a remark beside the result."""
        print(sentence, file=sys.stderr, flush=True)

    def result(self, value: object, show: Callable[["Console"], None]) -> None:
        """Print the outcome, once: `value` as JSON, or whatever `show` draws for people."""
        if self.json:
            _write(self.stream, _json(value))
            return
        from rich.console import Console

        # markup off: brackets in a user's names are names, not colours
        width = None if self.stream.isatty() else FILE_WIDTH
        show(Console(file=self.stream, highlight=False, markup=False, emoji=False, width=width))

    def text(self, text: str) -> None:
        """Print text as it stands, for a result that is a file's contents."""
        _write(self.stream, text.encode())

    @contextmanager
    def progress(self, title: str) -> Iterator[Callable[[float], None]]:
        """A bar on stderr while something long runs; call what is yielded with 0…1.

        Where stderr is no terminal it stays silent.
        """
        if not sys.stderr.isatty():
            yield lambda _: None
            return
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(title, total=1.0)
            yield lambda share: bar.update(task, completed=share)


def command(
    app: typer.Typer, name: str | None = None, *, runs_robot: bool = False
) -> Callable[[Command], Command]:
    """Register a function whose first argument is an `Output`; adds `--json` and `--seed`.

    Args: runs_robot: add what records and connects robots as well, see `bridging`.

    >>> app = typer.Typer()
    >>> @command(app)
    ... def greet(output: Output, whom: str) -> None:
    ...     output.result({"hello": whom}, lambda console: console.print("hello", whom))
    """

    bridges = BRIDGE_OPTIONS if runs_robot else ()

    def register(function: Command) -> Command:
        @wraps(function)
        def run(*args: Any, json: bool, seed: int, **options: Any) -> None:
            _refuse_infinite(options)
            between = {one.name: options.pop(one.name) for one in bridges}
            output = Output(json, seed)
            progress.quiet = json
            # what libraries print on stdout would spoil the document
            with redirect_stdout(sys.stderr) if json else nullcontext():
                if not runs_robot:
                    function(output, *args, **options)
                    return
                with bridged(output, **between):
                    function(output, *args, **options)

        signature = inspect.signature(function)
        own = list(signature.parameters.values())[1:]
        both = [
            inspect.Parameter(
                key, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=option
            )
            for key, default, option in (("json", False, JsonFlag), ("seed", 0, SeedValue))
        ]
        vars(run)["__signature__"] = signature.replace(parameters=[*own, *bridges, *both])
        run.__annotations__ = {one.name: one.annotation for one in [*own, *bridges, *both]}
        app.command(name, cls=PlainHelp)(run)
        return function

    return register


def _refuse_infinite(options: dict[str, Any]) -> None:
    """Numbers of the command line are finite: here for every command."""
    for name, value in options.items():
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, float) and not isfinite(one):
                option = f"--{name.replace('_', '-')}"
                raise OlympianError(f"{option} {one:g} is not finite; give a number")


def _json(value: object) -> bytes:
    """The document in UTF-8; what is not a finite number becomes null."""
    import msgspec

    return msgspec.json.format(msgspec.json.encode(value, enc_hook=_plain), indent=2) + b"\n"


def _plain(value: Any) -> object:
    """NumPy's numbers and arrays, enums and paths as JSON can say them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return str(value)


def _write(stream: TextIO, document: bytes) -> None:
    """As UTF-8 whatever the terminal speaks; streams of tests have no bytes below them."""
    below = getattr(stream, "buffer", None)
    if below is None:
        stream.write(document.decode())
    else:
        stream.flush()
        rest = memoryview(document)
        while rest:
            # with PYTHONUNBUFFERED a pipe takes only as much as fits
            rest = rest[below.write(rest) :]
    stream.flush()
