"""How `olympian robot` looks to people."""

from collections import Counter
from collections.abc import Iterable
from math import degrees, isfinite
from typing import TYPE_CHECKING

from rich.table import Table

from olympian.cli.view.table import plain_table

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.adopt import AdoptionFile
    from olympian.lab.report import JointRow, LimbRow, RobotReport


def show_list(console: "Console", rows: list[dict]) -> None:
    """The library as a table."""
    table = plain_table("name", "joints", "kg", "description")
    for row in rows:
        table.add_row(
            row["name"], str(row["dof"]), f"{row['mass_kg']:.2f}", str(row["description"])
        )
    console.print(table)


def show_report(console: "Console", report: "RobotReport") -> None:
    """The page about one robot."""
    console.print(f"{report.name}: {report.description}" if report.description else report.name)
    console.print(f"{report.source}")
    console.print()
    _show_tree(console, report)
    console.print()
    console.print(f"joints         {report.dof}")
    console.print(f"mass           {report.mass_kg:.3f} kg")
    height = "unknown" if report.height_m is None else f"{report.height_m:.3f} m"
    console.print(f"height         {height}")
    com = "unknown" if report.com_m is None else _metres(report.com_m)
    console.print(f"centre of mass {com} in {report.torso}")
    console.print()
    console.print(_joints(report.joints))
    if report.limbs:
        console.print(_limbs(report.limbs))
    console.print("missing:" if report.missing else "nothing is missing")
    for sentence in report.missing:
        console.print(f"  {sentence}")


def show_import(
    console: "Console",
    file: str,
    limbs: Iterable[str],
    notes: Iterable[str],
    missing: list[str],
) -> None:
    """What an import wrote and found, and what is left to fill in."""
    console.print(f"wrote {file}: limbs {', '.join(limbs) or 'none'}")
    for sentence in notes:
        console.print(f"  found: {sentence}")
    for sentence in missing:
        console.print(f"  missing: {sentence}")


def show_adoption(console: "Console", name: str, adoption: "AdoptionFile") -> None:
    """What it can do, with success of N, and what is missing."""
    for row in adoption.judged:
        figure = f"; {row.figure}" if row.figure else ""
        console.print(f"{name} {row.what}: {row.rate}{figure}")
    console.print(f"  search: {adoption.tuned or 'none'}")
    for sentence in adoption.missing:
        console.print(f"  missing: {sentence}")


def _show_tree(console: "Console", report: "RobotReport") -> None:
    """Links, further in after every fork only, so that long chains stay on the page."""
    children = Counter(row.parent for row in report.tree)
    indent: dict[str | None, str] = {None: ""}
    for row in report.tree:
        forked = children[row.parent] > 1
        above = indent[row.parent]
        indent[row.link] = f"{above}│ " if forked else above
        mark = f"{above}├ " if forked else above
        mass = f"  {row.mass_kg:.3f} kg" if row.mass_kg else ""
        joint = f"  by {row.joint}" if row.joint else ""
        console.print(f"{mark}{row.link}{joint}{mass}")


def _metres(values: tuple[float, float, float]) -> str:
    return " ".join(f"{value:+.4f}" for value in values) + " m"


def _joints(rows: list["JointRow"]) -> Table:
    table = plain_table("joint", "type", "axis", "from", "to", "torque", "speed", "servo", "id")
    for row in rows:
        slides = row.type == "prismatic"
        table.add_row(
            row.name,
            row.type,
            " ".join(f"{value:g}" for value in (round(part, 3) + 0.0 for part in row.axis)),
            _limit(row.lower_rad, slides),
            _limit(row.upper_rad, slides),
            _value(row.effort_nm, "N" if slides else "N m"),
            _value(row.velocity_rad_s, "m/s" if slides else "rad/s"),
            row.servo or "",
            "" if row.id is None else str(row.id),
        )
    return table


def _limbs(rows: list["LimbRow"]) -> Table:
    table = plain_table("limb", "from", "to", "joints", "closed form")
    for row in rows:
        solved = row.closed_form_kind or f"no: {row.reason}"
        solved += f"; {row.numeric}" if row.numeric else ""
        table.add_row(row.name, row.base, row.tip, str(len(row.chain)), solved)
    return table


def _limit(value: float, slides: bool) -> str:
    return f"{value:.3f} m" if slides else f"{degrees(value):.1f}°"


def _value(value: float, unit: str) -> str:
    return f"{value:.3g} {unit}" if isfinite(value) else "–"
