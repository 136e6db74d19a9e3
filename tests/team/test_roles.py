"""One attacker, whatever the network does to the messages and the match to the players."""

from dataclasses import replace
from math import inf, pi

import pytest

from drills.football.game_bytes import golden
from drills.football.team import PointTeam
from olympian.geometry import Place
from olympian.team import (
    EtherConditions,
    PlayerPace,
    RoleEngine,
    RolePeer,
    TeamRole,
    ball_time,
    parse_game_packet,
    see_game,
)

GOAL = (4.5, 0.0)
CLEAR = EtherConditions()
SEEDS = range(6)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_never_two_attackers_for_longer_than_two_seconds(players: int) -> None:
    for seed in SEEDS:
        match = PointTeam(seed, players)
        match.run(40.0)
        assert match.ether.lost > 0.45 * match.ether.sent * (players - 1)
        assert match.worst_twice <= 2.0
        assert match.worst_nobody <= 3.0
        assert match.changes <= 30


def test_an_attacker_that_dies_is_replaced() -> None:
    for seed in SEEDS:
        match = PointTeam(seed, 3)
        match.run(10.0)
        dead = match.attackers[0]
        match.points[dead - 1].alive = False
        match.worst_nobody = 0.0
        match.run(12.0, kick_s=1e9)
        assert len(match.attackers) == 1
        assert dead not in match.attackers
        assert match.worst_nobody <= 6.0
        match.points[dead - 1].alive = True  # it was only stunned, and still believes it attacks
        match.twice = match.worst_twice = 0.0
        match.run(8.0)
        assert match.worst_twice <= 2.0


def test_an_attacker_that_is_penalised_stops_at_once_and_another_goes_on() -> None:
    packet = parse_game_packet(bytes(golden(20, teams=(7, 9))))
    for seed in SEEDS:
        match = PointTeam(seed, 3)
        match.run(10.0)
        out = match.attackers[0]
        data = bytes(golden(20, teams=(7, 9), penalty=10, until=30, player=out))
        for one in match.points:
            number = one.one.radio.player
            keeper = replace(parse_game_packet(data).teams[0], goalkeeper=0)
            told = replace(parse_game_packet(data), teams=(keeper, packet.teams[1]))
            one.game = see_game(told, 7, number, 0.0)
        match.worst_nobody = match.worst_twice = 0.0
        match.run(10.0, kick_s=1e9)
        assert match.points[out - 1].one.role is TeamRole.NONE
        assert len(match.attackers) == 1
        assert out not in match.attackers
        assert match.worst_nobody <= 3.0
        assert match.worst_twice <= 2.0


def test_two_at_the_same_distance_do_not_take_turns() -> None:
    for seed in SEEDS:
        match = PointTeam(seed, 2)
        match.ball = (0.0, 0.0)
        for one, y in zip(match.points, (-2.0, 2.0), strict=True):
            one.place = Place(0.0, y, 0.0)
        match.run(2.0, kick_s=1e9)
        match.changes = 0
        for step in range(100):  # their eyes err
            match.ball = (0.0, 0.1 if step % 2 else -0.1)
            match.run(0.1, kick_s=1e9)
        assert match.changes <= 2
        assert match.worst_twice <= 2.0


def test_a_mate_that_is_clearly_sooner_at_the_ball_gets_it_and_one_that_fell_loses_it() -> None:
    match = PointTeam(1, 2, CLEAR)
    match.ball = (3.0, 0.0)
    match.points[0].place, match.points[1].place = Place(2.0, 0.0, 0.0), Place(-2.0, 0.0, 0.0)
    match.run(4.0, kick_s=1e9)
    assert match.attackers == [1]
    match.ball = (-2.5, 0.0)
    match.run(2.0, kick_s=1e9)
    assert match.attackers == [2]
    match.points[0].place, match.points[1].place = Place(-3.2, 0.2, 0.0), Place(-3.2, 0.0, 0.0)
    match.run(2.0, kick_s=1e9)
    assert match.attackers == [2], "a hand's breadth is no reason"
    match.points[1].fallen = True
    match.run(2.5, kick_s=1e9)
    assert match.attackers == [1]


def test_the_goalkeeper_stays_unless_it_is_alone() -> None:
    match = PointTeam(2, 3, goalkeeper=1)
    match.points[0].place = Place(*match.ball, 0.0)
    match.run(6.0, kick_s=1e9)
    roles = [one.one.role for one in match.points]
    assert roles[0] is TeamRole.GOALKEEPER
    assert sorted(roles[1:]) == [TeamRole.ATTACKER, TeamRole.SUPPORTER]
    match.points[1].alive = match.points[2].alive = False
    match.run(6.0, kick_s=1e9)
    assert match.points[0].one.role is TeamRole.ATTACKER


def test_four_players_have_a_defender_too() -> None:
    match = PointTeam(3, 4, CLEAR, goalkeeper=1)
    match.run(6.0, kick_s=1e9)
    assert sorted(one.one.role for one in match.points) == sorted(set(TeamRole) - {TeamRole.NONE})


def test_any_message_ends_a_dispute() -> None:
    def peer(player: int, attacker: int, epoch: int) -> RolePeer:
        return RolePeer(player, 1.0, True, attacker, epoch, heard_at=1.0, alive_at=1.0)

    me = RolePeer(2, 1.0, True)
    one = RoleEngine(2)
    one.step(0.0, me, [])
    assert one.step(1.0, me, []).attacker == 2, "alone"
    first = peer(1, 1, 1)
    assert one.step(1.0, me, [first]).attacker == 1, "of equal ones the lower player"
    assert one.step(1.0, me, [first, peer(3, 3, 1)]).dispute, "it is told so"
    assert one.step(1.0, me, [first, peer(3, 3, 2)]).attacker == 3, "the newer one"
    assert one.step(1.0, me, [first, peer(3, 1, 1)]).attacker == 3
    one.epoch = 255
    assert one.step(1.0, me, [peer(1, 1, 0)]).epoch == 0, "round the wrap"


def test_a_holder_whom_a_rival_does_not_hear_gives_way() -> None:
    me, one = RolePeer(1, 1.0, True), RoleEngine(1)
    held = [one.step(t, me, []).attacker for t in (0.0, 1.0)]
    assert held == [0, 1]
    for tick in range(20, 40):
        t = tick * 0.05
        rival = RolePeer(2, 5.0, True, 2, 1, heard_at=t, alive_at=t)
        said = one.step(t, me, [rival])
        assert (said.attacker, said.epoch, said.dispute) == (1, 1, True)
    assert one.step(2.05, me, [rival]).attacker == 2
    assert one.epoch == 2


def test_the_way_to_the_ball_takes_turning_walking_rounding_and_getting_up() -> None:
    pace = PlayerPace(forward=0.5, turn=1.0, around=0.25, get_up_s=6.0)

    def far(place: Place, ball=(0.0, 0.0), **how) -> float:
        return ball_time(place, ball, GOAL, pace, **how)

    behind = far(Place(-2.25, 0.0, 0.0))
    assert behind == pytest.approx(4.0)
    assert far(Place(-2.25, 0.0, pi)) == pytest.approx(4.0 + pi)
    assert far(Place(2.25, 0.0, pi)) == pytest.approx(4.0 + pi)
    assert far(Place(-2.25, 0.0, 0.0), fallen=True) == pytest.approx(10.0)
    assert far(Place(-2.25, 0.0, 0.0), v=(-0.5, 0.0)) < behind
    assert far(Place(), able=False) == inf
    assert ball_time(Place(), None, GOAL) == inf
