"""`olympian juggle`: Atlas keeps a ball up with its foot, in kinematics or in physics."""

from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output, command
from olympian.cli.page import Host, Port, serve

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.arena.juggling.trial import JuggleTally, JuggleTrial

__all__ = ["register"]

PLATE = 1.05
"""Metres: near where the hand is at the start."""
MOST_ROWS = 20
"""Runs that are listed one by one."""


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app, runs_robot=True)(juggle)


def juggle(
    output: Output,
    physics: Annotated[
        bool,
        typer.Option(
            "--physics", help="Simulate robot and ball with MuJoCo instead of kinematics."
        ),
    ] = False,
    free: Annotated[
        bool,
        typer.Option("--free", help="With --physics: the foot stands by contact, not by a weld."),
    ] = False,
    bounces: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Bounces after which a run ends.")
    ] = 100,
    plate: Annotated[
        float, typer.Option(metavar="Z", help="Height of the plate in the right hand, metres.")
    ] = PLATE,
    plan: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="return: the ball comes back; chance: tilts by chance, as published.",
        ),
    ] = "return",
    bounce: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="mirror: off the paddle as light off a mirror; published: velocity reversed and"
            " rotated with the foot, half the effect of a tilt.",
        ),
    ] = "mirror",
    seeds: Annotated[
        int, typer.Option(min=1, max=100_000, help="Runs, on judging seeds; --seed skips some.")
    ] = 1,
    page: Annotated[bool, typer.Option("--page", help="Watch it in a browser instead.")] = False,
    host: Host = "127.0.0.1",
    port: Port = 8080,
) -> None:
    """Let Atlas keep a ball up with a box on its left foot, a plate in its right hand."""
    from olympian.arena.juggling.trial import JuggleTrial, tally
    from olympian.errors import OlympianError
    from olympian.motion.juggle import check_plate, parse_bounce, parse_steering, stance
    from olympian.seeds import JUDGING

    if free and not physics:
        raise OlympianError("--free needs --physics: in kinematics the foot cannot leave its place")
    steering, law = parse_steering(plan), parse_bounce(bounce)
    if physics and plan == "chance":
        raise OlympianError("--plan chance is for kinematics; in physics choose from return")
    if physics and bounce == "published":
        raise OlympianError("--bounce published is for kinematics; in physics the ball has its own")
    check_plate(plate, stance())
    trial = JuggleTrial(
        bounces=bounces, plate=plate, physics=physics, free=free, steering=steering, bounce=law
    )
    if page:
        from olympian.cockpit.shows.juggle import JugglePage

        shown = JugglePage(trial.stage, output.seed, stance().plate_m, host, port)
        serve(output, shown, _title(trial))
        return
    results, judged = [], JUDGING.take(seeds, output.seed)
    with output.progress(_title(trial)) as advance:
        for index, seed in enumerate(judged):
            results.append(trial.run(seed, lambda part, i=index: advance((i + part) / seeds)))
            advance((index + 1) / seeds)
    together = tally(results, str(judged))
    output.result(together, lambda console: _show(console, together, bounces))


def _title(trial: "JuggleTrial") -> str:
    if not trial.physics:
        return f"juggling in kinematics, {trial.bounce.value} bounce"
    return "juggling on one foot" if trial.free else "juggling, foot welded to the ground"


def _show(console: "Console", together: "JuggleTally", wanted: int) -> None:
    """One row a run, and a sentence for all."""
    from olympian.cli.view.table import plain_table

    columns = ("seed", "bounces", "s", "plate °", "plate mm", "head mm", "slip mm", "limits")
    table = plain_table(*columns, right=columns)
    for one in together.each[:MOST_ROWS]:
        table.add_row(
            str(one.seed),
            f"{one.bounces}{' dropped' if one.drops else ''}",
            f"{one.seconds:.1f}",
            f"{one.plate_tilt_deg_max:.2f}",
            f"{1e3 * one.plate_height_error_m:.1f}",
            f"{1e3 * one.head_error_m:.1f}",
            f"{1e3 * one.support_foot_slip_m:.1f}",
            str(one.joint_limit_violations),
        )
    console.print(table)
    console.print(
        f"runs that kept the ball up for {wanted} bounces: {together.rates['kept up']}"
        f" ({together.seeds}); one step of"
        f" control took {together.step_us_median:.0f} µs, {together.solve_us_median:.0f} of them"
        " for the tasks"
    )
