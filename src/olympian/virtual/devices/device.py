"""Anything with an id on the bus: it does what packets say, and says what it answers."""

from collections.abc import Callable
from functools import lru_cache
from math import inf

from olympian.dynamixel import BROADCAST, Instruction, Packet, Register, Status
from olympian.virtual.devices.dialect import DeviceDialect, dialect
from olympian.virtual.devices.firmware import Firmware
from olympian.virtual.devices.memory import DeviceRefusal, Memory

__all__ = ["Device"]

BOOT_TIME = 0.1
"""Seconds in which a device that starts again hears nothing."""
DELAY_UNIT = 2e-6
"""Seconds of one count of the return delay."""
PINGED, ASKED, WROTE, PER_BYTE = 18e-6, 22e-6, 24e-6, 6e-6
"""Seconds that a firmware takes beside its return delay; writing takes longer byte by byte."""
ALL, ALL_BUT_ID, ALL_BUT_ID_AND_BAUD = b"\xff", b"\x01", b"\x02"
CLEAR_TURNS = b"\x01\x44\x58\x4c\x22"
NOBODY = -1
_LEVELS: dict[int, int] = {Instruction.PING: 0, Instruction.READ: 1}
"""Return level from which an instruction is answered; 2 for all others."""

Values = list[tuple[Register, int]]
"""What is to be written."""
Outcome = bytes | DeviceRefusal
"""What an instruction gives: parameters of the answer, or why it was not done."""


class Device:
    """One device. When its answer is heard, and by whom, is the line's affair."""

    def __init__(self, memory: Memory, firmware: Firmware) -> None:
        self.memory, self.firmware = memory, firmware
        self.deaf_until = 0.0
        """While it starts it hears nothing; a dead one hears nothing any more."""
        self._registered: tuple[int, bytes] | None = None
        self._names = lru_cache(maxsize=64)(memory.between)
        self._do: dict[int, Callable[[Packet, float], Outcome]] = {
            Instruction.PING: self._ping,
            Instruction.READ: self._read,
            Instruction.WRITE: self._write,
            Instruction.REG_WRITE: self._register,
            Instruction.ACTION: self._act,
            Instruction.FACTORY_RESET: self._reset,
            Instruction.REBOOT: self._reboot,
            Instruction.CLEAR: self._clear,
        }
        firmware.power_on()

    @property
    def id(self) -> int:
        """Its address on the bus."""
        return self.memory["id"]

    @property
    def shadow_id(self) -> int:
        """Another address whose packets it obeys and never answers."""
        shadow = self.memory.get("secondary_id", NOBODY)
        return shadow if shadow < BROADCAST - 1 else NOBODY

    @property
    def protocol(self) -> int:
        """The one it speaks now."""
        return self.memory.get("protocol_type", self.memory.table.protocol)

    @property
    def baud(self) -> int:
        """Bits per second at which it listens; with a code that means nothing it is deaf."""
        return self.memory.table.bauds.get(self.memory["baud_rate"], 0)

    @property
    def dialect(self) -> DeviceDialect:
        """How it speaks."""
        return dialect(self.protocol)

    @property
    def knows_bulk_reads(self) -> bool:
        """AX and RX, whose control is by compliance, do not."""
        return "cw_compliance_slope" not in self.memory

    @property
    def return_level(self) -> int:
        """What it answers: with 0 only pings, with 1 reads as well, with 2 everything."""
        return self.memory["status_return_level"]

    def delay(self, packet: Packet) -> float:
        """Seconds from the end of a packet to the start of its answer."""
        if packet.instruction == Instruction.PING:
            work = PINGED
        elif packet.instruction in (Instruction.WRITE, Instruction.REG_WRITE):
            work = WROTE + PER_BYTE * len(packet.parameters)
        else:
            work = ASKED
        return self.memory["return_delay_time"] * DELAY_UNIT + work

    def answer(self, packet: Packet, t: float) -> Status | None:
        """Do what a packet for it says; what it answers, if it answers at all."""
        self.firmware.heard(t)
        do, id = self._do.get(packet.instruction), self.id  # which may change now
        outcome = DeviceRefusal.INSTRUCTION if do is None else do(packet, t)
        if packet.id == id:
            mute = _LEVELS.get(packet.instruction, 2) > self.return_level
            return None if mute else self._status(outcome)._replace(id=id)
        roll_call = packet.id == BROADCAST and packet.instruction == Instruction.PING
        return self._status(outcome) if roll_call and self.protocol == 2 else None

    def read(self, address: int, size: int, t: float) -> Status | None:
        """Its part in the answer to a read of many."""
        self.firmware.heard(t)
        return self._status(self._bytes(address, size, t)) if self.return_level > 0 else None

    def complain(self, refusal: DeviceRefusal) -> Status | None:
        """The answer to a packet that it could not make out."""
        return self._status(refusal) if self.return_level == 2 else None

    def write(self, address: int, data: bytes, t: float) -> Outcome:
        """Set registers: all that `data` covers, or none."""
        self.firmware.heard(t)
        todo = self._checked(address, data)
        if isinstance(todo, DeviceRefusal):
            return todo
        for register, value in todo:
            self.memory[register.name] = value
            self.firmware.obey(register, value)
        return b""

    def die(self) -> None:
        """Its electronics are gone: no answer, no motor."""
        self.deaf_until = inf
        self.firmware.power_off()

    def _checked(self, address: int, data: bytes) -> Values | DeviceRefusal:
        """The registers that would be written, if nothing is against it."""
        todo: Values = []
        for place, part in self.memory.direct(address, data):
            values = self.memory.split(place, part)
            if isinstance(values, DeviceRefusal):
                return values
            todo += values
        if not todo:
            return DeviceRefusal.LENGTH
        refusals = (self._against(register, value) for register, value in todo)
        return next((refusal for refusal in refusals if refusal), todo)

    def _against(self, register: Register, value: int) -> DeviceRefusal | None:
        if register.access == "r" or (register.eeprom and self.firmware.locked):
            return DeviceRefusal.ACCESS
        if not register.low <= value <= register.high:
            return DeviceRefusal.RANGE
        return self.firmware.refuses(register, value)

    def _status(self, outcome: Outcome) -> Status:
        refused = isinstance(outcome, DeviceRefusal)
        error = self.dialect.error(outcome if refused else None, self.firmware.faults)
        return Status(self.id, error, b"" if refused else outcome)

    def _bytes(self, address: int, size: int, t: float) -> Outcome:
        if not 0 < size <= self.dialect.longest_read or address + size > self.memory.table.size:
            return DeviceRefusal.RANGE
        self.firmware.refresh(self._names(address, size), t)
        return self.memory.read(address, size)

    def _ping(self, _packet: Packet, _t: float) -> Outcome:
        if self.protocol == 1:
            return b""
        number, version = self.memory["model_number"], self.memory["firmware_version"]
        return number.to_bytes(2, "little") + bytes((version,))

    def _read(self, packet: Packet, t: float) -> Outcome:
        span = self.dialect.span(packet.parameters)
        return DeviceRefusal.INSTRUCTION if span is None else self._bytes(*span, t)

    def _write(self, packet: Packet, t: float) -> Outcome:
        place = self.dialect.place(packet.parameters)
        return DeviceRefusal.INSTRUCTION if place is None else self.write(*place, t)

    def _register(self, packet: Packet, _t: float) -> Outcome:
        place = self.dialect.place(packet.parameters)
        if place is None:
            return DeviceRefusal.INSTRUCTION
        checked = self._checked(*place)
        if isinstance(checked, DeviceRefusal):
            return checked
        self._registered = place
        self._flag_registered(1)
        return b""

    def _act(self, _packet: Packet, t: float) -> Outcome:
        if self._registered is None:
            return DeviceRefusal.INSTRUCTION
        waiting, self._registered = self._registered, None
        self._flag_registered(0)
        return self.write(*waiting, t)

    def _flag_registered(self, flag: int) -> None:
        name = "registered" if "registered" in self.memory else "registered_instruction"
        self.memory[name] = flag

    def _reset(self, packet: Packet, t: float) -> Outcome:
        what = packet.parameters or ALL
        keep = {ALL: (), ALL_BUT_ID: ("id",), ALL_BUT_ID_AND_BAUD: ("id", "baud_rate")}
        if what not in keep or packet.id == BROADCAST:
            return DeviceRefusal.INSTRUCTION
        self.memory.restore(keep[what])
        return self._start_anew(t)

    def _reboot(self, _packet: Packet, t: float) -> Outcome:
        if self.protocol == 1:
            return DeviceRefusal.INSTRUCTION
        return self._start_anew(t)

    def _start_anew(self, t: float) -> Outcome:
        self._registered = None
        self.memory.power_on()
        self.firmware.power_on()
        self.deaf_until = t + BOOT_TIME
        return b""

    def _clear(self, packet: Packet, _t: float) -> Outcome:
        known = self.protocol == 2 and packet.parameters == CLEAR_TURNS
        return b"" if known and self.firmware.clear() else DeviceRefusal.INSTRUCTION
