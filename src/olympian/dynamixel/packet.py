"""What goes over a Dynamixel bus, without its framing: questions of a master, answers of servos."""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple, TypeAlias

__all__ = [
    "BROADCAST",
    "HIGHEST_ID",
    "ChainReader",
    "Instruction",
    "Packet",
    "Reader",
    "Status",
]

BROADCAST = 0xFE
"""The id that every device listens to, and that none answers."""
HIGHEST_ID = 0xFC
"""Of a device, in both protocols: 0xFD is the third byte of protocol 2's header."""


class Instruction(IntEnum):
    """What a master may ask. STATUS is how protocol 2 marks an answer."""

    PING = 0x01
    READ = 0x02
    WRITE = 0x03
    REG_WRITE = 0x04
    ACTION = 0x05
    FACTORY_RESET = 0x06
    REBOOT = 0x08
    CLEAR = 0x10
    STATUS = 0x55
    SYNC_READ = 0x82
    SYNC_WRITE = 0x83
    FAST_SYNC_READ = 0x8A
    BULK_READ = 0x92
    BULK_WRITE = 0x93
    FAST_BULK_READ = 0x9A


class Packet(NamedTuple):
    """What a master sends. The instruction is a plain number, because a fuzzer may send any."""

    id: int
    instruction: int
    parameters: bytes = b""


class Status(NamedTuple):
    """What a servo answers: error bits in protocol 1, an error number in protocol 2."""

    id: int
    error: int
    parameters: bytes = b""


Reader: TypeAlias = Callable[[bytes], Status | None]
"""Reads bytes that are exactly the answer that was asked for; None for anything else."""
ChainReader: TypeAlias = Callable[[bytes], list[Status]]
"""Reads bytes that are exactly the answers of a chain; nothing out of anything else."""
