"""Records of an MCAP file as bytes (https://mcap.dev/spec): what writer and reader agree on."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

__all__ = ["MAGIC", "Opcode", "TopicSchema", "record", "text", "texts"]

MAGIC = b"\x89MCAP0\r\n"


class Opcode(IntEnum):
    """First byte of a record."""

    HEADER = 0x01
    FOOTER = 0x02
    SCHEMA = 0x03
    CHANNEL = 0x04
    MESSAGE = 0x05
    CHUNK = 0x06
    MESSAGE_INDEX = 0x07
    CHUNK_INDEX = 0x08
    ATTACHMENT = 0x09
    ATTACHMENT_INDEX = 0x0A
    STATISTICS = 0x0B
    METADATA = 0x0C
    METADATA_INDEX = 0x0D
    SUMMARY_OFFSET = 0x0E
    DATA_END = 0x0F


@dataclass(frozen=True, slots=True)
class TopicSchema:
    """What messages of a topic are."""

    topic: str
    type: str
    """Full name of the message type."""
    definition: str
    """Its definition and those of all messages in it."""


def record(opcode: Opcode, content: bytes) -> bytes:
    """A record with its length in front."""
    return struct.pack("<BQ", opcode, len(content)) + content


def text(value: str) -> bytes:
    """A text with its length in front."""
    data = value.encode()
    return struct.pack("<I", len(data)) + data


def texts(values: Mapping[str, str]) -> bytes:
    """Texts by name."""
    data = b"".join(text(key) + text(value) for key, value in values.items())
    return struct.pack("<I", len(data)) + data
