"""`tables/*.toml`: what a model has, and the file with which it shares the rest."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import field

from olympian.dynamixel.register import Access, Quantity
from olympian.errors import OlympianError, unknown

__all__ = ["TableSource", "read_table_file"]


class RegisterRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Changes to one register, or all of it; what is left out is as in the shared file."""

    address: int | msgspec.UnsetType = msgspec.UNSET
    size: int | msgspec.UnsetType = msgspec.UNSET
    access: Access | msgspec.UnsetType = msgspec.UNSET
    low: int | msgspec.UnsetType = msgspec.UNSET
    high: int | msgspec.UnsetType = msgspec.UNSET
    default: int | msgspec.UnsetType = msgspec.UNSET
    signed: bool | msgspec.UnsetType = msgspec.UNSET
    sign_bit: int | msgspec.UnsetType = msgspec.UNSET
    unit: str | msgspec.UnsetType = msgspec.UNSET


class RegisterRun(RegisterRow, kw_only=True):
    """Registers of a kind, one behind the other: NAME_1, NAME_2, …"""

    name: str
    count: int
    first: int = 1
    step: int = 0
    """Bytes from each to the next; 0: they touch."""
    default_step: int = 0
    """By how much each one's default is above that of the one before."""


class TableSource(msgspec.Struct, forbid_unknown_fields=True):
    """One file, with all that it takes from the file it is like."""

    like: str = ""
    number: int | None = None
    """Model number; None for what several models share."""
    aliases: list[str] = field(default_factory=list)
    protocol: int = 0
    """0: the device speaks either, as its bus does."""
    ram: int = 0
    baud_divider: int = 0
    """Where rates are this number divided by code + 1."""
    bauds: dict[int, int] = field(default_factory=dict)
    modes: list[int] = field(default_factory=list)
    units: dict[str, Quantity] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
    """Registers of the shared file that this model has not."""
    registers: dict[str, RegisterRow] = field(default_factory=dict)
    runs: list[RegisterRun] = field(default_factory=list)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every register, as far as the file says anything about it."""
        for name, row in self.registers.items():
            yield {"name": name, **msgspec.to_builtins(row)}
        for run in self.runs:
            yield from _numbered(run)

    def quantity(self, name: str) -> Quantity:
        """What a unit named in a row means."""
        if name not in self.units:
            raise unknown("unit of a table", name, self.units)
        return self.units[name]


@cache
def read_table_file(name: str) -> TableSource:
    """The checked contents of `tables/NAME.toml`, completed by the file that it is like."""
    path = files("olympian.dynamixel").joinpath("tables", f"{name}.toml")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        own = msgspec.convert(data, TableSource, strict=False)
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise OlympianError(f"dynamixel/tables/{name}.toml: {error}") from error
    return _completed(own, read_table_file(own.like)) if own.like else own


def _completed(own: TableSource, shared: TableSource) -> TableSource:
    """What the model says, and below it what it shares."""
    registers = {name: row for name, row in shared.registers.items() if name not in own.absent}
    for name, row in own.registers.items():
        registers[name] = _merged(registers.get(name, RegisterRow()), row)
    return TableSource(
        own.like,
        own.number,
        own.aliases,
        own.protocol or shared.protocol,
        own.ram or shared.ram,
        own.baud_divider or shared.baud_divider,
        own.bauds or shared.bauds,
        own.modes or shared.modes,
        {**shared.units, **own.units},
        own.absent,
        registers,
        own.runs or shared.runs,
    )


def _merged(shared: RegisterRow, own: RegisterRow) -> RegisterRow:
    return msgspec.convert({**msgspec.to_builtins(shared), **msgspec.to_builtins(own)}, RegisterRow)


def _numbered(run: RegisterRun) -> Iterator[dict[str, Any]]:
    row = msgspec.to_builtins(run)
    name, count, step = row.pop("name"), row.pop("count"), row.pop("default_step", 0)
    first, far = row.pop("first", 1), row.pop("step", row.get("size", 1))
    for index in range(count):
        yield row | {
            "name": f"{name}_{first + index}",
            "address": row["address"] + index * far,
            "default": row.get("default", 0) + index * step,
        }
