"""`olympian servo read`, `write` and `set-id`: the registers of one servo."""

from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output, command
from olympian.cli.servo.options import (
    BaudOption,
    IdArgument,
    PortOption,
    ProtocolOption,
    open_one,
    table_of,
)
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.dynamixel import Bus, ControlTable

HIDDEN = "indirect_"
"""Registers that are only listed when they are asked for."""


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    command(app)(read)
    command(app)(write)
    command(app, "set-id")(set_id)


def read(
    output: Output,
    id: IdArgument,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[REGISTER]...", help="As in the manual [all].")
    ] = None,
    port: PortOption = None,
    baud: BaudOption = 1_000_000,
    protocol: ProtocolOption = 1,
) -> None:
    """Read registers of a servo."""
    bus = open_one(port, baud, protocol)
    table = table_of(bus, id, port)
    wanted = names or [one.name for one in table if not one.name.startswith(HIDDEN)]
    rows = [_row(bus, id, table, name) for name in wanted]
    value = {"id": id, "model": table.model, "registers": rows}
    output.result(value, lambda console: _show(console, table.model, rows))


def _row(bus: "Bus", id: int, table: "ControlTable", name: str) -> dict:
    register = table[name]
    data = bus.read(id, register.address, register.size)
    if data is None:
        raise OlympianError(f"id {id} did not answer for '{name}'; is it still there?")
    raw = register.decode(data)
    unit = register.unit.si
    value = register.to_si(raw) if unit or register.unit.step != 1.0 else raw
    return {"name": name, "raw": raw, "value": value, "unit": unit, "access": register.access}


def _show(console: "Console", model: str, rows: list[dict]) -> None:
    from olympian.cli.view.table import plain_table

    table = plain_table("register", "raw", "value", "", right=("raw", "value"), title=model)
    for row in rows:
        table.add_row(row["name"], str(row["raw"]), f"{row['value']:g}", row["unit"])
    console.print(table)


def write(
    output: Output,
    id: IdArgument,
    name: Annotated[str, typer.Argument(metavar="REGISTER", help="As in the manual.")],
    value: Annotated[int, typer.Argument(help="The servo's own counts.")],
    port: PortOption = None,
    baud: BaudOption = 1_000_000,
    protocol: ProtocolOption = 1,
) -> None:
    """Write a register of a servo, and check that it holds what was written."""
    bus = open_one(port, baud, protocol)
    table = table_of(bus, id, port)
    if name in ("id", "baud_rate", "protocol_type"):
        _write_blindly(bus, id, table, name, value)
        held = value
    else:
        held = _write(bus, id, table, name, value)
    output.result(
        {"id": id, "model": table.model, "register": name, "raw": held},
        lambda console: console.print(f"id {id}: {name} = {held}"),
    )


def _write(bus: "Bus", id: int, table: "ControlTable", name: str, value: int) -> int:
    register = table[name]
    if register.access != "rw":
        raise OlympianError(f"register '{name}' of {table.model} can only be read")
    if not bus.write(id, register.address, register.encode(value)):
        why = "switch its torque off first" if register.eeprom else "read its error bits"
        raise OlympianError(f"id {id} does not take {name} = {value}: {why}")
    data = bus.read(id, register.address, register.size)
    if data is None or register.decode(data) != value:
        held = "nothing" if data is None else register.decode(data)
        raise OlympianError(f"id {id} was told {name} = {value}, and holds {held}")
    return value


def _write_blindly(bus: "Bus", id: int, table: "ControlTable", name: str, value: int) -> None:
    """After this it is somewhere else, and its answer may not arrive."""
    register = table[name]
    switch = table["torque_enable"]
    bus.write(id, switch.address, switch.encode(0))
    bus.write(id, register.address, register.encode(value))
    if bus.ping(id) is not None and name != "protocol_type" and _holds(bus, id, table, name, value):
        raise OlympianError(f"id {id} does not take {name} = {value}")


def _holds(bus: "Bus", id: int, table: "ControlTable", name: str, value: int) -> bool:
    register = table[name]
    data = bus.read(id, register.address, register.size)
    return data is not None and register.decode(data) != value


def set_id(
    output: Output,
    old: IdArgument,
    new: Annotated[int, typer.Argument(min=0, max=252, help="Id that it is to have.")],
    port: PortOption = None,
    baud: BaudOption = 1_000_000,
    protocol: ProtocolOption = 1,
) -> None:
    """Give a servo another id, one that nobody has yet."""
    bus = open_one(port, baud, protocol)
    table = table_of(bus, old, port)
    if new != old:
        if bus.ping(new) is not None:
            raise OlympianError(f"id {new} is taken; unplug that servo, or give it another id")
        _write_blindly(bus, old, table, "id", new)
        if bus.ping(new) is None:
            raise OlympianError(
                f"nobody answers as id {new}; is it still {old}? olympian servo scan"
            )
    output.result(
        {"model": table.model, "old": old, "new": new},
        lambda console: console.print(f"{table.model}: id {old} is {new} now"),
    )
