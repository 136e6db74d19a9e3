"""`olympian hcm`: the humanoid control module and its tree."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.body import BodyOption, PortsOption, open_session, read_ports
from olympian.cli.options import ModelName, WorldName
from olympian.cli.output import Output, command
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(help="The humanoid control module and its tree.", rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """The humanoid control module and its tree."""


@command(app)
def draw(
    output: Output,
    file: Annotated[Path, typer.Argument(metavar="FILE.dsd", help="A dynamic stack decider.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE.svg", help="File to write; without it the picture is printed."),
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


@command(app, runs_robot=True)
def show(
    output: Output,
    robot: ModelName = "fumanoid",
    world: WorldName = "flat",
    seconds: Annotated[float, typer.Option(min=0.1, max=1e5, help="How long to watch.")] = 8.0,
    keys: Annotated[
        str, typer.Option(help="Keys of 'olympian drive', one per second; a dot waits.")
    ] = "",
    push: Annotated[
        list[str] | None,
        typer.Option(metavar="T:NS[:DEG]", help="Shove it at T seconds with NS newton seconds."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the tree as it ends.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    port: PortsOption = None,
    backend: BodyOption = "simulation",
) -> None:
    """Watch the module at work: every change of state, with its stack."""
    from olympian.cli.files import save_text
    from olympian.cockpit import check_keys, follow, read_shove
    from olympian.decision.dsd import draw_stack

    check_keys(keys)
    shoves = [read_shove(text) for text in push or ()]
    if shoves and backend != "simulation":
        raise OlympianError("--push is for simulated robots: push a real one with your hand")
    with (
        open_session(output, robot, world, read_ports(port), backend) as session,
        output.progress(f"{robot} on {world}") as advance,
    ):
        moments = follow(session, seconds, keys, shoves, advance, output.note)
    if out is not None:
        save_text(out, draw_stack(session.humanoid.hcm.stack), force=force)

    def tell(_: "Console") -> None:
        lines = [
            f"{moment.t:7.2f} s  {moment.state}"
            f"{': ' if moment.reason else ''}{moment.reason}  [{moment.top}]"
            for moment in moments
        ]
        output.text("\n".join([*lines, "", moments[-1].text, ""]))

    output.result({"robot": robot, "moments": moments}, tell)
