"""`olympian game`: a controller and a listener on this machine, and one line for every mistake."""

import json
import socket
import time
from collections.abc import Callable
from threading import Thread

import pytest

from drills.football.game_bytes import golden
from olympian.cli.main import main
from olympian.team import (
    GameController,
    GameControllerLink,
    GameMonitor,
    Penalty,
    UdpDatagrams,
    read_plan,
)

Game = Callable[..., tuple[int, str, str]]


@pytest.fixture
def game(capsys: pytest.CaptureFixture[str]) -> Game:
    def run(*words: object) -> tuple[int, str, str]:
        code = main(["game", *map(str, words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def test_one_plays_the_controller_and_one_listens(game: Game) -> None:
    port, answers = free_port(), free_port()
    link = GameControllerLink(1, 1, UdpDatagrams(port=port), answer_port=answers)
    lines, over = [], []

    def listen() -> None:
        monitor, t = GameMonitor(link), 0.0
        while not over:
            t += 0.02
            lines.extend(line.text for line in monitor.step(t))
            time.sleep(0.02)

    ear = Thread(target=listen)
    ear.start()
    plan = "ready, wait 0.6, penalty 1/1 ball-holding 20, goal 2, wait 0.6"
    ports = ("--port", port, "--answers", answers)
    code, out, err = game("send", "--plan", plan, *ports, "--version", 19, "--json")
    over.append(True)
    ear.join()
    link.close()
    assert code == 0
    assert json.loads(out)["packets"] == 3
    assert "goal 2" in err
    assert [line.split(",")[0] for line in lines] == ["v19 ready", "v19 ready"]
    assert "team 1 0:1 team 2, 1/1 ball holding" in lines[1]


def test_what_is_dropped_is_said_with_its_reason(game: Game) -> None:
    port = free_port()
    over: list[bool] = []

    def talk() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            while not over:
                for data in (golden(20, teams=(1, 2)), golden(20), b"nonsense"):
                    one.sendto(bytes(data), ("127.0.0.1", port))
                time.sleep(0.05)

    mouth = Thread(target=talk)
    mouth.start()
    code, out, err = game("listen", "--seconds", 0.5, "--port", port, "--json")
    over.append(True)
    mouth.join()
    said = json.loads(out)
    assert code == 0
    assert "127.0.0.1" in err
    assert "this machine only" in err
    assert said["accepted"] == 1
    assert said["dropped"]["foreign"] > 1
    assert said["dropped"]["malformed"] > 1
    assert said["dropped"]["replayed"] > 1
    assert said["game"]["state"] == "playing"
    assert "the last foreign: a game of teams 5 and 9" in str(said["lines"])


def test_a_port_in_use_is_one_line_and_exit_code_2(game: Game) -> None:
    one = UdpDatagrams()
    port = one.address[1]
    code, out, err = game("listen", "--port", port, "--seconds", 1)
    one.close()
    assert (code, out) == (2, "")
    assert err.startswith(f"olympian: error: cannot listen on 127.0.0.1:{port}: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("reedy 5", "unknown order 'reedy', did you mean 'ready'?"),
        ("penalty 1/2 pushin", "unknown penalty 'pushin', did you mean 'pushing'?"),
        ("penalty two", "which player? TEAM/PLAYER, as in 1/2"),
        ("ready now", "'now' is no number from 0"),
        ("goal", "'goal' does not say what it has to"),
        ("ready 100, goal 7", "team 7 does not play: 1 against 2"),
    ],
)
def test_an_order_that_is_none_is_one_line(game: Game, plan: str, said: str) -> None:
    code, _, err = game("send", "--plan", plan, "--port", 9, "--answers", free_port())
    assert code == 2
    assert said in err


def test_a_plan_is_what_it_says() -> None:
    controller = GameController(None, ("", 0))
    for order in read_plan("playing 3, penalty 2/4 pick-up 15, stop, throw-in 2, second-half"):
        order.act(controller)
    now = controller.packet
    assert now.stopped
    assert (now.set_play, now.kicking_team, now.first_half) == ("throw-in", 2, False)
    assert now.teams[1].player(4).penalty is Penalty.PICK_UP
