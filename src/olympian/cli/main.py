"""`olympian`: the way in, and the one place where errors turn into exit codes."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer
from typer.main import get_command

from olympian import __version__
from olympian.cli import (
    bench,
    drive,
    hcm,
    imitate,
    juggle,
    lab,
    motion,
    olympics,
    play,
    robot,
    servo,
    vision,
    world,
)
from olympian.cli.football import game, match
from olympian.cli.learning import train, tune
from olympian.cli.recording import log, replay
from olympian.errors import OlympianError

BROKEN_PIPE, BAD_INPUT, INTERRUPTED = 1, 2, 130
"""Exit codes; the last is 128 + the signal's number, as shells count."""

# Rooms are imported inside the commands that need them: `--help` loads no NumPy, no MuJoCo.
app = typer.Typer(
    help="A humanoid robot that behaves like a wheeled one.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
play.register(app)
drive.register(app)
app.add_typer(robot.app, name="robot")
app.add_typer(servo.app, name="servo")
app.add_typer(world.app, name="world")
app.add_typer(motion.app, name="motion")
app.add_typer(hcm.app, name="hcm")
app.add_typer(game.app, name="game")
app.add_typer(bench.app, name="bench")
app.add_typer(lab.app, name="lab")
app.add_typer(train.app, name="train")
app.add_typer(tune.app, name="tune")
app.add_typer(vision.app, name="vision")
olympics.register(app)
match.register(app)
juggle.register(app)
imitate.register(app)
replay.register(app)
app.add_typer(log.app, name="log")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"olympian {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """A humanoid robot that behaves like a wheeled one."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code and never lets a user's mistake become a traceback."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        # a terminal that cannot write ° should not end the program
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        root = get_command(app)
        code = root(_helped(root, words), prog_name="olympian", standalone_mode=False)
        sys.stdout.flush()
        return code or 0
    except OlympianError as error:
        return _complain(str(error))
    except typer.TyperException as error:
        return _complain(_usage(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # the reader left; the interpreter's last flush must not complain about it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE


def _helped(command: object, words: list[str]) -> list[str]:
    """The words, and `--help` where they end at a group of commands."""
    for word in words:
        command = getattr(command, "commands", {}).get(word)
    return [*words, "--help"] if hasattr(command, "commands") else words


def _complain(message: str) -> int:
    print(f"olympian: error: {' '.join(message.split())}", file=sys.stderr)
    return BAD_INPUT


def _usage(error: typer.TyperException) -> str:
    """The mistake, the commands there are, and where help is."""
    context = getattr(error, "ctx", None)
    message = error.format_message().rstrip(".")
    if context is None:
        return message
    names = ", ".join(getattr(context.command, "commands", {}))
    choices = f"; choose from {names}" if names else ""
    return f"{message}{choices} (see {context.command_path} --help)"


if __name__ == "__main__":
    sys.exit(main())
