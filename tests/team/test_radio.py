"""The radio says what is new, hears what is real, and keeps to what it may send."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills.football.game_bytes import golden
from drills.football.team import world
from olympian.decision.team_world import SharedRobot, fuse
from olympian.decision.world_model import Allegiance
from olympian.errors import OlympianError
from olympian.geometry import Place
from olympian.team import (
    MESSAGE_BYTES,
    Echo,
    Ether,
    EtherConditions,
    MessageBudget,
    RadioRefusal,
    TeamIntention,
    TeamMessage,
    TeamRole,
    TeamStatus,
    decode_message,
    encode_message,
    ether_radio,
    parse_game_packet,
    see_game,
    udp_radio,
)

numbers, shorts = st.integers(1, 255), st.integers(0, 65_535)
statuses = st.builds(
    TeamStatus, numbers, st.sampled_from(TeamRole), st.sampled_from(TeamIntention),
    st.just(inf) | st.floats(0.0, 600.0), st.booleans(), st.booleans(), st.booleans(),
    st.integers(0, 255), st.integers(0, 255),
)  # fmt: skip
echoes = st.builds(Echo, st.integers(0, 255), st.floats(0.0, 4e6), st.floats(0.0, 60.0))
messages = st.builds(
    TeamMessage, numbers, statuses, st.floats(0.0, 4e6), shorts, shorts,
    st.lists(echoes, max_size=6).map(tuple),
)  # fmt: skip


@given(messages)
def test_what_is_told_arrives_as_it_was_said(message: TeamMessage) -> None:
    read = decode_message(encode_message(message))
    said, heard = message.status, read.status
    assert (read.team, read.number, read.start) == (message.team, message.number, message.start)
    assert read.clock == pytest.approx(message.clock, abs=1e-3)
    assert heard.ball_time == pytest.approx(said.ball_time, abs=0.006)
    assert replace(heard, ball_time=0.0).__dict__ == replace(said, ball_time=0.0).__dict__
    for one, other in zip(read.echoes, message.echoes, strict=True):
        assert one.player == other.player
        assert (one.clock, one.ago) == pytest.approx((other.clock, other.ago), abs=1e-3)


def full(player: int = 3) -> TeamMessage:
    """As much as one can tell."""
    robot = SharedRobot(1.0, 1.0, 0.2, Allegiance.OPPONENT, 0.5)
    all_ = replace(world(player, 1.0, Place(1.0, 2.0, 0.5), (0.5, 0.5)), robots=(robot,) * 7)
    return TeamMessage(7, TeamStatus(player, world=all_), 1.0, echoes=(Echo(1, 1.0, 0.1),) * 9)


def test_the_longest_message_is_short_enough_and_holds_a_world() -> None:
    data = encode_message(full())
    assert len(data) == 120 <= MESSAGE_BYTES == 128
    read = decode_message(data).status.world
    assert read is not None
    assert read.ball is not None
    assert (read.player, len(read.robots)) == (3, 7)
    assert (read.ball.x, read.ball.y) == pytest.approx((0.5, 0.5), abs=1e-3)


def test_nothing_but_an_error_comes_of_other_bytes() -> None:
    rng, good = np.random.default_rng(0), encode_message(full())
    for size in range(len(good)):
        with suppress(OlympianError):
            assert decode_message(good[:size]).status.player == 3
    for _ in range(5_000):
        bad = bytearray(good[: rng.integers(19, 121)])
        for at in rng.integers(3, len(bad), 3):
            bad[at] = rng.integers(256)
        with suppress(OlympianError):
            decode_message(bytes(bad))
    other = replace(full(), status=replace(full().status, world=world(4, 1.0, Place(), None)))
    for bad in (good + bytes(9), b"XX" + good[2:], encode_message(other)):
        with pytest.raises(OlympianError):
            decode_message(bad)
    for player, clock in ((0, 0.0), (256, 0.0), (1, inf)):
        with pytest.raises(OlympianError):
            encode_message(TeamMessage(7, TeamStatus(player), clock))


def ticks(ether: Ether, seconds: float) -> Iterator[float]:
    for _ in range(round(seconds / 0.05)):
        ether.step(ether.t + 0.05)
        yield ether.t


def test_mates_hear_each_other_and_know_how_late_it_is_there() -> None:
    ether = Ether(3, EtherConditions(loss=0.3, delay=(0.01, 0.2)))
    a, b = ether_radio(ether, 7, 1), ether_radio(ether, 7, 2)
    for t in ticks(ether, 20.0):
        a.step(t, TeamStatus(1, world=world(1, t, Place(), (1.0, 0.0))))
        b.step(t + 500.0, TeamStatus(2, world=world(2, t + 500.0, Place(1.0), (1.1, 0.0))))
    offset = a.offset(2)
    assert offset is not None
    assert offset.known
    assert offset.seconds == pytest.approx(-500.0, abs=0.06)
    assert offset.error(ether.t) < 0.11
    (mate,) = a.mates
    assert ether.t - 2.0 < mate.said_at <= mate.heard_at <= ether.t
    assert a.worlds[0].t == pytest.approx(mate.said_at, abs=0.06)
    ball = fuse(a.worlds, ether.t).ball
    assert ball is not None
    assert ball.x == pytest.approx(1.1, abs=0.01)
    for _ in ticks(ether, 11.0):
        pass
    assert a.step(ether.t, None) == (), "who is silent is forgotten"


def test_a_network_that_is_slow_both_ways_does_not_shift_the_clocks() -> None:
    ether = Ether(0, EtherConditions(delay=(0.2, 0.2)))
    a, b = ether_radio(ether, 7, 1), ether_radio(ether, 7, 2)
    for t in ticks(ether, 5.0):
        a.step(t, TeamStatus(1))
        b.step(t + 500.0, TeamStatus(2))
    offset = a.offset(2)
    assert offset is not None
    assert offset.seconds == pytest.approx(-500.0, abs=0.05), "a tick"


def test_what_is_not_from_the_team_is_dropped_and_counted() -> None:
    ether = Ether()
    one = ether_radio(ether, 7, 1)
    mate, liar = ether.open("7/2", 10_007), ether.open("liar", 10_007)

    def send(sender=mate, player: int = 2, team: int = 7, number: int = 0, start: int = 0) -> None:
        data = encode_message(TeamMessage(team, TeamStatus(player), 1.0, number, start))
        sender.send(data, ("*", 10_007))
        one.step(ether.t, None)

    ether.step(1.0)
    send(number=5)
    assert [heard.player for heard in one.mates] == [2]
    for kind in (
        {"team": 8},
        {"player": 1, "start": 9},  # the own number from somebody else
        {"player": 21},
        {"sender": liar, "number": 6},
        {"number": 5},
        {"number": 4},
        {"number": 7, "start": 3},  # of another start, while this one is alive
    ):
        send(**kind)
    mate.send(b"\xff" * 60, ("*", 10_007))
    one.step(ether.t, None)
    assert {str(why): count for why, count in one.dropped.items()} == {
        "foreign": 1, "spoofed": 3, "repeated": 1, "late": 2, "malformed": 1,
    }  # fmt: skip
    send(number=6)
    assert one.mates[0].heard_at == 1.0
    ether.step(4.0)
    send(number=0, start=1)
    assert one.mates[0].heard_at == 4.0, "it was started again"
    assert one.dropped[RadioRefusal.LATE] == 2


def test_news_goes_out_at_once_and_else_it_says_now_and_then_that_it_is_there() -> None:
    ether = Ether()
    radio = ether_radio(ether, 7, 1)
    quiet = TeamStatus(1, world=world(1, 0.0, Place(), (1.0, 0.0)))
    for t in ticks(ether, 60.0):
        radio.step(t, quiet)
    assert radio.sent / 60.0 == pytest.approx(radio.budget.rate, rel=0.15)
    for changed in (
        replace(quiet, role=TeamRole.ATTACKER),
        replace(quiet, fallen=True),
        replace(quiet, world=world(1, 0.0, Place(), (1.4, 0.0))),
        replace(quiet, world=world(1, 0.0, Place(0.6), (1.0, 0.0))),
        replace(quiet, world=world(1, 0.0, Place(), None)),
    ):
        for t in ticks(ether, 8.0):
            radio.step(t, quiet)
        before = radio.sent
        for t in ticks(ether, 0.15):
            radio.step(t, changed)
        assert radio.sent > before, changed


@pytest.mark.parametrize("players", [2, 4])
def test_the_budget_of_a_game_is_kept_however_much_happens(players: int) -> None:
    """Every tick brings news, and the GameController tells late how many messages are left."""
    ether = Ether()
    radios = [ether_radio(ether, 5, n, MessageBudget(players)) for n in range(1, players + 1)]
    packet = parse_game_packet(bytes(golden(20)))
    rates, early = [], 0
    for second in range(1500):
        half, left = second < 750, 600 - round(second % 750 * 0.8)
        sent = sum(radio.sent for radio in radios)
        early = sent if half else early
        mine = replace(packet.teams[0], message_budget=max(12_000 - sent, 0))
        now = replace(
            packet, first_half=half, seconds_remaining=left, teams=(mine, packet.teams[1])
        )
        game = see_game(now, 5, 1, 0.0)
        for tick in range(10):
            t = second + tick * 0.1
            ether.step(t)
            for radio in radios:
                radio.speak(t, TeamStatus(radio.player, attacker=tick), game)
        rates.append(radios[0].budget.rate)
    sent = sum(radio.sent for radio in radios)
    assert 9_000 < sent <= 12_000
    assert early / sent == pytest.approx(0.5, abs=0.1), "not all of it at once"

    def rate(left: int) -> float:
        teams = (replace(mine, message_budget=left), packet.teams[1])
        radios[0].budget.step(1500.0, see_game(replace(now, teams=teams), 5, 1, 0.0))
        return radios[0].budget.rate

    assert rate(0) == 0.0
    assert not radios[0].budget.may(news=True)
    assert rates[-1] < max(rates), "the less is left, the fewer a second"


def test_without_a_controller_the_budget_is_kept_as_well() -> None:
    budget = MessageBudget(4)
    for tick in range(200_000):
        budget.step(tick * 0.02, None)
        if budget.may(news=True):
            budget.spend()
    assert 2_500 < budget.spent <= 3_000


def test_robots_on_one_machine_hear_each_other_on_udp() -> None:
    a, b = (udp_radio(7, player, port=21_937) for player in (1, 2))
    for tick in range(100):
        now = tick * 0.05
        a.step(now, TeamStatus(1))
        b.step(now, TeamStatus(2))
        if a.mates and b.mates:
            break
    assert [one.player for one in (*a.mates, *b.mates)] == [2, 1]
    assert a.dropped == b.dropped == {}
    a.close()
    b.close()
