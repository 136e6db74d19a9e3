"""The bytes of a device: what its control table says, filled, and who may read and write them."""

from collections.abc import Mapping
from enum import Enum, auto

from olympian.dynamixel import ControlTable, Register

__all__ = ["DeviceRefusal", "Memory"]

INDIRECT_ADDRESS, INDIRECT_DATA = "indirect_address_", "indirect_data_"


class DeviceRefusal(Enum):
    """Why a device does not do what it was told."""

    ACCESS = auto()
    """There is no such register, it can only be read, or EEPROM is locked."""
    LENGTH = auto()
    """The bytes end inside a register."""
    RANGE = auto()
    """The register takes no such number."""
    LIMIT = auto()
    """The number is beyond a limit that was set in another register."""
    INSTRUCTION = auto()
    """It does not know the instruction, or has nothing to act on."""
    CHECKSUM = auto()
    """The packet arrived damaged."""


class Memory:
    """The registers of one device. EEPROM is what it had when delivered until it is written."""

    def __init__(self, table: ControlTable, eeprom: Mapping[str, int] | None = None) -> None:
        """Args: eeprom: how this one was set up before the power came."""
        self.table = table
        self._bytes = bytearray(table.size)
        self._at = {register.address: register for register in table}
        self._places = {one.name: (one.address, one.end, one.signed) for one in table}
        self._indirect = self._indirect_places()
        self.eeprom_writes = 0
        """How often EEPROM has changed: its id and rate may be others then."""
        self.restore()
        for name, value in (eeprom or {}).items():
            self._put(table[name], table.encode(name, value))

    def restore(self, keep: tuple[str, ...] = ()) -> None:
        """All registers as delivered, but those of `keep`."""
        kept = {name: self[name] for name in keep}
        for register in self.table:
            self._put(register, register.pack(register.default))
        for name, value in kept.items():
            self[name] = value
        self.eeprom_writes += 1

    def power_on(self) -> None:
        """RAM forgets, EEPROM does not."""
        for register in self.table:
            if not register.eeprom:
                self._put(register, register.pack(register.default))

    def __getitem__(self, name: str) -> int:
        start, end, signed = self._places[name]
        return int.from_bytes(self._bytes[start:end], "little", signed=signed)

    def __setitem__(self, name: str, value: int) -> None:
        """The device's own doing, which nobody checks."""
        register = self.table.registers[name]
        self._put(register, register.pack(int(value)))
        self.eeprom_writes += register.eeprom

    def get(self, name: str, otherwise: int = 0) -> int:
        """The same, or what counts for a device that has no such register."""
        return self[name] if name in self.table else otherwise

    def __contains__(self, name: str) -> bool:
        return name in self.table

    def read(self, address: int, size: int) -> bytes:
        """`size` bytes from `address`; where no register lies they are zero."""
        data = bytes(self._bytes[address : address + size])
        if self._indirect and any(address <= at < address + size for at in self._indirect):
            places = range(address, address + size)
            return bytes(self._bytes[self._followed(at)] for at in places)
        return data

    def direct(self, address: int, data: bytes) -> list[tuple[int, bytes]]:
        """The same bytes for the places that they mean: indirect ones are followed."""
        if not self._indirect:
            return [(address, data)]
        pieces: list[tuple[int, bytes]] = []
        for offset, byte in enumerate(data):
            place = self._followed(address + offset)
            if pieces and place == pieces[-1][0] + len(pieces[-1][1]):
                pieces[-1] = (pieces[-1][0], pieces[-1][1] + bytes((byte,)))
            else:
                pieces.append((place, bytes((byte,))))
        return pieces

    def split(self, address: int, data: bytes) -> list[tuple[Register, int]] | DeviceRefusal:
        """The registers that `data` fills from `address` on, and their new values."""
        values: list[tuple[Register, int]] = []
        while data:
            register = self._at.get(address)
            if register is None:
                inside = self.table.at(address) is not None
                return DeviceRefusal.LENGTH if inside else DeviceRefusal.ACCESS
            if len(data) < register.size:
                return DeviceRefusal.LENGTH
            values.append((register, register.decode(data[: register.size])))
            address, data = register.end, data[register.size :]
        return values

    def between(self, address: int, size: int) -> list[str]:
        """Names of the registers that a read of these bytes touches, indirect ones followed."""
        places = {self._followed(at) for at in range(address, address + size)}
        return [one.name for one in self.table if places & set(range(one.address, one.end))]

    def _put(self, register: Register, data: bytes) -> None:
        self._bytes[register.address : register.end] = data

    def _indirect_places(self) -> dict[int, Register]:
        """Where a byte of indirect data lies, and the register that says which byte it means."""
        table = self.table
        return {
            table[name].address: table[INDIRECT_ADDRESS + name.removeprefix(INDIRECT_DATA)]
            for name in table.registers
            if name.startswith(INDIRECT_DATA)
        }

    def _followed(self, place: int) -> int:
        pointer = self._indirect.get(place)
        if pointer is None:
            return place
        wanted = int.from_bytes(self._bytes[pointer.address : pointer.end], "little")
        return wanted if wanted < len(self._bytes) else place
