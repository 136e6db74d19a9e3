"""How a table of juggling runs looks in a terminal."""

from rich.console import Console
from rich.table import Table

from olympian.arena.juggling.trial import JuggleTally

MOST_ROWS = 20


def show_tally(console: Console, together: JuggleTally, wanted: int) -> None:
    """One row a run, and a sentence for all."""
    table = Table()
    for heading in ("seed", "bounces", "s", "plate °", "plate mm", "head mm", "slip mm", "limits"):
        table.add_column(heading, justify="right")
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
