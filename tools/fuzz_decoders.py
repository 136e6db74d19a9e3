"""Fuzz the decoders of both protocols: `python tools/fuzz_decoders.py [--inputs 1000000]`.

An input is a piece of stream as it may come from a bad line: noise, headers with any length,
packets that are whole, cut, spoilt or glued to the next. Nothing may raise or take long, no more
than one packet's bytes may be kept, and a good packet that follows has to be found.
"""

import argparse
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter, thread_time
from typing import NamedTuple

from olympian.dynamixel import PROTOCOL_1, PROTOCOL_2, Codec, Decoder, Packet, Status
from olympian.errors import OlympianError

MOST_KEPT = {1: 259, 2: 1031}
"""Bytes of the longest packet."""
SPECIAL = b"\xff\xff\xff\xfd\x00\xfe\x02\x55"
CHECKED_EVERY = 100
"""Inputs between two good packets that have to be found."""


class FuzzReport(NamedTuple):
    """What came of so many inputs."""

    inputs: int
    bytes: int
    found: int
    broken: int
    most_kept: int
    slowest_ms: float
    """Of the processor's time for one input."""
    seconds: float


def inputs(rng: Random, encode: Callable[[Packet], bytes]) -> Iterator[bytes]:
    """Endless pieces of bad streams."""
    while True:
        kind = rng.randrange(5)
        if kind == 0:
            yield rng.randbytes(rng.randrange(40))
        elif kind == 1:
            yield bytes(rng.choices(SPECIAL, k=rng.randrange(40)))
        elif kind == 2:
            yield SPECIAL[rng.randrange(3) : 5] + rng.randbytes(rng.randrange(8))
        else:
            data = bytearray(encode(random_packet(rng)))
            if kind == 3:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            cut = rng.randrange(len(data) + 1) if rng.random() < 0.5 else len(data)
            yield bytes(data[:cut])


def random_packet(rng: Random) -> Packet:
    """Also a status: both are made of the same bytes in protocol 1."""
    parameters = bytes(rng.choices(SPECIAL, k=rng.randrange(12)))
    return Packet(rng.randrange(0xFD), rng.randrange(0x80), parameters)


def fuzz(codec: Codec, count: int, seed: int) -> FuzzReport:
    """Feed so many inputs to the decoders of both ends; raises where something is not right."""
    rng = Random(seed)
    decoders: tuple[Decoder, ...] = (codec.packets(), codec.statuses())
    total = found = most_kept = 0
    slowest, begin = 0.0, perf_counter()
    for number, data in zip(range(count), inputs(rng, codec.encode), strict=False):
        total += len(data)
        for decoder in decoders:
            start = thread_time()
            found += len(decoder.feed(data))
            slowest = max(slowest, thread_time() - start)
            most_kept = max(most_kept, decoder.kept)
        if number % CHECKED_EVERY == 0:
            check(codec, decoders)
    if most_kept > MOST_KEPT[codec.number]:
        raise OlympianError(f"a decoder of protocol {codec.number} kept {most_kept} bytes")
    broken = sum(decoder.broken for decoder in decoders)
    seconds = perf_counter() - begin
    return FuzzReport(count, total, found, broken, most_kept, slowest * 1e3, seconds)


def check(codec: Codec, decoders: tuple[Decoder, ...]) -> None:
    """Behind all that noise a good packet is found by both ends, once nothing more comes."""
    status = Status(7, 1, b"\x07\x08\x09")
    for decoder in decoders:
        decoder.finish()
        seen = decoder.feed(codec.encode_status(status))
        if len(seen) != 1 or seen[0].id != status.id:
            raise OlympianError(f"protocol {codec.number} lost a packet behind noise: {seen}")


def main() -> None:
    """Fuzz both protocols and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for codec in (PROTOCOL_1, PROTOCOL_2):
        report = fuzz(codec, options.inputs, options.seed)
        print(
            f"protocol {codec.number}: {report.inputs} inputs of {report.bytes} bytes to both ends "
            f"in {report.seconds:.0f} s, {report.found} packets found, {report.broken} broken, "
            f"at most {report.most_kept} bytes kept, slowest {report.slowest_ms:.2f} ms"
        )


if __name__ == "__main__":
    main()
