"""The USB adapter: it keeps what comes from the line for a while, and hands it on in chunks."""

from math import inf

__all__ = ["Adapter"]

CHUNK = 62
"""Bytes that fit one USB packet of the usual chips: with so many it waits no longer."""


class Adapter:
    """The host's side of a line.

    It hands on what it has once its latency is over, counted from the first byte that waits. A real
    chip's timer runs freely, so it waits half as long on average: this is its worst case.
    """

    def __init__(self, latency: float) -> None:
        """Args: latency: its latency timer, s: 16 ms unless somebody set 1 ms."""
        self.latency = latency
        self._waiting = bytearray()
        self._ready = bytearray()
        self._due = inf

    @property
    def due(self) -> float:
        """When it will hand on what waits."""
        return self._due

    def arrive(self, data: bytes, begun: float, ended: float) -> None:
        """Bytes have come over the line between two times."""
        if not self._waiting:
            self._due = max(begun + self.latency, ended)
        self._waiting += data
        if len(self._waiting) >= CHUNK:
            full = len(self._waiting) // CHUNK * CHUNK
            self._hand_on(full)
            self._due = ended + self.latency if self._waiting else inf

    def run(self, t: float) -> None:
        """Hand on what has waited until `t`."""
        if self._due <= t:
            self._hand_on(len(self._waiting))
            self._due = inf

    def take(self, at_most: int) -> bytes:
        """What the host reads now."""
        data = bytes(self._ready[:at_most])
        del self._ready[:at_most]
        return data

    def clear(self) -> None:
        """Forget everything: it was unplugged, or the host wants none of it."""
        self._waiting.clear()
        self._ready.clear()
        self._due = inf

    def _hand_on(self, count: int) -> None:
        self._ready += self._waiting[:count]
        del self._waiting[:count]
