"""Two networks: that of this machine, and one inside the program that is as bad as one likes."""

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.team import EVERYBODY, Ether, EtherConditions, UdpDatagrams


def heard(one) -> list[bytes]:
    got = []
    while (packet := one.receive()) is not None:
        got.append(packet[0])
    return got


def test_a_socket_listens_on_this_machine_only_and_says_where() -> None:
    one = UdpDatagrams()
    assert one.address[0] == "127.0.0.1"
    assert one.receive() is None
    assert not one.send(b"x", ("127.0.0.1", 99_999))
    with pytest.raises(OlympianError, match=r"cannot listen on 203.0.113.1:0: "):
        UdpDatagrams("203.0.113.1")
    with pytest.raises(OlympianError, match=r"cannot listen on 127.0.0.1:70000: "):
        UdpDatagrams(port=70_000)
    one.close()
    one.close()


def test_everybody_but_the_sender_hears_a_broadcast() -> None:
    ether = Ether()
    a, b, c, other = (
        ether.open(host, port) for host, port in zip("abcd", (1, 1, 1, 2), strict=True)
    )
    a.send(b"all", (EVERYBODY, 1))
    a.send(b"only c", ("c", 1))
    assert [heard(one) for one in (a, b, c, other)] == [[], [b"all"], [b"all", b"only c"], []]
    b.close()
    assert not b.send(b"x", (EVERYBODY, 1))
    a.send(b"again", (EVERYBODY, 1))
    assert [heard(one) for one in (b, c)] == [[], [b"again"]]


def test_packets_are_lost_late_and_repeated_as_often_as_it_says_and_a_seed_is_a_run() -> None:
    def run(seed: int) -> list[bytes]:
        ether = Ether(seed, EtherConditions(loss=0.3, delay=(0.1, 0.5), repeated=0.2))
        a, b = ether.open("a", 1), ether.open("b", 1)
        for number in range(2000):
            a.send(number.to_bytes(2, "big"), ("b", 1))
        ether.step(0.09)
        assert heard(b) == []
        ether.step(0.3)
        half = heard(b)
        assert len(half) == pytest.approx(0.7 * 1.2 * 2000 / 2, rel=0.1)
        ether.step(0.5)
        all_ = half + heard(b)
        assert all_ != sorted(all_), "they overtake each other"
        return all_

    first = run(1)
    assert len(first) == pytest.approx(0.7 * 1.2 * 2000, rel=0.05)
    assert len(first) - len(set(first)) == pytest.approx(0.7**2 * 0.2 * 2000, rel=0.2)
    assert run(1) == first
    assert run(2) != first
    assert np.unique(first).size > 1000
