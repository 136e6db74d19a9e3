"""`olympian servo virtual`: a simulated robot on serial ports, for programs that drive servos."""

import typer

from olympian.cli.output import Output, command

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app)(virtual)


def virtual(output: Output) -> None:
    """Put a simulated robot's servos on serial ports, in real time."""
    output.note("nothing yet")
