"""Random bytes and random packets into virtual devices: `python tools/fuzz_devices.py 1000000`.

Nothing may raise, no register may hold what it does not take, and no decoder may grow.
"""

import sys
from collections import Counter
from random import Random
from time import perf_counter

from olympian.dynamixel import BROADCAST, Instruction, Packet, codec
from olympian.virtual import Device, VirtualRobot, VirtualServos
from olympian.virtual.ear import Ear

__all__ = ["DeviceFuzz"]

MODELS = ("ax-12a", "mx-64", "mx-28-2.0", "xm430-w350", "xl430-w250")
CHECK = 100
"""Inputs between looks at all registers."""
BOARD = 100
"""Id of the IO board."""
LONGEST = 1100
"""Bytes that a decoder may keep: one packet of the longest kind."""


class DeviceFuzz:
    """Devices of all kinds that hear anything; the same seed is the same noise."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._bench = VirtualServos(dict(enumerate(MODELS, 1)), seed=seed)
        board = VirtualRobot("bioloid", seed=seed).lines["bus"].device(BOARD)
        self.devices = [*self._bench.lines["bus"].devices, board]
        self._ids = [device.id for device in self.devices]
        self.counts: Counter[str] = Counter()
        """Inputs of each kind, and answers."""
        self._t = 0.0
        self._listen()

    def run(self, inputs: int) -> None:
        """So many pieces of noise. AssertionError: something is wrong."""
        kinds = (self._noise, self._packet, self._plausible, self._damaged)
        for number in range(1, inputs + 1):
            kind = self._random.choice(kinds)
            self.counts[kind.__name__.strip("_")] += 1
            self._hear(kind())
            if number % CHECK == 0:
                self._check()
                self._listen()

    def _hear(self, data: bytes) -> None:
        self._t += 1e-3
        for ear in self._ears:
            for talk in ear.hear(data, self._t):
                self.counts["answers"] += sum(bool(turn.say(self._t)) for turn in talk)

    def _check(self) -> None:
        """Let physics look at what was written, then look at every register."""
        self._bench.advance(self._bench.t + 0.002)
        for device in self.devices:
            for register in device.memory.table:
                value = device.memory[register.name]
                fine = register.access == "r" or register.low <= value <= register.high
                assert fine, (device.memory.table.model, register, value)
        for ear in self._ears:
            assert len(ear._decoder._rest) <= LONGEST

    def _listen(self) -> None:
        """Bring back devices that were told to be somebody else, so that noise finds them."""
        groups: dict[int, list[Device]] = {1: [], 2: []}
        for id, device in zip(self._ids, self.devices, strict=True):
            device.deaf_until, device.memory["id"] = 0.0, id
            device.memory["status_return_level"] = 2
            groups[device.protocol].append(device)
        self._ears = [Ear(1_000_000, number, group) for number, group in groups.items()]

    def _noise(self) -> bytes:
        return self._random.randbytes(self._random.randint(1, 40))

    def _packet(self) -> bytes:
        """A whole packet of anything."""
        chance = self._random
        size = chance.choice((0, 1, 2, 3, 4, 5, 6, 8, 16, 60))
        packet = Packet(self._id(), chance.randrange(256), chance.randbytes(size))
        return codec(chance.choice((1, 2))).encode(packet)

    def _plausible(self) -> bytes:
        """A packet with an instruction that exists, about a register that exists."""
        chance, word = self._random, self._random.choice((1, 2))
        register = chance.choice(list(chance.choice(self.devices).memory.table))
        place = (register.address % 256**word).to_bytes(word, "little")
        size = register.size.to_bytes(word, "little")
        value = register.pack(chance.choice((register.low, register.high, chance.getrandbits(32))))
        instruction = chance.choice(list(Instruction))
        many = {Instruction.SYNC_WRITE: place + size + bytes((self._id(),)) + value}
        many[Instruction.SYNC_READ] = place + size + bytes(self._ids)
        parameters = many.get(instruction, place + chance.choice((value, size)))
        return codec(word).encode(Packet(self._id(), instruction, parameters))

    def _damaged(self) -> bytes:
        """A good packet of which one byte is not."""
        data = bytearray(self._plausible())
        data[self._random.randrange(len(data))] = self._random.randrange(256)
        return bytes(data[: self._random.randint(1, len(data))])

    def _id(self) -> int:
        return self._random.choice((*self._ids, BROADCAST, self._random.randrange(253)))


def main() -> None:
    """As many inputs as the command line says, and how long they took."""
    inputs, seed = (int(word) for word in (*sys.argv[1:], "1000000", "0")[:2])
    fuzz, begun = DeviceFuzz(seed), perf_counter()
    fuzz.run(inputs)
    seconds = perf_counter() - begun
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(fuzz.counts.items()))
    print(f"{inputs} inputs in {seconds:.0f} s, nothing wrong: {told}")


if __name__ == "__main__":
    main()
