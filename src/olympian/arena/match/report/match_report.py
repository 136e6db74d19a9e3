"""Matches as a page: figures, the ball's way, who did what when, goals as clips, and the log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import msgspec

from olympian.arena.film import Film
from olympian.arena.folder import save_folder
from olympian.arena.match.football_match import FootballMatch
from olympian.arena.match.match_result import MatchResult, PlayerResult
from olympian.arena.match.report.match_figures import draw_ball
from olympian.arena.match.report.match_film import MatchFilm
from olympian.arena.match.report.match_timeline import draw_timeline
from olympian.arena.report import STYLE
from olympian.graphics import gl_problem

__all__ = ["MATCH_MARKER", "MatchPictures", "picture_match", "write_match_report"]

MATCH_MARKER = ".match"
"""Lists the files of a report, so that a later one may replace just those."""
MOST_GOALS = 8
"""Clips of a match."""


@dataclass(frozen=True, eq=False)
class MatchPictures:
    """What a match leaves for its part of the page."""

    result: MatchResult
    ball: bytes
    """PNG"""
    timeline: str
    """SVG"""
    goals: tuple[tuple[str, Film], ...]
    """Words and a clip of each."""
    whole: Film | None
    """None without OpenGL."""


def picture_match(match: FootballMatch) -> MatchPictures:
    """Draw all of it, after the end of the match."""
    result, goals, whole = match.result, [], None
    if gl_problem() is None:
        film = MatchFilm(match)
        lines = [line for line in match.journal.lines if line.kind == "goal"]
        goals = [(str(line).strip(), film.goal(line.t)) for line in lines[:MOST_GOALS]]
        whole = film.whole()
        film.close()
    return MatchPictures(result, draw_ball(match), draw_timeline(match), tuple(goals), whole)


def write_match_report(
    folder: Path, title: str, matches: Sequence[MatchPictures], about: str
) -> None:
    """Write `index.html`, its pictures and `results.json` into `folder`, whole or not at all.

    Args: about: under which conditions it was played.
    """
    results = [one.result for one in matches]
    files = {
        "index.html": _page(title, matches, about).encode(),
        "results.json": msgspec.json.format(msgspec.json.encode(results), indent=2),
    }
    for one in matches:
        name = f"match_{one.result.seed}"
        files[f"{name}_ball.png"] = one.ball
        for index, (_, film) in enumerate(one.goals):
            files[f"{name}_goal_{index}.webp"] = film.clip
        if one.whole is not None:
            files[f"{name}.webp"] = one.whole.clip
    save_folder(folder, files, MATCH_MARKER)


def _page(title: str, matches: Sequence[MatchPictures], about: str) -> str:
    title = f"Football: {escape(title)}"
    return "\n".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{STYLE.read_text(encoding='utf-8')}",
            "body { max-width: 74rem } svg { max-width: 100%; height: auto }",
            "pre { font-size: 12px }</style></head>",
            f'<body><h1>{title}</h1><p class="about">{escape(about)}</p>',
            _overview([one.result for one in matches]),
            *(_section(one) for one in matches),
            "</body></html>",
        )
    )


def _overview(results: Sequence[MatchResult]) -> str:
    columns = (
        "seed", "goals", "own goals", "contacts", "possession", "falls", "got up", "penalties",
        "no touch", "stuck", "faults", "speed",
    )  # fmt: skip
    rows = []
    for one in results:
        first, second = one.possession
        rows.append(
            (
                f'<a href="#match_{one.seed}">{one.seed}</a>', _score(one.goals),
                _score(one.own_goals), _score(one.ball_contacts),
                f"{first:.0%} : {second:.0%}", _score(one.falls), _score(one.recoveries),
                _score(one.illegal), f"{one.untouched_longest_s:.0f} s",
                f"{one.stuck_longest_s:.0f} s", str(one.faults),
                f"{one.real_time_factor:.2f} × real time",
            )
        )  # fmt: skip
    return _table(columns, rows)


def _section(one: MatchPictures) -> str:
    result, name = one.result, f"match_{one.result.seed}"
    played = f"{result.played_s:.0f} s of play in {result.seconds:.0f} s"
    parts = [
        f'<section id="{name}"><h2>Match {result.seed}: {_score(result.goals)}</h2>',
        f'<p class="about">{played}.</p>',
        _figure(f"{name}_ball.png", "The ball's way and where it was"),
        f"<figure>{one.timeline}<figcaption>Roles, and what each player was about: hover to read"
        " why it stands.</figcaption></figure>",
        _players(result.players),
    ]
    for index, (words, _) in enumerate(one.goals):
        parts.append(_figure(f"{name}_goal_{index}.webp", words))
    if one.whole is not None:
        told = f"The whole match, {one.whole.speed:.0f} × real time"
        parts.append(_figure(f"{name}.webp", told))
    log = escape("\n".join(map(str, result.journal)))
    return "\n".join([*parts, f"<details open><summary>Log</summary><pre>{log}</pre></details>"])


def _players(players: Iterable[PlayerResult]) -> str:
    columns = (
        "player", "contacts", "falls", "got up", "penalties", "walked", "stood longest",
        "what for", "stuck",
    )  # fmt: skip
    rows = [
        (
            f"{one.team}/{one.number}", str(one.ball_contacts), str(one.falls),
            str(one.recoveries), str(one.penalties), f"{one.walked_m:.1f} m",
            f"{one.stood_longest_s:.0f} s", escape(one.stood_for), f"{one.stuck_longest_s:.0f} s",
        )
        for one in players
    ]  # fmt: skip
    return _table(columns, rows)


def _table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def _score(both: tuple[int, int]) -> str:
    return f"{both[0]} : {both[1]}"


def _figure(file: str, caption: str) -> str:
    return (
        f'<figure><img src="{file}" alt="{escape(caption)}" loading="lazy">'
        f"<figcaption>{escape(caption)}.</figcaption></figure>"
    )
