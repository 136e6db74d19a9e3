"""`olympian servo monitor`: all servos of a robot in a table that lives."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.body import PortsOption, read_ports
from olympian.cli.options import RobotName
from olympian.cli.output import Output, command

if TYPE_CHECKING:
    from rich.table import Table

    from olympian.backend import Dynamixel
    from olympian.records import Sensors

TITLES = ("joint", "id", "angle °", "°/s", "load", "V", "°C", "")


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app)(monitor)


def monitor(
    output: Output,
    robot: RobotName,
    port: PortsOption = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.05, max=1e6, help="Stop after so long [Ctrl-C].")
    ] = None,
) -> None:
    """Watch all servos of a robot; its motors are left as they are. With --json, once."""
    from rich.console import Console
    from rich.live import Live

    from olympian.backend import Dynamixel

    body = Dynamixel(robot, read_ports(port).servos, start="watch")
    try:
        if output.json:
            sensors = body.watch()
            output.result(_rows(body, sensors), lambda _: None)
            return
        end = time.monotonic() + (1e9 if seconds is None else seconds)
        with Live(console=Console(), auto_refresh=False) as live:
            while time.monotonic() < end:
                live.update(_table(_rows(body, body.watch())), refresh=True)
    finally:
        body.close()
        output.note(str(body.statistics))


def _rows(body: "Dynamixel", sensors: "Sensors") -> list[dict]:
    from math import degrees

    from olympian.records import ServoFault

    rows = []
    for row, joint in enumerate(body.robot.joint_names):
        silent = sensors.answered is not None and not sensors.answered[row]
        fault = ServoFault(int(sensors.fault[row]))
        rows.append(
            {
                "joint": joint,
                "id": body.robot.servos[joint].id,
                "angle_deg": round(degrees(sensors.q[row]), 2),
                "speed_deg": round(degrees(sensors.dq[row]), 1),
                "load": round(float(sensors.load[row]), 3),
                "voltage": round(float(sensors.voltage[row]), 1),
                "temperature_c": float(sensors.temperature_c[row]),
                "trouble": "silent" if silent else "" if not fault else str(fault.name).lower(),
            }
        )
    return rows


def _table(rows: list[dict]) -> "Table":
    from olympian.cli.view.table import plain_table

    table = plain_table(*TITLES, right=set(TITLES) - {"joint", ""})
    for row in rows:
        table.add_row(*map(str, row.values()))
    return table
