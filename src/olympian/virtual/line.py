"""A half-duplex line: who talks when, how long it takes, and what happens when two talk at once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import inf

import numpy as np

from olympian.errors import OlympianError
from olympian.virtual.adapter import Adapter
from olympian.virtual.devices import Device
from olympian.virtual.ear import BusTurn, Ear, Talk
from olympian.virtual.line_faults import LineFaults, Noisy

__all__ = ["VirtualLine"]

BITS = 10
"""Of a byte on the line, with its start and its stop."""
BAUD_TOLERANCE = 0.03


@dataclass(order=True)
class _Spoken:
    """Bytes under way."""

    end: float
    order: int
    start: float = field(compare=False)
    byte_time: float = field(compare=False)
    data: bytearray = field(compare=False)
    baud: int = field(compare=False)
    talk: Talk | None = field(compare=False)
    """Whose turn comes after it; None: the host spoke."""


class VirtualLine:
    """One bus: a host with its adapter, and devices. Its clock is whatever it is told."""

    def __init__(
        self,
        name: str,
        devices: Sequence[Device],
        latency: float = 0.001,
        faults: LineFaults | None = None,
        seed: int = 0,
    ) -> None:
        """Args: latency: of the adapter, s."""
        self.name, self.devices = name, tuple(devices)
        self.faults = faults or LineFaults()
        self.adapter = Adapter(latency)
        self.collisions = 0
        """Transmissions so far that another one spoiled."""
        self.noise = Noisy(self.faults, np.random.default_rng(seed))
        self.host_baud = 0
        """At which the host listens: as it spoke last."""
        self._free = 0.0
        self._spoken: list[_Spoken] = []
        self._turns: list[tuple[float, int, BusTurn, Talk, int]] = []
        self._order = count()
        ids = {device.id for device in devices}
        self._deaths = sorted((t, id) for id, t in self.faults.deaths.items() if id in ids)
        self._ears: list[Ear] = []
        self._settings = -1
        self._alarmed = [device.firmware for device in devices if device.firmware.has_alarm]
        self._alarm = inf
        for own in ids & set(self.faults.twins):
            self.device(own).memory["id"] = self.faults.twins[own]

    def device(self, id: int) -> Device:
        """The (first) device with this id."""
        for device in self.devices:
            if device.id == id:
                return device
        ids = ", ".join(str(device.id) for device in self.devices)
        raise OlympianError(f"bus '{self.name}' has no device {id}; it has {ids}")

    @property
    def next_event(self) -> float:
        """When something happens next, if the host says no more."""
        ends = self._spoken[0].end if self._spoken else inf
        starts = self._turns[0][0] if self._turns else inf
        dies = self._deaths[0][0] if self._deaths else inf
        return min(ends, starts, dies, self._alarm, self.adapter.due)

    def send(self, data: bytes, t: float, baud: int) -> None:
        """The host writes; its bytes follow each other without a gap."""
        self.host_baud = baud
        for piece in self._cut(data):
            start = max(t, self._free)
            self._free = self._speak(piece, start, baud, None).end

    def run(self, t: float) -> None:
        """Let all happen that happens until `t`."""
        while (now := self.next_event) <= t:
            if self._deaths and self._deaths[0][0] == now:
                self.device(self._deaths.pop(0)[1]).die()
            elif self._spoken and self._spoken[0].end == now:
                self._finish(heappop(self._spoken))
            elif self._turns and self._turns[0][0] == now:
                self._take_turn(*heappop(self._turns))
            elif self.adapter.due == now:
                self.adapter.run(now)
            else:
                for firmware in self._alarmed:
                    if firmware.alarm == now:
                        firmware.ring(now)
                self._set_alarm()

    def _take_turn(self, t: float, _order: int, turn: BusTurn, talk: Talk, baud: int) -> None:
        if data := turn.say(t):
            self._speak(data, t, baud, talk)
        self._set_alarm()

    def _speak(self, data: bytes, start: float, baud: int, talk: Talk | None) -> _Spoken:
        """Put bytes on the line, whether or not it is free: no device looks first."""
        byte_time = BITS / baud
        end = start + len(data) * byte_time
        spoken = _Spoken(end, next(self._order), start, byte_time, bytearray(data), baud, talk)
        for other in self._spoken:
            if other.start < end and start < other.end:
                self.collisions += 1
                _spoil(spoken, other)
        heappush(self._spoken, spoken)
        return spoken

    def _finish(self, spoken: _Spoken) -> None:
        """The last byte is out: who listened has heard it."""
        data = bytes(spoken.data)
        if spoken.talk is None:
            self._heard_by_devices(self.noise.pass_on(data), spoken)
            if self.faults.echo:
                self._heard_by_host(data, spoken)
            return
        self._heard_by_host(self.noise.pass_on(data), spoken)
        self._next_turn(spoken.talk, spoken.end, spoken.baud)

    def _heard_by_host(self, data: bytes, spoken: _Spoken) -> None:
        if not data or not self.faults.plugged(spoken.end):
            return
        if not _alike(spoken.baud, self.host_baud):
            data = self.noise.garble(data)
        self.adapter.arrive(data, spoken.start + spoken.byte_time, spoken.end)

    def _heard_by_devices(self, data: bytes, spoken: _Spoken) -> None:
        if not data:
            return
        for ear in self._listening():
            if _alike(ear.baud, spoken.baud):
                for talk in ear.hear(data, spoken.end):
                    self._next_turn(talk, spoken.end, ear.baud)
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Alarms change only when devices hear something, speak, or were rung."""
        self._alarm = min((firmware.alarm for firmware in self._alarmed), default=inf)

    def _next_turn(self, talk: Talk, t: float, baud: int) -> None:
        if turn := next(talk, None):
            heappush(self._turns, (t + turn.delay, next(self._order), turn, talk, baud))

    def _listening(self) -> list[Ear]:
        """The ears of all devices, grouped anew when one has another id, rate or protocol."""
        settings = sum(device.memory.eeprom_writes for device in self.devices)
        if settings != self._settings:
            self._settings = settings
            groups: dict[tuple[int, int], list[Device]] = {}
            for device in self.devices:
                groups.setdefault((device.baud, device.protocol), []).append(device)
            self._ears = [Ear(*alike, members) for alike, members in groups.items() if alike[0]]
        return self._ears

    def _cut(self, data: bytes) -> list[bytes]:
        """What the host says, cut where packets begin: a device acts when its own has ended."""
        ears = self._listening()
        return ears[0].pieces(data) if ears else [data]


def _alike(rate: int, other: int) -> bool:
    return abs(rate - other) <= BAUD_TOLERANCE * rate


def _spoil(one: _Spoken, other: _Spoken) -> None:
    """Where two talk at once, a zero wins; two that say the same at once are not noticed."""
    before, after = (one, other) if one.start <= other.start else (other, one)
    offset = round((after.start - before.start) / before.byte_time)
    for place in range(min(len(after.data), len(before.data) - offset)):
        both = before.data[offset + place] & after.data[place]
        before.data[offset + place] = after.data[place] = both
