"""`olympian replay`: a recorded run, lived through again."""

from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.options import RecordingFile
from olympian.cli.output import Output, command
from olympian.cli.page import Host, Port

if TYPE_CHECKING:
    from olympian.humanoid import Replay

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app)(replay)


def replay(
    output: Output,
    file: RecordingFile,
    robot: Annotated[
        str | None,
        typer.Option(help="The robot that was recorded, if the recording does not hold it."),
    ] = None,
    page: Annotated[
        bool, typer.Option("--page/--headless", help="On the web page, or only compare.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, max=1e6, help="Stop after so many seconds.")
    ] = None,
    host: Host = "127.0.0.1",
    port: Port = 8080,
    browser: Annotated[
        bool, typer.Option(help="Open the page in a browser, where there is a screen.")
    ] = True,
) -> None:
    """Let estimators and control module work on recorded sensors: do they decide the same?"""
    if page:
        from olympian.cockpit import ReplaySession, serve_page
        from olympian.cockpit.page.serve import check_port

        check_port(host, port)
        session = ReplaySession(file, robot)
        serve_page(session, host, port, seconds, output.note, browser=browser)
        one = session.replay
    else:
        from olympian.humanoid import Replay

        one = Replay(file, robot)
        with output.progress(f"replay of {file.name}") as advance:
            _play(one, seconds, advance)
    value = {
        "file": str(file), "robot": one.humanoid.robot.name, "seconds": one.t,
        "ticks": one.ticks, "truncated": one.run.truncated, "decides": one.run.whole,
        "falls": one.falls, "differs_at_s": one.differs_at, "difference": one.difference,
    }  # fmt: skip
    output.result(value, lambda console: console.print(_sentence(one)))


def _play(one: "Replay", seconds: float | None, advance: "Advance") -> None:
    while not one.finished and (seconds is None or one.t < seconds):
        one.tick()
        if one.ticks % 50 == 0:
            advance(one.ticks / len(one.run.ticks))


def _sentence(one: "Replay") -> str:
    cut = "; the program that recorded it died" if one.run.truncated else ""
    falls = {0: "no fall", 1: "one fall"}.get(one.falls, f"{one.falls} falls")
    what = f"{one.humanoid.robot.name}: {one.ticks} ticks, {one.t:.1f} s, {falls}{cut}"
    if not one.run.whole:
        return (
            f"{what}. It was not recorded from the start with a control module: nothing to compare"
        )
    if one.differs_at is None:
        return f"{what}. Every state and every goal is the same, bit for bit"
    return f"{what}. From {one.differs_at:.2f} s on it decides otherwise: {one.difference}"


if TYPE_CHECKING:
    from collections.abc import Callable

    Advance = Callable[[float], None]
