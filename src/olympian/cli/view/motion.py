"""How `olympian motion` looks to people."""

from typing import TYPE_CHECKING

from olympian.cli.view.table import plain_table

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.lab.motion_lab import FrameRow, MotionCheck
    from olympian.lab.motion_trial import MotionTrial
    from olympian.motion.skills import SkillInfo


def show_list(console: "Console", robot: str, rows: list[dict]) -> None:
    """The movements of a robot as a table."""
    if not rows:
        console.print(f"no movements for {robot} yet: write a .toml file and check it")
        return
    table = plain_table("name", "frames", "phases", "description")
    for row in rows:
        table.add_row(row["name"], str(row["frames"]), ", ".join(row["phases"]), row["description"])
    console.print(table)


def show_skills(console: "Console", rows: "list[SkillInfo]") -> None:
    """Skills as a table, with what they move or why they cannot."""
    if not rows:
        console.print("no skills are installed: install olympian once more, then it has its own")
        return
    table = plain_table("name", "moves", "made by", "description")
    for row in rows:
        table.add_row(row.name, row.problem or ", ".join(row.parts), row.made_by, row.description)
    console.print(table)


def show_check(console: "Console", report: "MotionCheck") -> None:
    """The page about one movement."""
    about = f": {report.description}" if report.description else ""
    console.print(f"{report.name} on {report.robot}{about}")
    console.print("every frame is reachable, and nothing collides, in the frames or between them")
    cycle = f", {report.loop_s:.2f} s for each further cycle" if report.loop_s else ""
    console.print(f"it takes {report.duration_s:.2f} s{cycle}")
    if report.arm_balance:
        console.print("the arms are free: they are raised towards the side it leans to")
    table = plain_table("frame", "phase", "move", "hold", "stands on", "margin", "")
    for frame in report.frames:
        table.add_row(
            frame.name,
            frame.phase,
            _move(frame),
            f"{frame.hold_s:.2f} s{' and waits' if frame.waits else ''}",
            ", ".join(frame.support),
            f"{1e3 * frame.margin_m:.1f} mm",
            frame.stability,
        )
    console.print(table)
    console.print(
        f"worst on the whole way: {1e3 * report.worst_margin_m:.1f} mm at"
        f" {report.worst_at_s:.2f} s, {report.worst_stability}"
    )


def show_trial(console: "Console", trial: "MotionTrial") -> None:
    """What happened in the simulation."""
    verdict = "fell" if trial.fell else "stood"
    margin = "unknown" if trial.min_margin_m is None else f"{1e3 * trial.min_margin_m:.1f} mm"
    console.print(
        f"{trial.robot} {verdict} while it played {trial.name} for {trial.seconds:g} s"
        f" ({trial.loops} cycles) on {trial.world}, seed {trial.seed}: {trial.status}"
    )
    if trial.reason:
        console.print(trial.reason)
    console.print(
        f"least margin {margin}, joints within {trial.tracking_deg:.1f}° of their goals,"
        f" load up to {100 * trial.peak_load:.0f} %, warmest servo {trial.hottest_c:.0f} °C"
    )


def _move(frame: "FrameRow") -> str:
    """How long the move takes, and that it was asked to be quicker if it was."""
    slowed = frame.asked_s is not None and 0.0 < frame.asked_s < frame.duration_s - 1e-3
    return f"{frame.duration_s:.2f} s" + (f" ({frame.asked_s:g} s asked)" if slowed else "")
