"""The line to a controller, over real sockets of this machine and inside the program."""

import sys
import time
from dataclasses import replace

import pytest

from drills.football.game_bytes import SIZES, golden
from olympian.errors import OlympianError
from olympian.team import (
    EVERYBODY,
    GAME_PORT,
    Ether,
    GameController,
    GameControllerLink,
    GamePhase,
    GameReturn,
    Penalty,
    PlayState,
    SetPlay,
    SharedDatagrams,
    UdpDatagrams,
    build_game_packet,
    open_game_port,
    parse_game_return,
)

ANSWER = GameReturn(5, 2, False, (1.0, 0.0, 0.0))


def arrive(link: GameControllerLink, now: float, packets: int) -> None:
    """Step until so many were looked at: the system may take a moment."""
    seen = link.gate.accepted + sum(link.dropped.values())
    for _ in range(200):
        link.step(now, lambda: ANSWER)
        if link.gate.accepted + sum(link.dropped.values()) >= seen + packets:
            return
        time.sleep(0.005)
    raise AssertionError("the packet did not arrive")


@pytest.mark.parametrize("version", SIZES)
def test_a_robot_hears_the_controller_and_answers_in_its_language(version: int) -> None:
    sender, answers, ear = UdpDatagrams(), UdpDatagrams(), UdpDatagrams()
    link = GameControllerLink(5, 2, ear, answer_port=answers.address[1])
    times = []
    for number in range(20):
        now = number * 0.5
        sender.send(bytes(golden(version, number, state=2, penalty=14, until=9)), ear.address)
        arrive(link, now, 1)
        while (got := answers.receive()) is not None:
            times.append(now)
            assert len(got[0]) == (8 if version == 12 else 32)
            assert parse_game_return(got[0]).player == 2
    assert link.game is not None
    assert (link.game.state, link.game.penalised) == (PlayState.SET, True)
    assert 0.5 <= (len(times) - 1) / (times[-1] - times[0]) <= 2.0, "answers a second"
    for one in (sender, answers, link):
        one.close()


def test_flood_and_noise_stop_nobody() -> None:
    sender, ear = UdpDatagrams(), UdpDatagrams()
    link = GameControllerLink(5, 2, ear)
    for _ in range(60):
        sender.send(b"\xff" * 158, ear.address)
        sender.send(b"", ear.address)
    arrive(link, 0.0, 120)
    sender.send(bytes(golden(20)), ear.address)
    arrive(link, 0.1, 1)
    assert link.game is not None
    assert link.dropped["malformed"] == 120
    link.close()
    sender.close()


def test_a_port_in_use_is_one_line() -> None:
    ear = UdpDatagrams()
    with pytest.raises(OlympianError, match=rf"cannot listen on 127.0.0.1:{ear.address[1]}: "):
        open_game_port(port=ear.address[1])
    ear.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such address")
def test_a_controller_may_speak_to_one_or_to_all_on_this_machine() -> None:
    sender, free = UdpDatagrams(), UdpDatagrams()
    port = free.address[1]
    free.close()
    link = GameControllerLink(5, 2, open_game_port(port=port))
    for number, host in enumerate(("127.0.0.1", "127.255.255.255"), 1):
        sender.send(bytes(golden(20, number)), (host, port))
        arrive(link, 0.5 * number, 1)
    assert link.gate.accepted == 2
    link.close()
    sender.close()


def test_nothing_to_hear_costs_less_than_50_us() -> None:
    link = GameControllerLink(5, 2, open_game_port(port=0))
    best = 1.0
    for _ in range(20):
        begin = time.perf_counter()
        for tick in range(100):
            link.step(tick * 0.01, lambda: ANSWER)
        best = min(best, (time.perf_counter() - begin) / 100)
    assert best < 50e-6
    link.close()


def test_several_robots_of_a_program_share_the_port() -> None:
    sender, ear = UdpDatagrams(), UdpDatagrams()
    shared = SharedDatagrams(ear)
    links = [GameControllerLink(5, player, shared.reader()) for player in (1, 2, 3)]
    sender.send(bytes(golden(20, penalty=6)), ear.address)
    for link in links:
        arrive(link, 0.0, 1)
    assert [link.game.penalised for link in links if link.game] == [False, True, False]
    links[0].close()
    sender.send(bytes(golden(20, number=8)), ear.address)
    arrive(links[1], 0.5, 1)
    assert links[0].step(0.5) is not None, "what it heard before"
    assert not links[2].game.penalised
    assert links[1].game
    assert not links[1].game.penalised
    shared.close()
    sender.close()


def pair(version: int = 20) -> tuple[Ether, GameController, GameControllerLink]:
    ether = Ether()
    to = (EVERYBODY, GAME_PORT)
    answers = ether.open("referee", 3939)
    controller = GameController(ether.open("referee"), to, version=version, answers=answers)
    return ether, controller, GameControllerLink(1, 3, ether.open("robot", GAME_PORT))


def run(ether: Ether, controller: GameController, link: GameControllerLink, seconds: float) -> None:
    for _ in range(round(seconds / 0.05)):
        ether.step(ether.t + 0.05)
        controller.step(ether.t)
        link.step(ether.t, lambda: GameReturn(1, 3, True))


@pytest.mark.parametrize("version", SIZES)
def test_our_own_controller_leads_a_game(version: int) -> None:
    ether, controller, link = pair(version)
    run(ether, controller, link, 1.0)
    assert link.game is not None
    assert link.game.state is PlayState.INITIAL
    for state in PlayState:
        controller.become(state)
        run(ether, controller, link, 1.0)
        assert link.game.state is state
    assert link.game.seconds_remaining == 599, "the clock runs while they play"
    controller.become(PlayState.PLAYING)
    controller.penalise(1, 3, Penalty.PUSHING if version != 12 else Penalty.PICK_UP, 30)
    controller.score(2)
    run(ether, controller, link, 10.5)
    assert link.game.penalised
    assert link.game.me.seconds == 20
    assert (link.game.mine.score, link.game.other.score) == (0, 1)
    controller.release(1, 3)
    controller.award(SetPlay.CORNER_KICK, 2)
    run(ether, controller, link, 1.0)
    assert not link.game.penalised
    assert (link.game.set_play, link.game.they_kick) == (SetPlay.CORNER_KICK, True)
    controller.enter(GamePhase.NORMAL, first_half=False)
    run(ether, controller, link, 5.0)
    assert not link.game.first_half
    assert link.dropped == {}
    when, answer = controller.heard[1, 3]
    assert ether.t - when < 1.0
    assert answer.fallen == (version != 12), "the legacy answer does not say"


def test_a_stop_stops_the_clock_and_a_budget_is_spent() -> None:
    ether, controller, link = pair()
    controller.become(PlayState.PLAYING)
    controller.stop()
    controller.spend(1, 100)
    run(ether, controller, link, 10.0)
    assert link.game is not None
    assert link.game.still
    assert link.game.seconds_remaining == 600
    assert link.game.mine.message_budget == 11_900


def test_what_the_controller_cannot_say_is_one_line() -> None:
    with pytest.raises(OlympianError, match="team 3 cannot play against itself"):
        GameController(None, ("", 0), (3, 3))
    with pytest.raises(OlympianError, match="version 13: it is 12, 18, 19, 20"):
        GameController(None, ("", 0), version=13)
    one = GameController(None, ("", 0))
    with pytest.raises(OlympianError, match="no player 5 in team 1: they are 1 to 4"):
        one.penalise(1, 5, Penalty.PUSHING)
    with pytest.raises(OlympianError, match="team 3 does not play: 1 against 2"):
        one.score(3)
    twelve = replace(one.packet, version=12, teams=tuple(
        replace(team, players=team.players * 4) for team in one.packet.teams
    ))  # fmt: skip
    with pytest.raises(OlympianError, match="11 at most"):
        build_game_packet(twelve)
