"""`olympian world`: floors to stand on."""

from typing import TYPE_CHECKING

import typer

from olympian.cli.output import Output, command

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.world import WorldKind

app = typer.Typer(help="Worlds: what --world takes.", rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """Worlds: what --world takes."""


@command(app, "list")
def list_(output: Output) -> None:
    """Worlds with their parameters and defaults, as in stairs:height=0.04,count=5."""
    from olympian.world import world_kinds

    kinds = world_kinds()
    output.result(kinds, lambda console: _show(console, kinds))


def _show(console: "Console", kinds: "tuple[WorldKind, ...]") -> None:
    for kind in kinds:
        console.print(f"{kind.name}: {kind.description}")
        for one in kind.parameters:
            limits = "" if one.lowest is None else f", from {one.lowest:g} to {one.highest:g}"
            console.print(f"    {one.name}={one.default:g}{limits}")
