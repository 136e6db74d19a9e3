"""A file that is written beside the loop: whatever happens, all but the last second is in it."""

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from olympian.bridge.mcap import McapWriter, Stamped, TopicSchema
from olympian.bridge.ros import message_type
from olympian.bridge.tell import Outgoing, Topic
from olympian.errors import OlympianError

__all__ = ["RecordingFile"]

FLUSH = 0.4
"""Seconds of the wall clock from one chunk to the next: with the time to write it, below one."""
MOST_BYTES = 16 * 2**20
"""Of a chunk: a run that goes quicker than real time, or one with pictures, has more of them."""


class RecordingFile:
    """A listener. The loop appends to a list; a thread compresses and writes."""

    def __init__(
        self,
        path: Path,
        topics: Sequence[Topic],
        about: Mapping[str, str],
        attached: Mapping[str, str],
        library: str,
    ) -> None:
        """Args:
        about: the robot and its run, as texts.
        attached: files by name that a reader elsewhere may lack.

        Raises: OlympianError: the file cannot be written.
        """
        self.path = path
        self.failure = ""
        """Why nothing is written any more; empty while all is well."""
        try:
            self._file: BinaryIO = path.open("wb")
        except (OSError, ValueError) as error:
            raise self._error(error) from error
        self._writer = McapWriter(self._file, library)
        for name, text in attached.items():
            self._writer.attach(name, "text/plain", text.encode())
        self._writer.add_metadata("olympian", about)
        self._channels: dict[Topic, int] = {}
        for topic in topics:
            self._add(topic)
        self._file.flush()
        self._waiting: list[Stamped] = []
        self._bytes = 0
        self._lock, self._wake = threading.Lock(), threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name=f"writes {path.name}", daemon=True)
        self._thread.start()

    def hear(self, t_ns: int, messages: Sequence[Outgoing]) -> None:
        """Keep the messages of one tick until the thread comes for them."""
        if self.failure:
            return
        with self._lock:
            for topic, data in messages:
                self._waiting.append(Stamped(self._channels[topic], t_ns, data))
                self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            self._wake.set()

    def close(self) -> None:
        """Write what is left, and the index.

        Raises: OlympianError: not all of it could be written.
        """
        self.end()
        if self.failure:
            raise OlympianError(f"{self.path}: the recording is not whole: {self.failure}")

    def end(self) -> None:
        """The same, where nobody could be told."""
        if self._ended:
            return
        self._ended = True
        self._wake.set()
        self._thread.join()
        try:
            if not self.failure:
                self._write()
                self._writer.close()
            self._file.close()
        except OSError as error:
            self.failure = self.failure or str(error.strerror or error)

    def _run(self) -> None:
        while not self._ended:
            self._wake.wait(FLUSH)
            self._wake.clear()
            try:
                self._write()
            except OSError as error:
                self.failure = str(error.strerror or error)
                return

    def _write(self) -> None:
        with self._lock:
            waiting, self._waiting, self._bytes = self._waiting, [], 0
        self._writer.add_chunk(waiting)
        self._file.flush()

    def _add(self, topic: Topic) -> None:
        kind = message_type(topic.type)
        schema = TopicSchema(topic.name, topic.type, kind.definition)
        self._channels[topic] = self._writer.add_channel(schema)

    def _error(self, error: Exception) -> OlympianError:
        said = getattr(error, "strerror", None) or error
        return OlympianError(f"{self.path}: cannot be written: {said}")
