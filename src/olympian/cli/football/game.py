"""`olympian game`: hear a GameController, or play one on this machine."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output, command
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from olympian.team import GameController

app = typer.Typer(help="Hear a GameController, or play one.", rich_markup_mode=None)
TICK_S = 0.02
LOCAL = "127.0.0.1"
Port = Annotated[int, typer.Option(min=1, max=65535, help="UDP port of the packets.")]
Seconds = Annotated[float, typer.Option(min=0.0, max=1e6, help="0: until Ctrl-C.")]


@app.callback()
def _group() -> None:
    """Hear a GameController, or play one."""


@command(app)
def listen(
    output: Output,
    team: Annotated[int, typer.Option(min=0, max=254, help="Number of the own team.")] = 1,
    player: Annotated[int, typer.Option(min=1, max=20, help="Number on the own back.")] = 1,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 hears the whole network.")
    ] = LOCAL,
    port: Port = 3838,
    seconds: Seconds = 0.0,
) -> None:
    """Print what a GameController says, and which packets are dropped and why; answer nothing."""
    from olympian.team import GameControllerLink, GameMonitor, open_game_port

    link = GameControllerLink(team, player, open_game_port(host, port))
    scope = ", this machine only: --host 0.0.0.0 hears the network" if host == LOCAL else ""
    output.note(f"listening on {host}:{port} for team {team}{scope}")
    monitor, lines = GameMonitor(link), []
    try:
        for t in _clock(seconds):
            for line in monitor.step(t):
                lines.append(line)
                if not output.json:
                    output.text(f"{line.t:8.2f} s  {line.text}\n")
    finally:
        link.close()
    game, dropped = link.game, {str(why): count for why, count in link.dropped.items()}
    words = ", ".join(f"{count} {why}" for why, count in dropped.items()) or "none"
    result = {
        "team": team, "player": player, "accepted": link.gate.accepted, "dropped": dropped,
        "game": game, "penalised": None if game is None else game.penalised, "lines": lines,
    }  # fmt: skip
    output.result(
        result, lambda console: console.print(f"{link.gate.accepted} packets, dropped: {words}")
    )


@command(app)
def send(
    output: Output,
    plan: Annotated[
        str, typer.Option(help="Orders as above, with commas between them.")
    ] = "initial 2, ready 5, set 3, playing 60, finished 2",
    teams: Annotated[str, typer.Option(help="Numbers of both teams, as in 1,2.")] = "1,2",
    players: Annotated[int, typer.Option(min=1, max=20, help="Of each team.")] = 4,
    version: Annotated[int, typer.Option(help="Of the protocol: 12, 18, 19 or 20.")] = 20,
    half: Annotated[int, typer.Option(min=1, max=3600, help="Seconds of a half.")] = 600,
    to: Annotated[str, typer.Option(help="Address to send to.")] = LOCAL,
    port: Port = 3838,
    answers: Annotated[int, typer.Option(min=1, max=65535, help="UDP port for answers.")] = 3939,
) -> None:
    """Play a GameController: two packets a second, with clock, penalties and score.

    Orders: initial, ready, set, playing, finished and wait, each with SECONDS; penalty TEAM/PLAYER
    KIND SECONDS; release TEAM/PLAYER; goal TEAM; kick-off TEAM; stop; go; second-half; shoot-out; a
    set play with its TEAM, as in corner-kick 2.
    """
    from olympian.team import GameController, UdpDatagrams, read_plan

    orders, both = read_plan(plan), _both(teams)
    rehearsal = GameController(None, (to, port), both, players, version, half)
    for order in orders:  # what cannot be done is said before the game
        order.act(rehearsal)
    ear = UdpDatagrams(LOCAL if to == LOCAL else "0.0.0.0", answers)
    out = UdpDatagrams(LOCAL if to == LOCAL else "0.0.0.0")
    try:
        controller = GameController(out, (to, port), both, players, version, half, ear)
        output.note(f"sending version {version} to {to}:{port}, answers come to {answers}")
        sent, now = 0, 0.0
        for order in orders:
            order.act(controller)
            output.note(f"{now:8.2f} s  {order.text}")
            for t in _clock(order.seconds) if order.seconds else ():
                sent += controller.step(now + t) is not None
            now += order.seconds
    finally:
        ear.close()
        out.close()
    heard = [_answer(controller, who) for who in sorted(controller.heard)]
    result = {"packets": sent, "seconds": now, "answers": heard}
    who = ", ".join(f"{one['team']}/{one['player']}" for one in heard) or "nobody"
    output.result(result, lambda console: console.print(f"{sent} packets, answers of {who}"))


def _both(text: str) -> tuple[int, int]:
    try:
        first, second = map(int, text.split(","))
    except ValueError:
        raise OlympianError(f"--teams '{text}' is not two numbers, as in 1,2") from None
    if not all(0 <= one < 255 for one in (first, second)):
        raise OlympianError(f"--teams '{text}': numbers are 0 to 254")
    return first, second


def _answer(controller: "GameController", who: tuple[int, int]) -> dict[str, object]:
    when, one = controller.heard[who]
    return {
        "team": one.team, "player": one.player, "at": round(when, 2), "fallen": one.fallen,
        "pose": one.pose, "ball_age": one.ball_age, "ball": one.ball,
    }  # fmt: skip


def _clock(seconds: float) -> Iterator[float]:
    """Seconds since now, every tick, until they are over or somebody presses Ctrl-C."""
    begin = time.monotonic()
    try:
        while not seconds or time.monotonic() - begin < seconds:
            yield time.monotonic() - begin
            time.sleep(TICK_S)
    except KeyboardInterrupt:
        return
