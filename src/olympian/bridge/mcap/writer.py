"""An MCAP file as it is written: chunks as they come, and an index at the end."""

import struct
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import BinaryIO, NamedTuple

from olympian.bridge.mcap.records import MAGIC, Opcode, TopicSchema, record, text, texts

__all__ = ["McapWriter", "Stamped"]

FRAME = struct.Struct("<BQHIQQ")
"""In front of a message: opcode, length, channel, number, when it was logged and published."""
LEVEL = 1
"""Of the compression: higher ones take three times as long for a tenth less."""


class Stamped(NamedTuple):
    """A message of a channel at a time."""

    channel: int
    t_ns: int
    data: bytes


class McapWriter:
    """What has been written stays readable if nothing ever follows: `close` only adds an index."""

    def __init__(self, file: BinaryIO, library: str) -> None:
        """Args: library: what writes it."""
        import zstandard

        self._compressor = zstandard.ZstdCompressor(level=LEVEL)
        self._file, self._at = file, 0
        self._schemas: dict[str, tuple[int, bytes]] = {}
        self._channels: list[bytes] = []
        self._chunks: list[bytes] = []
        self._indexes: list[bytes] = []
        self._counts: Counter[int] = Counter()
        self._metadata = self._attachments = 0
        self._span: tuple[int, int] | None = None
        self._put(MAGIC + record(Opcode.HEADER, text("ros2") + text(library)))

    def add_channel(self, schema: TopicSchema) -> int:
        """Number of a new channel, whose messages are CDR."""
        if schema.type not in self._schemas:
            number, data = len(self._schemas) + 1, schema.definition.encode()
            content = struct.pack("<H", number) + text(schema.type) + text("ros2msg")
            content += struct.pack("<I", len(data)) + data
            self._schemas[schema.type] = number, record(Opcode.SCHEMA, content)
            self._put(self._schemas[schema.type][1])
        number = len(self._channels)
        content = struct.pack("<HH", number, self._schemas[schema.type][0])
        content += text(schema.topic) + text("cdr") + texts({})
        self._channels.append(record(Opcode.CHANNEL, content))
        self._put(self._channels[-1])
        return number

    def add_metadata(self, name: str, values: Mapping[str, str]) -> None:
        """Texts about the whole file."""
        data = record(Opcode.METADATA, text(name) + texts(values))
        index = struct.pack("<QQ", self._at, len(data)) + text(name)
        self._indexes.append(record(Opcode.METADATA_INDEX, index))
        self._metadata += 1
        self._put(data)

    def attach(self, name: str, media_type: str, data: bytes) -> None:
        """A whole file within this one."""
        content = struct.pack("<QQ", 0, 0) + text(name) + text(media_type)
        content += struct.pack("<Q", len(data)) + data
        whole = record(Opcode.ATTACHMENT, content + struct.pack("<I", zlib.crc32(content)))
        index = struct.pack("<QQQQQ", self._at, len(whole), 0, 0, len(data))
        index += text(name) + text(media_type)
        self._indexes.append(record(Opcode.ATTACHMENT_INDEX, index))
        self._attachments += 1
        self._put(whole)

    def add_chunk(self, messages: Sequence[Stamped]) -> None:
        """Write messages, in the order of their times."""
        if not messages:
            return
        parts, places = [], defaultdict[int, list[tuple[int, int]]](list)
        at = 0
        for channel, t_ns, data in messages:
            number = self._counts[channel]
            self._counts[channel] = number + 1
            parts += (
                FRAME.pack(Opcode.MESSAGE, len(data) + 22, channel, number, t_ns, t_ns),
                data,
            )
            places[channel].append((t_ns, at))
            at += FRAME.size + len(data)
        first, last = messages[0].t_ns, messages[-1].t_ns
        began = first if self._span is None else self._span[0]
        self._span = began, last
        self._write_chunk(b"".join(parts), places, first, last)

    def close(self) -> None:
        """Write the index; the file itself is the caller's."""
        self._put(record(Opcode.DATA_END, struct.pack("<I", 0)))
        start = self._at
        groups = [
            (Opcode.SCHEMA, [data for _, data in self._schemas.values()]),
            (Opcode.CHANNEL, self._channels),
            (Opcode.STATISTICS, [self._statistics()]),
            (Opcode.CHUNK_INDEX, self._chunks),
            (Opcode.ATTACHMENT_INDEX, self._of_kind(Opcode.ATTACHMENT_INDEX)),
            (Opcode.METADATA_INDEX, self._of_kind(Opcode.METADATA_INDEX)),
        ]
        offsets = b""
        for opcode, records in groups:
            if records:
                begin = self._at
                self._put(b"".join(records))
                entry = struct.pack("<BQQ", opcode, begin, self._at - begin)
                offsets += record(Opcode.SUMMARY_OFFSET, entry)
        footer = struct.pack("<QQI", start, self._at, 0)
        self._put(offsets + record(Opcode.FOOTER, footer) + MAGIC)

    def _write_chunk(
        self, body: bytes, places: Mapping[int, Sequence[tuple[int, int]]], first: int, last: int
    ) -> None:
        packed = self._compressor.compress(body)
        head = struct.pack("<QQQI", first, last, len(body), zlib.crc32(body)) + text("zstd")
        chunk = record(Opcode.CHUNK, head + struct.pack("<Q", len(packed)) + packed)
        offset, after, offsets, indexes = self._at, self._at + len(chunk), b"", b""
        for channel, entries in places.items():
            offsets += struct.pack("<HQ", channel, after + len(indexes))
            pairs = b"".join(struct.pack("<QQ", *entry) for entry in entries)
            content = struct.pack("<HI", channel, len(pairs)) + pairs
            indexes += record(Opcode.MESSAGE_INDEX, content)
        self._put(chunk + indexes)
        entry = struct.pack("<QQQQI", first, last, offset, len(chunk), len(offsets)) + offsets
        entry += struct.pack("<Q", len(indexes)) + text("zstd")
        entry += struct.pack("<QQ", len(packed), len(body))
        self._chunks.append(record(Opcode.CHUNK_INDEX, entry))

    def _statistics(self) -> bytes:
        counts = b"".join(struct.pack("<HQ", *pair) for pair in self._counts.items())
        content = struct.pack(
            "<QHIIIIQQI", self._counts.total(), len(self._schemas), len(self._channels),
            self._attachments, self._metadata, len(self._chunks), *(self._span or (0, 0)),
            len(counts),
        )  # fmt: skip
        return record(Opcode.STATISTICS, content + counts)

    def _of_kind(self, opcode: Opcode) -> list[bytes]:
        return [index for index in self._indexes if index[0] == opcode]

    def _put(self, data: bytes) -> None:
        self._file.write(data)
        self._at += len(data)
