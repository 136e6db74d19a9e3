"""One packet with the answers of many servos."""

from hypothesis import given
from hypothesis import strategies as st

from olympian.dynamixel import FastReply, Status, fast_blocks

STATUSES = st.lists(
    st.builds(Status, st.integers(0, 0xFC), st.integers(0, 0xFF), st.binary(max_size=6)),
    min_size=1,
    max_size=6,
    unique_by=lambda status: status.id,
)


def sizes(statuses: list[Status]) -> dict[int, int]:
    return {status.id: len(status.parameters) for status in statuses}


def test_a_known_packet() -> None:
    """The example of the official manual: ids 3, 7 and 4 answer four bytes each."""
    values = {3: "A6 00 00 00", 7: "1F 08 00 00", 4: "FF 03 00 00"}
    blocks = fast_blocks([Status(id, 0, bytes.fromhex(text)) for id, text in values.items()])
    assert b"".join(blocks).hex(" ").upper() == (
        "FF FF FD 00 FE 19 00 55 00 03 A6 00 00 00 84 08 "
        "00 07 1F 08 00 00 16 CA 00 04 FF 03 00 00 D1 9E"
    )


@given(statuses=STATUSES, noise=st.binary(max_size=9), step=st.integers(1, 30))
def test_answers_come_back_in_any_pieces(statuses: list[Status], noise: bytes, step: int) -> None:
    reply = FastReply(sizes(statuses))
    stream = noise + b"".join(fast_blocks(statuses))
    found = [s for at in range(0, len(stream), step) for s in reply.feed(stream[at : at + step])]
    assert found == statuses


@given(statuses=STATUSES, broken=st.integers(0), bit=st.integers(0, 7))
def test_blocks_before_a_wrong_bit_are_trusted_and_none_behind(
    statuses: list[Status], broken: int, bit: int
) -> None:
    blocks = fast_blocks(statuses)
    which = broken % len(blocks)
    spoilt = bytearray(blocks[which])
    spoilt[-1 - broken % (len(statuses[which].parameters) + 4)] ^= 1 << bit
    blocks[which] = bytes(spoilt)
    reply = FastReply(sizes(statuses))
    assert reply.feed(b"".join(blocks)) == statuses[:which]
    assert reply.broken == 1


def test_who_speaks_before_a_silent_servo_is_heard() -> None:
    statuses = [Status(id, 0, b"\x01\x02") for id in (1, 2, 3)]
    reply = FastReply(sizes(statuses))
    assert reply.feed(b"".join(fast_blocks(statuses)[:2])) == statuses[:2]
    assert reply.finish() == []
