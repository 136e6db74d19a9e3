"""`olympian hcm`: the humanoid control module and its tree."""

from pathlib import Path
from typing import Annotated

import typer

from olympian.cli.output import Output, command

__all__ = ["app"]

app = typer.Typer(help="The humanoid control module and its tree.", rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """The humanoid control module and its tree."""


@command(app)
def draw(
    output: Output,
    file: Annotated[Path, typer.Argument(metavar="FILE.dsd", help="A dynamic stack decider.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Where to; else the picture is printed.")
    ] = None,
    active: Annotated[
        str | None,
        typer.Option(metavar="RESULTS", help="Path to mark, as in RUNNING,OKAY,FREE."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Draw the tree of a .dsd file as SVG; with --json, the tree itself."""
    from olympian.cli.files import save_text
    from olympian.decision.dsd import draw_tree, read_tree, tree_record

    tree = read_tree(file)
    for warning in tree.warnings:
        output.note(f"warning: {warning}")
    picture = draw_tree(tree, None if active is None else [*filter(None, active.split(","))])
    value = {
        "name": tree.name,
        "file": str(file),
        "picture": None if out is None else str(out),
        "warnings": tree.warnings,
        "root": tree_record(tree.root),
    }
    if out is None:
        output.result(value, lambda _: output.text(picture))
        return
    save_text(out, picture, force=force)
    output.result(value, lambda console: console.print(f"wrote {out}"))
