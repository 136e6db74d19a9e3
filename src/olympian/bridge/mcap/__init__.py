"""MCAP files: written so that a crash costs a second, read as far as they go."""

from olympian.bridge.mcap.reader import McapReader, StoredMessage
from olympian.bridge.mcap.records import TopicSchema
from olympian.bridge.mcap.writer import McapWriter, Stamped

__all__ = ["McapReader", "McapWriter", "Stamped", "StoredMessage", "TopicSchema"]
