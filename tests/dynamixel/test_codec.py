"""Both codecs: what is encoded is decoded, however it comes and whatever lies between."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz_decoders import fuzz
from olympian.dynamixel import PROTOCOL_1, PROTOCOL_2, Codec, Instruction, Packet, Status, codec
from olympian.errors import OlympianError

CODECS = pytest.mark.parametrize("protocol", [PROTOCOL_1, PROTOCOL_2], ids=["protocol 1", "2"])
BYTES = st.one_of(
    st.binary(max_size=40),
    st.lists(st.sampled_from([0xFF, 0xFD, 0x00, 0xFE, 0x05]), max_size=40).map(bytes),
)
"""The second kind is full of headers and of what has to be stuffed."""
PACKETS = st.builds(Packet, st.integers(0, 0xFE), st.integers(0, 0xFF), BYTES)
STATUSES = st.builds(Status, st.integers(0, 0xFC), st.integers(0, 0x7F), BYTES)
LONGEST = {1: 259, 2: 1031}
"""Bytes of the largest packet, which is all that a decoder may keep."""


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    """The same bytes as a serial line may deliver them."""
    places = sorted({cut % (len(data) + 1) for cut in cuts})
    return [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]


def hexadecimal(data: bytes) -> str:
    return data.hex(" ").upper()


def test_known_packets_of_protocol_1() -> None:
    read = PROTOCOL_1.encode(Packet(1, Instruction.READ, bytes((43, 1))))
    assert hexadecimal(read) == "FF FF 01 04 02 2B 01 CC"
    goals = bytes.fromhex("1E 04 00 10 00 50 01 01 20 02 60 03")
    write = PROTOCOL_1.encode(Packet(0xFE, Instruction.SYNC_WRITE, goals))
    assert hexadecimal(write) == "FF FF FE 0E 83 1E 04 00 10 00 50 01 01 20 02 60 03 67"


def test_known_packets_of_protocol_2() -> None:
    """The examples of the official manual."""
    ping = PROTOCOL_2.encode(Packet(1, Instruction.PING))
    assert hexadecimal(ping) == "FF FF FD 00 01 03 00 01 19 4E"
    answer = PROTOCOL_2.encode_status(Status(1, 0, bytes.fromhex("06 04 26")))
    assert hexadecimal(answer) == "FF FF FD 00 01 07 00 55 00 06 04 26 65 5D"


def test_stuffing_hides_a_header_inside() -> None:
    packet = Packet(1, Instruction.WRITE, bytes.fromhex("1E 00 FF FF FD 00"))
    encoded = PROTOCOL_2.encode(packet)
    assert hexadecimal(encoded[:-2]) == "FF FF FD 00 01 0A 00 03 1E 00 FF FF FD FD 00"
    assert PROTOCOL_2.packets().feed(encoded) == [packet]


@CODECS
@given(packets=st.lists(PACKETS, max_size=5), cuts=st.lists(st.integers(0), max_size=6))
def test_packets_come_back_in_any_pieces(
    protocol: Codec, packets: list[Packet], cuts: list[int]
) -> None:
    decoder = protocol.packets()
    stream = b"".join(map(protocol.encode, packets))
    found = [packet for piece in pieces(stream, cuts) for packet in decoder.feed(piece)]
    assert found == packets
    assert (decoder.garbage, decoder.broken) == (0, 0)


@CODECS
@given(statuses=st.lists(STATUSES, max_size=5), cuts=st.lists(st.integers(0), max_size=6))
def test_statuses_come_back_in_any_pieces(
    protocol: Codec, statuses: list[Status], cuts: list[int]
) -> None:
    decoder = protocol.statuses()
    stream = b"".join(map(protocol.encode_status, statuses))
    assert [s for piece in pieces(stream, cuts) for s in decoder.feed(piece)] == statuses


@CODECS
@given(noise=BYTES, status=STATUSES, cuts=st.lists(st.integers(0), max_size=6))
def test_noise_costs_no_packet(
    protocol: Codec, noise: bytes, status: Status, cuts: list[int]
) -> None:
    """Whatever came before, the answer is found at the latest when nothing follows it."""
    decoder, encoded = protocol.statuses(), protocol.encode_status(status)
    found = [s for piece in pieces(noise + encoded, cuts) for s in decoder.feed(piece)]
    found += decoder.finish()
    assert status in found or is_eaten(protocol, noise, encoded)


def is_eaten(protocol: Codec, noise: bytes, encoded: bytes) -> bool:
    """Noise and the begin of a packet may happen to be a packet with a right checksum."""
    whole = protocol.packets()
    return bool(whole.feed((noise + encoded)[:-1]))


@CODECS
@given(packet=PACKETS, flip=st.integers(0), bit=st.integers(0, 7))
def test_one_wrong_bit_is_noticed(protocol: Codec, packet: Packet, flip: int, bit: int) -> None:
    encoded = bytearray(protocol.encode(packet))
    encoded[flip % len(encoded)] ^= 1 << bit
    decoder = protocol.packets()
    assert packet not in decoder.feed(bytes(encoded)) + decoder.finish()


@CODECS
@given(status=STATUSES, flip=st.integers(0), bit=st.integers(0, 7))
def test_quick_readers_read_what_decoders_read(
    protocol: Codec, status: Status, flip: int, bit: int
) -> None:
    """Of an answer alone, and of three in a chain; a wrong bit anywhere and they read nothing."""
    size, encoded = len(status.parameters), protocol.encode_status(status)
    whole = len(encoded) == size + (6 if protocol.number == 1 else 11)  # or it had to be stuffed
    assert protocol.reader(status.id, size)(encoded) == (status if whole else None)
    chain = protocol.chain_reader((status.id,) * 3, size)
    assert chain(encoded * 3) == ([status] * 3 if whole else [])
    assert chain(encoded * 2) == []
    spoilt = bytearray(encoded * 3)
    spoilt[flip % len(spoilt)] ^= 1 << bit
    assert chain(bytes(spoilt)) == []
    assert protocol.reader(status.id, size)(bytes(spoilt[: len(encoded)])) in (status, None)


@CODECS
@settings(max_examples=30)
@given(data=st.lists(BYTES, min_size=1, max_size=60))
def test_memory_is_bounded(protocol: Codec, data: list[bytes]) -> None:
    decoder = protocol.statuses()
    for _ in range(20):
        for piece in data:
            decoder.feed(piece)
            assert decoder.kept < LONGEST[protocol.number]


@CODECS
def test_a_short_fuzz_finds_nothing(protocol: Codec) -> None:
    """`python tools/fuzz_decoders.py` does the same for a million inputs each."""
    report = fuzz(protocol, 3000, seed=1)
    assert report.inputs == 3000
    assert report.found > 0
    assert report.broken > 0


@CODECS
def test_every_byte_is_counted_once(protocol: Codec) -> None:
    status = protocol.encode_status(Status(7, 0, b"\x01\x02"))
    broken = status[:-1] + bytes((status[-1] ^ 1,))
    decoder = protocol.statuses()
    decoder.feed(b"\x12" + broken + status + b"\xff\x00" + status)
    decoder.finish()
    assert decoder.broken == 1
    assert decoder.garbage == 1 + len(broken) + 2


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(OlympianError, match="254 parameters do not fit a packet of protocol 1"):
        PROTOCOL_1.encode(Packet(1, Instruction.WRITE, bytes(254)))
    with pytest.raises(OlympianError, match="do not fit a packet of protocol 2"):
        PROTOCOL_2.encode(Packet(1, Instruction.WRITE, bytes(1022)))


def test_unknown_protocols_are_named() -> None:
    assert codec(2) is PROTOCOL_2
    with pytest.raises(OlympianError, match="no Dynamixel protocol 3; choose 1 or 2"):
        codec(3)
