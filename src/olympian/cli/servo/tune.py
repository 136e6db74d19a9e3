"""`olympian servo tune` and `identify`: how one servo moves, and what it is made of."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output, command
from olympian.cli.servo.options import (
    BaudOption,
    IdArgument,
    PortOption,
    ProtocolOption,
    open_one,
)
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.lab.servos.identify import Identified
    from olympian.lab.servos.step_response import StepResponse

FREE = "The horn has to be free: it turns by up to 30 degrees both ways."


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    command(app)(tune)
    command(app)(identify)


def tune(
    output: Output,
    id: IdArgument,
    port: PortOption = None,
    baud: BaudOption = 1_000_000,
    protocol: ProtocolOption = 1,
    step_deg: Annotated[float, typer.Option(min=1, max=60, help="Height of the step.")] = 20.0,
    gains: Annotated[
        list[str] | None,
        typer.Option(metavar="P,I,D", help="Gains to try, or one slope; again for several."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the responses.")
    ] = None,
) -> None:
    """Step one servo with several controllers; the horn has to be free."""
    from math import radians

    from olympian.lab.servos.bench_servo import BenchServo
    from olympian.lab.servos.step_response import plot_steps, respond, usual_settings

    horn = BenchServo(open_one(port, baud, protocol), id)
    chosen = [_settings(text) for text in gains or ()] or usual_settings(horn)
    responses = respond(horn, chosen, radians(step_deg))
    if plot is not None:
        plot_steps(f"{horn.table.model}, id {id}", responses, plot)
    value = {"id": id, "model": horn.table.model, "responses": responses}
    output.result(value, lambda console: _show_steps(console, responses, plot))


def _settings(text: str) -> dict[str, int]:
    """`32,0,0` are gains, `64` is a slope."""
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) == 1:
        return {"slope_cw": numbers[0], "slope_ccw": numbers[0]}
    if len(numbers) == 3:
        return dict(zip(("p_gain", "i_gain", "d_gain"), numbers, strict=True))
    raise OlympianError(f"--gains {text}: give P,I,D as in 32,0,0, or one slope as in 64")


def _show_steps(console: "Console", responses: "list[StepResponse]", plot: Path | None) -> None:
    from olympian.cli.view.table import plain_table

    figures = ("rise s", "overshoot", "settled s", "error °")
    table = plain_table("controller", *figures, right=figures)
    for one in responses:
        what = ", ".join(f"{name} {value}" for name, value in one.settings.items())
        rise, settled = (
            "never" if seconds is None else f"{seconds:.3f}"
            for seconds in (one.rise_s, one.settled_s)
        )
        table.add_row(what, rise, f"{one.overshoot:.0%}", settled, f"{one.error_deg:.2f}")
    console.print(table)
    if plot is not None:
        console.print(f"wrote {plot}")


def identify(
    output: Output,
    id: IdArgument,
    port: PortOption = None,
    baud: BaudOption = 1_000_000,
    protocol: ProtocolOption = 1,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="Keep the recording.")
    ] = None,
    recording: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="Use a recording, and no servo.")
    ] = None,
) -> None:
    """Fit friction, inertia and delay of the servo model to a motion; the horn has to be free."""
    import msgspec

    from olympian.files import read_bytes, whole_file
    from olympian.lab.servos.bench_servo import BenchServo
    from olympian.lab.servos.identify import HornRecording, record_horn
    from olympian.lab.servos.identify import identify as fit
    from olympian.servo import servo

    if recording is not None:
        try:
            taken = msgspec.json.decode(read_bytes(recording), type=HornRecording)
        except msgspec.MsgspecError as error:
            raise OlympianError(f"{recording}: is no recording of a servo: {error}") from error
    else:
        taken = record_horn(BenchServo(open_one(port, baud, protocol), id))
    if save is not None:
        with whole_file(save) as partial:
            partial.write_bytes(msgspec.json.encode(taken))
    found = fit(servo(taken.model.removesuffix("-2.0")), taken)
    output.result(found, lambda console: _show_found(console, found))


def _show_found(console: "Console", found: "Identified") -> None:
    console.print(f"friction  {found.friction:.4f} N m")
    console.print(f"inertia   {found.inertia:.5f} kg m² (rotor and what hangs on it)")
    console.print(f"delay     {1e3 * found.delay_s:.1f} ms")
    console.print(
        f"the model is off by {found.error_deg:.2f}° (by {found.before_deg:.2f}° with the"
        f" catalogue's numbers; a tick is {found.tick_deg:.2f}°): {found.verdict}"
    )
