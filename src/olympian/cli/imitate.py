"""`olympian imitate`: a robot does what a person does."""

import sys
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.options import RobotName
from olympian.cli.output import Output, command
from olympian.cli.page import Host, Port, serve

if TYPE_CHECKING:
    from olympian.arena.imitation.trial import ImitationTrial
    from olympian.motion.imitate import Stream, Troubles

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app, runs_robot=True)(imitate)


def imitate(
    output: Output,
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|-",
            help="wave, crouch, box, dance; a .bvh or .jsonl file; - for lines on stdin.",
        ),
    ] = None,
    robot: RobotName = "bioloid",
    method: Annotated[
        str,
        typer.Option(help="holy: arms and crouch; published: its angles as printed; whole-body."),
    ] = "holy",
    physics: Annotated[
        bool, typer.Option("--physics/--kinematic", help="Simulate, or only move the joints.")
    ] = True,
    udp: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Listen on this port of 127.0.0.1.")
    ] = None,
    units: Annotated[
        str | None, typer.Option(help="m, cm, mm, inch or cmu; detected if not given.")
    ] = None,
    up: Annotated[
        str | None, typer.Option(help="x, y, z, -x, -y or -z; detected if not given.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, max=1e6, help="Stop after so many seconds.")
    ] = None,
    page: Annotated[
        bool,
        typer.Option(
            "--page", help="Person and robot side by side in the browser, for as long as you look."
        ),
    ] = False,
    host: Host = "127.0.0.1",
    port: Port = 8080,
    bench: Annotated[
        bool,
        typer.Option("--bench", help="All figures: arms, ten minutes, slow clips, latency."),
    ] = False,
    recordings: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Like --bench, with the whole body after all recordings in a folder.",
        ),
    ] = None,
    seeds: Annotated[
        int, typer.Option(min=1, max=100, help="With --bench: times that each clip is tried.")
    ] = 1,
) -> None:
    """Let a robot imitate a person: from a recording, a pipe or the network."""
    if bench or recordings is not None:
        _bench(output, seconds, recordings, seeds)
        return
    from olympian.arena.imitation.trial import ImitationTrial, TrialBody
    from olympian.cli.view.imitate import show_result
    from olympian.motion.imitate import Troubles
    from olympian.robot import load_robot

    machine = load_robot(robot)
    body = TrialBody.PHYSICS if physics else TrialBody.KINEMATIC

    made: list[ImitationTrial] = []

    def begin() -> "ImitationTrial":
        for before in made:
            before.stream.close()
        troubles = Troubles()
        stream = _stream(source, udp, units, up, troubles, live=page)
        made[:] = [ImitationTrial(machine, stream, method, body, output.seed, troubles)]
        return made[0]

    try:
        if page:
            from olympian.cockpit.shows.imitate import ImitatePage

            once = udp is not None or source == "-"
            shown = ImitatePage(begin, host, port, repeats=not once, tell=output.note)
            serve(output, shown, machine.name, seconds)
        else:
            _play(output, begin(), source, seconds)
    finally:
        for last in made:
            last.stream.close()
    result = made[0].result()
    output.result(result, lambda console: show_result(console, result))


def _stream(
    source: str | None,
    udp: int | None,
    units: str | None,
    up: str | None,
    troubles: "Troubles",
    live: bool,
) -> "Stream":
    from olympian.errors import OlympianError
    from olympian.motion.imitate import (
        Intake,
        LiveLines,
        UdpStream,
        capped_lines,
        open_lines,
        open_stream,
        stream_names,
    )

    if (source is None) == (udp is None):
        names = ", ".join(stream_names())
        raise OlympianError(f"imitate one of these: {names}, a file, - for stdin, or --udp PORT")
    if udp is not None:
        return UdpStream(udp, Intake(troubles, units, up))
    assert source is not None
    if source != "-":
        return open_stream(source, troubles, units, up)
    if live:
        return LiveLines(sys.stdin, Intake(troubles, units, up))
    return open_lines(capped_lines(sys.stdin.buffer), "stdin", troubles, units, up)


def _play(
    output: Output, trial: "ImitationTrial", source: str | None, seconds: float | None
) -> None:
    """As fast as can be; packets, which come when they come, in real time until Ctrl-C."""
    from olympian.arena.imitation.trial import imitate as run
    from olympian.cockpit import RealTime

    if source is not None:
        with output.progress(f"{trial.robot.name} imitates {source}") as advance:
            run(trial, seconds, advance, output.note)
        return
    try:
        run(trial, inf if seconds is None else seconds, tell=output.note, pace=RealTime().wait)
    except KeyboardInterrupt:
        output.note("stopped")


def _bench(output: Output, seconds: float | None, recordings: Path | None, seeds: int) -> None:
    from olympian.arena.imitation.bench import measure, measure_recordings
    from olympian.cli.view.imitate import show_bench

    with output.progress("imitation") as advance:
        if recordings is None:
            long = 600.0 if seconds is None else seconds
            bench = measure(long, seeds, output.seed, progress=advance)
        else:
            bench = measure_recordings(recordings, seeds, output.seed, progress=advance)
    output.result(bench, lambda console: show_bench(console, bench))
