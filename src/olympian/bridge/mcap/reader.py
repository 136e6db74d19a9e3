"""An MCAP file as it is read: from its beginning, as far as it goes."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from olympian.bridge.mcap.records import MAGIC, Opcode, TopicSchema
from olympian.errors import OlympianError

__all__ = ["McapReader", "StoredMessage"]

MOST_BYTES = 256 * 2**20
"""Of one record or one chunk: ours are a second long."""
READABLE = ("", "zstd")


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message as it lies in a file."""

    topic: str
    t_ns: int
    data: bytes


class McapReader:
    """Whatever the file lacks at its end is simply not there, and `truncated` says so."""

    def __init__(self, path: Path) -> None:
        """Raises: OlympianError: it cannot be read, or is no MCAP file."""
        self.path = path
        self.channels: dict[int, TopicSchema] = {}
        """What was announced so far, by number."""
        self.metadata: dict[str, dict[str, str]] = {}
        self.attachments: dict[str, bytes] = {}
        self.truncated = False
        """Is there no proper end?"""
        self._schemas: dict[int, tuple[str, str]] = {}
        try:
            with path.open("rb") as file:
                magic = file.read(len(MAGIC))
        except OSError as error:
            raise OlympianError(f"{path}: cannot be read: {error.strerror or error}") from error
        if magic != MAGIC:
            raise OlympianError(f"{path}: not an MCAP file: record one with --record")

    def messages(self) -> Iterator[StoredMessage]:
        """All messages in the order of the file.

        Raises: OlympianError: something in the middle is not what it should be.
        """
        with self.path.open("rb") as file:
            file.seek(len(MAGIC))
            self.truncated = True
            for opcode, content in self._records(file):
                if opcode == Opcode.DATA_END:
                    self.truncated = False
                    return
                try:
                    yield from self._record(opcode, content)
                except OlympianError as error:
                    raise OlympianError(f"{self.path}: {error}") from error
                except (struct.error, ValueError, IndexError) as error:
                    raise OlympianError(
                        f"{self.path}: damaged: record {opcode:#04x}: {error}"
                    ) from error

    def _records(self, file: BinaryIO) -> Iterator[tuple[int, bytes]]:
        """Those that are there whole."""
        while len(head := file.read(9)) == 9:
            opcode, size = struct.unpack("<BQ", head)
            if size > MOST_BYTES:
                raise OlympianError(
                    f"{self.path}: damaged: a record says it has {size} bytes; {MOST_BYTES} can be"
                    " read"
                )
            content = file.read(size)
            if len(content) < size:
                return
            yield opcode, content

    def _record(self, opcode: int, content: bytes) -> Iterator[StoredMessage]:
        fields = _Fields(content)
        if opcode == Opcode.CHUNK:
            for inner, part in _split(_chunk(fields)):
                yield from self._record(inner, part)
        elif opcode == Opcode.MESSAGE:
            channel, _, t_ns, _ = fields.take("<HIQQ")
            if channel not in self.channels:
                raise ValueError(f"a message of channel {channel}, which nobody announced")
            yield StoredMessage(self.channels[channel].topic, t_ns, fields.rest())
        elif opcode == Opcode.SCHEMA:
            (number,) = fields.take("<H")
            name, _ = fields.text(), fields.text()
            (size,) = fields.take("<I")
            self._schemas[number] = name, fields.bytes(size).decode()
        elif opcode == Opcode.CHANNEL:
            number, schema = fields.take("<HH")
            topic = fields.text()
            self.channels[number] = TopicSchema(topic, *self._schemas.get(schema, ("", "")))
        elif opcode == Opcode.METADATA:
            name = fields.text()
            self.metadata[name] = fields.texts()
        elif opcode == Opcode.ATTACHMENT:
            fields.take("<QQ")
            name, _ = fields.text(), fields.text()
            (size,) = fields.take("<Q")
            self.attachments[name] = fields.bytes(size)


def _chunk(fields: "_Fields") -> bytes:
    _, _, size, crc = fields.take("<QQQI")
    compression = fields.text()
    (packed,) = fields.take("<Q")
    data = fields.bytes(packed)
    if compression not in READABLE:
        raise OlympianError(f"its chunks are compressed with {compression}; zstd can be read")
    if size > MOST_BYTES:
        raise ValueError(f"a chunk says it has {size} bytes; {MOST_BYTES} can be read")
    if compression:
        import zstandard

        try:
            data = zstandard.ZstdDecompressor().decompress(data, max_output_size=max(size, 1))
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from error
    import zlib

    if crc and zlib.crc32(data) != crc:
        raise ValueError("a chunk is not what was written: its checksum differs")
    return data


def _split(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(data):
        opcode, size = struct.unpack_from("<BQ", data, at)
        at += 9 + size
        if at > len(data):
            raise ValueError("a record is longer than its chunk")
        yield opcode, data[at - size : at]


class _Fields:
    """Reads the fields of a record one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return values

    def bytes(self, size: int) -> bytes:
        found = self._data[self._at : self._at + size]
        if len(found) < size:
            raise ValueError("a field is longer than its record")
        self._at += size
        return found

    def text(self) -> str:
        return self.bytes(self.take("<I")[0]).decode()

    def texts(self) -> dict[str, str]:
        (size,) = self.take("<I")
        end, found = self._at + size, dict[str, str]()
        while self._at < end:
            key = self.text()
            found[key] = self.text()
        return found

    def rest(self) -> "bytes":
        return self._data[self._at :]
