"""What an MCAP file holds; it need not be ours."""

from collections import Counter
from pathlib import Path

import msgspec

from olympian.bridge import McapReader
from olympian.bridge.ros import unpack
from olympian.bridge.tell import LOG, STATE, situation_of


class TopicCount(msgspec.Struct, frozen=True):
    """Messages of one topic."""

    topic: str
    type: str
    messages: int
    hz: float | None
    """On average; None for a topic with a single message."""


class RecordingOverview(msgspec.Struct, frozen=True):
    """A whole file."""

    file: str
    about: dict[str, str]
    """What is written about the run; empty in files of others."""
    seconds: float
    messages: int
    bytes: int
    truncated: bool
    """Did the program that wrote it die?"""
    topics: list[TopicCount]
    states: list[str]
    """What the robot was about, each with its time."""
    log: list[str]
    """What it wrote into its log."""


def overview(path: Path) -> RecordingOverview:
    """Raises: OlympianError: it is no MCAP file, or damaged."""
    reader = McapReader(path)
    counts: Counter[str] = Counter()
    first, last = 0, 0
    states: list[str] = []
    log: list[str] = []
    for message in reader.messages():
        first = message.t_ns if not counts else min(first, message.t_ns)
        last = max(last, message.t_ns)
        counts[message.topic] += 1
        if message.topic == STATE.name and _ours(reader):
            state, reason = situation_of(unpack(STATE.type, message.data))
            said = state.replace("_", " ") + (f": {reason}" if reason else "")
            states.append(f"{(message.t_ns - first) / 1e9:8.2f} s  {said}")
        elif message.topic == LOG.name and _ours(reader):
            log.append(unpack(LOG.type, message.data)["msg"])
    seconds = (last - first) / 1e9
    types = {schema.topic: schema.type for schema in reader.channels.values()}
    rows = [
        TopicCount(
            topic,
            types[topic],
            count,
            round((count - 1) / seconds, 1) if count > 1 and seconds else None,
        )
        for topic, count in sorted(counts.items())
    ]
    about = dict(reader.metadata.get("olympian", {}))
    size = path.stat().st_size
    return RecordingOverview(
        str(path),
        about,
        round(seconds, 3),
        counts.total(),
        size,
        reader.truncated,
        rows,
        states,
        log,
    )


def _ours(reader: McapReader) -> bool:
    return "olympian" in reader.metadata
