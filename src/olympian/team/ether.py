"""A network inside one program, for simulated matches: it loses, delays and repeats packets."""

import heapq
from collections import deque
from dataclasses import dataclass
from itertools import count

import numpy as np

from olympian.team.datagrams import Address

__all__ = ["EVERYBODY", "Ether", "EtherConditions", "EtherDatagrams"]

EVERYBODY = "*"
"""A host that is everybody but the sender: broadcast."""


@dataclass(frozen=True, slots=True)
class EtherConditions:
    """How bad a network is."""

    loss: float = 0.0
    """Share of packets that get lost, each receiver by itself."""
    delay: tuple[float, float] = (0.0, 0.0)
    """Least and most seconds on the way; where they differ, packets overtake each other."""
    repeated: float = 0.0
    """Share of packets that come twice."""


class Ether:
    """Whoever opens it hears the others. Time passes by `step` only, so a seed is a run."""

    def __init__(self, seed: int = 0, conditions: EtherConditions | None = None) -> None:
        self._rng = np.random.default_rng(seed)
        self.conditions = conditions or EtherConditions()
        self.t = 0.0
        """Seconds."""
        self.sent = self.lost = 0
        """Packets that were sent, and copies of them that got lost."""
        self._members: list[EtherDatagrams] = []
        self._ports = count(50_000)
        self._order = count()
        self._under_way: list[tuple[float, int, EtherDatagrams, bytes, Address]] = []

    def open(self, host: str, port: int = 0) -> "EtherDatagrams":
        """A socket of somebody.

        Args:
            host: whose it is, by any name: robots are hosts of their own.
            port: 0 chooses one.
        """
        member = EtherDatagrams(self, (host, port or next(self._ports)))
        self._members.append(member)
        return member

    def step(self, t: float) -> None:
        """It is so late now: what has arrived can be received."""
        self.t = t
        while self._under_way and self._under_way[0][0] <= t:
            _, _, to, data, source = heapq.heappop(self._under_way)
            to.waiting.append((data, source))

    def _carry(self, data: bytes, to: Address, sender: "EtherDatagrams") -> None:
        self.sent += 1
        host, port = to
        for one in self._members:
            there = one.address
            if one is sender or there[1] != port or host not in (EVERYBODY, there[0]):
                continue
            for _ in range(2 if self._happens(self.conditions.repeated) else 1):
                self._deliver(data, one, sender)

    def _deliver(self, data: bytes, to: "EtherDatagrams", sender: "EtherDatagrams") -> None:
        if self._happens(self.conditions.loss):
            self.lost += 1
            return
        least, most = self.conditions.delay
        due = self.t + (least if most <= least else float(self._rng.uniform(least, most)))
        if due <= self.t:
            to.waiting.append((data, sender.address))
        else:
            heapq.heappush(self._under_way, (due, next(self._order), to, data, sender.address))

    def _happens(self, share: float) -> bool:
        return share > 0.0 and float(self._rng.random()) < share


class EtherDatagrams:
    """A socket in the ether: the same interface as one on a network."""

    def __init__(self, ether: Ether, address: Address) -> None:
        self._ether = ether
        self.address = address
        self.waiting: deque[tuple[bytes, Address]] = deque()
        """What has arrived and was not received yet."""

    def receive(self) -> tuple[bytes, Address] | None:
        """The next datagram and who sent it; None: there is none now."""
        return self.waiting.popleft() if self.waiting else None

    def send(self, data: bytes, to: Address) -> bool:
        """Send one; the host `EVERYBODY` is all who listen on that port."""
        if self not in self._ether._members:
            return False
        self._ether._carry(data, to, self)
        return True

    def close(self) -> None:
        """Neither hear nor say anything any more."""
        if self in self._ether._members:
            self._ether._members.remove(self)
        self.waiting.clear()
