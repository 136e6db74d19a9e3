"""What can go wrong on a line, drawn from a seed: the same seed gives the same faults."""

from dataclasses import dataclass, field

import numpy as np

from olympian.errors import OlympianError, unknown

__all__ = ["LineFaults", "Noisy", "read_faults"]


@dataclass(frozen=True)
class LineFaults:
    """Faults of one line; none of them by default."""

    dropouts: float = 0.0
    """Share of packets that vanish, each way."""
    bit_errors: float = 0.0
    """Share of bytes in which one bit is turned over, each way."""
    echo: bool = False
    """Does the adapter hear what it says itself?"""
    twins: dict[int, int] = field(default_factory=dict)
    """Ids that a servo has taken although another has them: its own id → the other's."""
    deaths: dict[int, float] = field(default_factory=dict)
    """When which servo's electronics die, s."""
    unplugged: tuple[tuple[float, float], ...] = ()
    """From when to when the adapter's cable is out, s."""

    def __post_init__(self) -> None:
        for name in ("dropouts", "bit_errors"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise OlympianError(f"{name} is a share between 0 and 1, not {getattr(self, name)}")
        for start, end in self.unplugged:
            if not 0.0 <= start < end:
                raise OlympianError(f"a cable is out from a time to a later one, not {start}-{end}")

    def plugged(self, t: float) -> bool:
        """Is the adapter's cable in?"""
        return not any(start <= t < end for start, end in self.unplugged)


class Noisy:
    """What is left of packets after a line with faults."""

    def __init__(self, faults: LineFaults, rng: np.random.Generator) -> None:
        self._faults, self._rng = faults, rng
        self.dropped = self.damaged = 0
        """Packets so far."""

    def pass_on(self, data: bytes) -> bytes:
        """The bytes as they arrive; none if the packet is lost."""
        faults, rng = self._faults, self._rng
        if faults.dropouts and rng.random() < faults.dropouts:
            self.dropped += 1
            return b""
        if not faults.bit_errors:
            return data
        hit = np.flatnonzero(rng.random(len(data)) < faults.bit_errors)
        if not len(hit):
            return data
        self.damaged += 1
        changed = bytearray(data)
        for place in hit:
            changed[place] ^= 1 << int(rng.integers(8))
        return bytes(changed)

    def garble(self, data: bytes) -> bytes:
        """What is heard at another baud rate."""
        return self._rng.bytes(len(data))


def read_faults(text: str) -> LineFaults:
    """Faults as a user writes them: `dropouts=0.01,echo,death=5@10,twin=6@5,unplug=20-25`.

    Raises:
        OlympianError: there is no such fault, or its numbers are none.
    """
    found: dict = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.strip().partition("=")
        if name not in _READERS:
            raise unknown("fault", name, _READERS)
        try:
            _READERS[name](found, value)
        except (ValueError, IndexError) as error:
            raise OlympianError(f"fault '{part}' cannot be read; write {_FORMS[name]}") from error
    return LineFaults(**found)


def _share(name: str):
    def read(found: dict, value: str) -> None:
        found[name] = float(value)

    return read


def _echo(found: dict, value: str) -> None:
    if value:
        raise ValueError
    found["echo"] = True


def _twin(found: dict, value: str) -> None:
    own, other = value.split("@")
    found.setdefault("twins", {})[int(own)] = int(other)


def _death(found: dict, value: str) -> None:
    id, t = value.split("@")
    found.setdefault("deaths", {})[int(id)] = float(t)


def _unplug(found: dict, value: str) -> None:
    start, end = value.split("-")
    found["unplugged"] = (*found.get("unplugged", ()), (float(start), float(end)))


_READERS = {
    "dropouts": _share("dropouts"),
    "bit_errors": _share("bit_errors"),
    "echo": _echo,
    "twin": _twin,
    "death": _death,
    "unplug": _unplug,
}
_FORMS = {
    "dropouts": "dropouts=0.01",
    "bit_errors": "bit_errors=0.001",
    "echo": "echo",
    "twin": "twin=6@5 (servo 6 has taken the id 5)",
    "death": "death=5@10 (servo 5 at 10 s)",
    "unplug": "unplug=20-25 (seconds)",
}
