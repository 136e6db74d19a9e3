"""`olympian log`: what is in a recording."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.options import RecordingFile
from olympian.cli.output import Output, command
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.lab.recordings import RecordingOverview

app = typer.Typer(help="Recordings: what is in them, plots, tables, video.", rich_markup_mode=None)
Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="File to write.")]
CLIPS = (".webp", ".gif")


@command(app)
def info(output: Output, file: RecordingFile) -> None:
    """Topics, times, states and log of a recording, or of any MCAP file."""
    from olympian.lab.recordings import overview

    found = overview(file)
    output.result(found, lambda console: _show(console, found))


@command(app)
def plot(output: Output, file: RecordingFile, out: Out) -> None:
    """Joints and goals, attitude, loads and temperature as a picture (png, svg, pdf)."""
    from olympian.lab.recordings import draw_recording

    series = draw_recording(file, out)
    value = {"file": str(file), "picture": str(out), "ticks": len(series.t)}
    output.result(value, lambda console: console.print(f"wrote {out}"))


@command(app)
def csv(output: Output, file: RecordingFile, out: Out) -> None:
    """One line per tick, for spreadsheets and notebooks."""
    from olympian.lab.recordings import write_table

    ticks = write_table(file, out)
    value = {"file": str(file), "table": str(out), "ticks": ticks}
    output.result(value, lambda console: console.print(f"wrote {out}: {ticks} ticks"))


@command(app)
def video(
    output: Output,
    file: RecordingFile,
    out: Out,
    robot: Annotated[
        str | None,
        typer.Option(help="The robot that was recorded, if the recording does not hold it."),
    ] = None,
) -> None:
    """A clip of the robot where it believed to be (webp)."""
    from olympian.arena.replay_film import film_replay
    from olympian.files import whole_file

    if out.suffix.lower() not in CLIPS:
        raise OlympianError(f"{out}: cannot film '{out.suffix}'; choose from {', '.join(CLIPS)}")
    with output.progress(f"film of {file.name}") as advance:
        film = film_replay(file, robot, advance)
    clip = film.clip if out.suffix.lower() == ".webp" else _gif(film.clip)
    with whole_file(out) as partial:
        partial.write_bytes(clip)
    value = {"file": str(file), "video": str(out), "seconds": film.seconds, "speed": film.speed}
    output.result(value, lambda console: console.print(f"wrote {out}: {film.seconds:.1f} s"))


def _gif(clip: bytes) -> bytes:
    """The same pictures for programs that know no WebP."""
    from io import BytesIO

    from PIL import Image, ImageSequence

    file = BytesIO()
    with Image.open(BytesIO(clip)) as moving:
        pictures = [one.convert("RGB") for one in ImageSequence.Iterator(moving)]
        lasts = moving.info.get("duration", 100)
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=lasts, loop=0)
    return file.getvalue()


def _show(console: "Console", found: "RecordingOverview") -> None:
    from rich.table import Table

    table = Table("topic", "type", "messages", "Hz")
    for row in found.topics:
        table.add_row(
            row.topic, row.type, str(row.messages), "" if row.hz is None else f"{row.hz:g}"
        )
    console.print(table)
    cut = ", cut off at its end: the program that wrote it died" if found.truncated else ""
    about = found.about
    if about:
        console.print(f"{about['robot']} on {about.get('world', '')}, {about.get('began', '')}")
    console.print(f"{found.seconds:g} s, {found.messages} messages, {found.bytes} bytes{cut}")
    for line in found.states:
        console.print(line)
