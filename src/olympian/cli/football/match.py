"""`olympian match`: two teams of robots play football by themselves, under a referee."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.options import RobotName
from olympian.cli.output import Output, command
from olympian.cli.page import Host, Port, serve

if TYPE_CHECKING:
    from olympian.arena.match import MatchPlan

__all__ = ["register"]

SELF = "self"


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app)(match)


def match(
    output: Output,
    size: Annotated[int, typer.Option(metavar="N", help="Players a side, 1 to 5.")] = 2,
    half: Annotated[
        float, typer.Option(metavar="SECONDS", help="Of play in a half; the clock stands else.")
    ] = 300.0,
    halves: Annotated[int, typer.Option(min=1, max=2, help="1, or 2 with sides swapped.")] = 1,
    robot: RobotName = "fumanoid",
    team: Annotated[str, typer.Option(metavar="NAME", help="Program of team 1.")] = "olympian",
    opponent: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Program of team 2: standing, self, or an installed one."
        ),
    ] = "standing",
    field: Annotated[str, typer.Option(metavar="NAME", help="modern or 2010.")] = "modern",
    ready: Annotated[
        float, typer.Option(metavar="SECONDS", help="For robots to walk to their places.")
    ] = 45.0,
    controller: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="arena, or udp: a GameController on this machine leads the match."
        ),
    ] = "arena",
    challenge: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Instead of a match: penalty, dribble, keeper or pass."),
    ] = None,
    matches: Annotated[
        int, typer.Option(min=1, max=1000, help="Matches or attempts, each on a seed of its own.")
    ] = 1,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a page with pictures and clips here.")
    ] = None,
    page: Annotated[bool, typer.Option("--page", help="Watch it in a browser.")] = False,
    host: Host = "127.0.0.1",
    port: Port = 8080,
) -> None:
    """Let robots play football: walking and seeing by themselves, with radio and a referee."""
    from olympian.arena.folder import check_folder
    from olympian.arena.match import (
        CHALLENGES,
        MATCH_MARKER,
        MatchPlan,
        MatchRules,
        add_up,
        play_match,
        sum_up,
        try_challenge,
        write_match_report,
    )
    from olympian.cli.view.match import show_challenge, show_matches
    from olympian.errors import OlympianError, unknown
    from olympian.football import make_team

    rules = MatchRules(half_s=half, halves=halves, ready_s=ready)
    programs = (team, team if opponent == SELF else opponent)
    plan = MatchPlan(
        size=size, rules=rules, robot=robot, programs=programs, pitch=field, controller=controller
    )
    for name in plan.programs:
        make_team(name)
    if challenge is not None and challenge not in CHALLENGES:
        raise unknown("challenge", challenge, CHALLENGES)
    if challenge is not None and controller != "arena":
        raise OlympianError("a challenge has a referee of its own: leave --controller out")
    if page:
        if challenge is not None:
            raise OlympianError("--page shows whole matches: leave --challenge out")
        _watch(output, plan, host, port)
        return
    if report is not None:
        check_folder(report, MATCH_MARKER)
    tried = None if challenge is None else CHALLENGES[challenge]
    matched, attempts, drawn = [], [], []
    with output.progress(_title(plan, challenge)) as advance:
        for index in range(matches):
            seed, film = output.seed + index, report is not None

            def share(part: float, done: int = index) -> None:
                advance((done + part) / matches)

            if tried is None:
                result, pictures = play_match(plan, seed, film, share)
                matched.append(result)
            else:
                attempt, pictures = try_challenge(tried, plan, seed, film, share)
                attempts.append(attempt)
            drawn += [] if pictures is None else [pictures]
    if report is not None:
        write_match_report(report, _title(plan, challenge), drawn, _about(plan))
        output.note(f"wrote {report / 'index.html'}")
    if tried is None:
        series = sum_up(matched)
        output.result(series, lambda console: show_matches(console, series))
    else:
        trial = add_up(tried, team, attempts)
        output.result(trial, lambda console: show_challenge(console, trial))


def _title(plan: "MatchPlan", challenge: str | None) -> str:
    first, second = plan.programs
    return f"{first} against {second}" if challenge is None else f"{first}: {challenge}"


def _watch(output: Output, plan: "MatchPlan", host: str, port: int) -> None:
    from olympian.arena.match import MatchShow
    from olympian.cockpit.shows.match import MatchPage

    shown = MatchPage(lambda seed: MatchShow(plan, seed), output.seed, host, port)
    serve(output, shown, _title(plan, None))


def _about(plan: "MatchPlan") -> str:
    from olympian.lab.conditions import conditions

    rules = plan.rules
    halves = f"{rules.halves} × {rules.half_s:g} s" if rules.halves > 1 else f"{rules.half_s:g} s"
    game = f"{plan.size} against {plan.size}, {plan.robot}, {plan.pitch} field, {halves} of play"
    return f"{game}. {conditions(('mujoco', 'numpy', 'numba'))}"
