"""One controller is believed: not its past, not its imitators, not those of other games."""

import numpy as np
import pytest

from drills.football.game_bytes import SIZES, golden
from olympian.team import GameGate, GameRefusal

THERE, ELSEWHERE = ("192.168.0.2", 4000), ("192.168.0.66", 4000)


class Listener:
    """A gate to which packets come twice a second."""

    def __init__(self, version: int = 20) -> None:
        self.gate = GameGate(5)
        self.version, self.t = version, 100.0

    def hear(self, number: int, source=THERE, wait: float = 0.5, **what) -> bool:
        self.t += wait
        data = bytes(golden(self.version, number=number % 256, **what))
        return self.gate.step(data, source, self.t) is not None

    @property
    def dropped(self) -> dict[str, int]:
        return {str(why): count for why, count in self.gate.dropped.items()}


@pytest.mark.parametrize("version", SIZES)
def test_a_whole_game_is_heard_over_the_wrap_at_256(version: int) -> None:
    one = Listener(version)
    assert all(one.hear(number) for number in range(200, 1200))
    assert one.gate.accepted == 1000
    assert one.gate.controller == THERE
    assert one.dropped == {}


def test_lost_packets_do_not_matter() -> None:
    one, rng = Listener(), np.random.default_rng(1)
    heard = [one.hear(number) for number in range(2000) if rng.random() < 0.5]
    assert all(heard)


def test_a_packet_that_comes_twice_or_late_is_dropped() -> None:
    one = Listener()
    assert one.hear(10)
    assert not one.hear(10, wait=0.01)
    assert one.gate.why == "replayed: number 10 after 10"
    assert one.hear(13)
    assert not one.hear(12, wait=0.01)
    assert one.hear(14)
    assert one.dropped == {"replayed": 2}


def test_a_recording_that_is_played_beside_the_controller_is_dropped() -> None:
    one = Listener()
    for number in range(150):
        assert one.hear(number + 80, wait=0.25)
        assert not one.hear(number, wait=0.25)
    assert one.dropped == {"replayed": 150}


def test_a_recording_with_new_numbers_shows_by_its_clock() -> None:
    one = Listener()
    for number in range(0, 100, 2):
        assert one.hear(number, seconds=300 - number // 4, wait=0.25)
        assert not one.hear(number + 1, seconds=500, wait=0.25)
    assert one.gate.why == "replayed: 500 s are left, after 276 s"


def test_the_clock_may_be_put_back_between_two_kick_offs() -> None:
    one = Listener()
    assert one.hear(1, seconds=300)
    assert one.hear(2, seconds=300, state=2)
    assert one.hear(3, seconds=320, state=3)


def test_a_controller_that_was_started_again_is_believed_after_three_packets() -> None:
    one = Listener()
    assert one.hear(90)
    again = [one.hear(number, source=(THERE[0], 4711)) for number in range(1, 5)]
    assert again == [False, False, True, True]
    assert one.gate.controller == (THERE[0], 4711)
    assert one.dropped == {"spoofed": 2}


def test_three_packets_at_once_are_no_controller() -> None:
    one = Listener()
    assert one.hear(90)
    assert not any(one.hear(number, wait=0.01) for number in range(1, 30))
    assert one.hear(91, wait=0.2)


def test_a_controller_on_another_machine_has_to_wait_until_the_old_one_is_silent() -> None:
    one = Listener()
    assert one.hear(90)
    heard = [one.hear(number, source=ELSEWHERE) for number in range(1, 20)]
    assert heard.index(True) == 10, "5 s and one packet"
    assert all(heard[10:])
    assert one.dropped == {"spoofed": 10}


def test_other_games_and_nonsense_are_dropped_and_counted() -> None:
    one = Listener()
    assert not one.hear(1, teams=(1, 2))
    assert one.gate.why == "foreign: a game of teams 1 and 2"
    assert one.gate.step(b"RGme", THERE, 0.0) is None
    assert one.gate.step(b"\xff" * 158, ELSEWHERE, 0.0) is None
    assert one.gate.dropped == {GameRefusal.FOREIGN: 1, GameRefusal.MALFORMED: 2}
    assert one.gate.controller is None, "nobody is believed for that"
    assert one.hear(2)
    assert one.gate.why == ""
