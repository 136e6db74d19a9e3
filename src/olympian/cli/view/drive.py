"""The terminal's display while a robot is driven."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from olympian.cockpit import Binding, Session, Summary, summarise

ALWAYS = (("m", "next mode"), ("0", "start again"), ("q", "end"))


def display(session: Session, real_time_factor: float, line: str = "") -> Panel:
    """Mode, state, parameters, stability and keys of this instant.

    Args: line: that is being typed, if any.
    """
    keys = session.pilot.bindings()
    parts: list[RenderableType] = [_modes(keys, session.humanoid.machine.mode)]
    if session.humanoid.state is not None:
        parts.append(_facts(summarise(session, session.humanoid.state), real_time_factor, line))
    parts.append(_keys(keys))
    title = f"{session.humanoid.robot.name} on {session.world_name}"
    return Panel(Group(*parts), title=Text(title), width=80)


def _modes(keys: tuple[Binding, ...], mode: str) -> Text:
    line = Text()
    for one in keys:
        if one.kind == "mode":
            line.append(f" {one.key} ", style="dim")
            line.append(one.command, style="bold reverse" if one.command == mode else "")
            line.append("  ")
    return line


def _facts(now: Summary, real_time_factor: float, line: str) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    for name, value in (
        ("state", f"{now.mode} · {now.state} · {now.verdict}"),
        ("robot", now.situation),
        ("goal", now.navigation or "–"),
        *((("head", now.gaze),) if now.gaze else ()),
        ("parameters", now.parameters or "–"),
        ("place", f"{now.place}; {now.speed}"),
        ("balance", now.balance),
        *((("opponent", now.opponent),) if now.opponent else ()),
        ("hardest", f"{now.hardest}; clamped: {now.clamped}"),
        ("time", f"{now.t}, real time × {real_time_factor:.2f}"),
        ("type", line) if line else ("says", now.message or "–"),
    ):
        table.add_row(name, Text(value))
    return table


def _keys(keys: tuple[Binding, ...]) -> Columns:
    own = [(one.key, one.command.replace("_", " ")) for one in keys if one.kind != "mode"]
    cells = [Text.assemble((f"{key:>5} ", "bold"), label) for key, label in (*own, *ALWAYS)]
    return Columns(cells, width=18)
