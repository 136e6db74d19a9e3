"""The memory map of a servo: its registers by name and by address, from `tables/<model>.toml`."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from olympian.dynamixel.register import Register
from olympian.dynamixel.table_file import TableSource, read_table_file
from olympian.errors import OlympianError, unknown

__all__ = ["ControlTable", "control_table", "control_table_of", "table_names"]

EITHER = 0
"""In a file: the device speaks the protocol of its bus."""
BAUD_TOLERANCE = 0.03
"""Two ends of a line understand each other if their rates differ by less than 3 %."""


@dataclass(frozen=True, slots=True)
class ControlTable:
    """What a model of servo (or another device on its bus) keeps in its memory."""

    model: str
    number: int
    """What it answers to a ping."""
    protocol: int
    ram: int
    """First address that forgets; all below is EEPROM."""
    registers: dict[str, Register] = field(repr=False)
    """By name, in the order of their addresses."""
    bauds: dict[int, int] = field(repr=False)
    """Bits per second by the code in its baud register."""
    modes: tuple[int, ...] = ()
    """Operating modes that it has; empty where no register names them."""

    def __contains__(self, name: str) -> bool:
        return name in self.registers

    def __iter__(self) -> Iterator[Register]:
        return iter(self.registers.values())

    def __getitem__(self, name: str) -> Register:
        """Register by name.

        Raises:
            OlympianError: this model has no such register.
        """
        if name not in self.registers:
            raise unknown(f"register of {self.model}", name, self.registers)
        return self.registers[name]

    @property
    def size(self) -> int:
        """First address behind all registers."""
        return max(register.end for register in self)

    def at(self, address: int) -> Register | None:
        """The register that holds the byte at `address`, if any does."""
        inside = (one for one in self if one.address <= address < one.end)
        return next(inside, None)

    def encode(self, name: str, value: int) -> bytes:
        """The bytes that stand for `value` in the register `name`."""
        return self[name].encode(value)

    def decode(self, name: str, data: bytes) -> int:
        """The number that `data` means in the register `name`."""
        return self[name].decode(data)

    def to_si(self, name: str, raw: int) -> float:
        """What counts of the register `name` measure."""
        return self[name].to_si(raw)

    def to_raw(self, name: str, si: float) -> int:
        """Counts of the register `name` that come nearest to `si`."""
        return self[name].to_raw(si)

    def baud_code(self, rate: int) -> int:
        """What to write into its baud register for `rate` bits per second.

        Raises:
            OlympianError: it has no rate that near.
        """
        code = min(self.bauds, key=lambda code: abs(self.bauds[code] - rate))
        if abs(self.bauds[code] - rate) > BAUD_TOLERANCE * rate:
            rates = ", ".join(str(known) for known in sorted(self.bauds.values())[-12:])
            raise OlympianError(f"{self.model} has no baud rate {rate}; the fastest are {rates}")
        return code


def table_names() -> tuple[str, ...]:
    """All models that have a table."""
    folder = files("olympian.dynamixel").joinpath("tables")
    stems = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())
    return tuple(stem for stem in stems if read_table_file(stem).number is not None)


@cache
def control_table(model: str, protocol: int | None = None) -> ControlTable:
    """The table of a model, as in `control_table("ax-12a")`.

    Args:
        protocol: wanted on its bus. Some models have a firmware for each: with 2 an `mx-64` is
            an `mx-64-2.0`. None takes what the name says.

    Raises:
        OlympianError: there is no such model, or it does not speak this protocol.
    """
    table = _named(model)
    if table.protocol == EITHER:
        return replace(table, protocol=protocol or 1)
    if protocol is None or table.protocol == protocol:
        return table
    other = _named(f"{model}-2.0") if f"{model}-2.0" in table_names() else table
    if other.protocol != protocol:
        raise OlympianError(f"{model} speaks protocol {table.protocol}, not {protocol}")
    return other


@cache
def control_table_of(number: int | None, protocol: int) -> ControlTable:
    """The table of the model that answers a ping with `number`; None: it did not say it.

    Raises:
        OlympianError: no known model of this protocol has this number.
    """
    if number is None:
        raise OlympianError(
            "it answers pings but does not tell its model: its answers get lost on the line or come"
            " late (olympian servo doctor)"
        )
    for table in map(_named, table_names()):
        if table.number == number and table.protocol in (protocol, EITHER):
            return control_table(table.model, protocol)
    known = ", ".join(f"{_named(name).number} ({name})" for name in table_names())
    raise OlympianError(f"no model of protocol {protocol} has number {number}; known are {known}")


@cache
def _named(model: str) -> ControlTable:
    wanted = model.lower()
    for name in table_names():
        if wanted == name or wanted in read_table_file(name).aliases:
            return _build(name)
    raise unknown("model of servo", model, table_names())


def _build(name: str) -> ControlTable:
    file = read_table_file(name)
    assert file.number is not None, "only models are built, not what they share"
    rows = sorted(file.rows(), key=lambda row: row["address"])
    registers = {row["name"]: _register(row, file) for row in rows}
    bauds = dict(file.bauds)
    if file.baud_divider:
        bauds = {code: round(file.baud_divider / (code + 1)) for code in range(250)} | bauds
    number = registers["model_number"]
    registers["model_number"] = _register({**_row_of(number), "default": file.number}, file)
    return ControlTable(
        name, file.number, file.protocol, file.ram, registers, bauds, tuple(file.modes)
    )


def _row_of(register: Register) -> dict[str, Any]:
    keys = ("name", "address", "size", "access")
    return {key: getattr(register, key) for key in keys}


def _register(row: dict[str, Any], file: TableSource) -> Register:
    """A register with all that its row leaves out: one byte, read and write, its whole range."""
    size, signed = row.get("size", 1), row.get("signed", False)
    top = 1 << 8 * size
    settings = {
        "size": size,
        "access": "rw",
        "eeprom": row["address"] < file.ram,
        "low": -top // 2 if signed else 0,
        "high": top // 2 - 1 if signed else top - 1,
        "default": 0,
        **row,
    }
    if "unit" in row:
        settings["unit"] = file.quantity(row["unit"])
    return Register(**settings)
