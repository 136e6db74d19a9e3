"""The Olympics as a page: a scoreboard, and for each event a plot, pictures and a clip."""

from collections.abc import Iterable, Sequence
from html import escape
from math import degrees
from pathlib import Path

import msgspec

from olympian.arena.event import Trial
from olympian.arena.film import Film
from olympian.arena.folder import save_folder
from olympian.arena.games import Result
from olympian.arena.plots import draw
from olympian.seeds import Seeds

MARKER = ".olympics"
"""Lists the files of a report, so that a later one may replace just those."""
STYLE = Path(__file__).with_name("report.css")
ENOUGH = 20
"""Seeds that the bars ask for."""


def write_report(
    folder: Path, robot: str, results: Sequence[Result], seeds: Seeds, about: str, note: str = ""
) -> None:
    """Write `index.html`, its pictures and `results.json` into `folder`, whole or not at all.

    Args:
        about: under which conditions it was measured.
        note: why there are no pictures, if there are none.
    """
    scores = {result.event.name: result.score for result in results}
    files = {
        "index.html": _page(robot, results, seeds, about, note).encode(),
        "results.json": msgspec.json.format(msgspec.json.encode(scores), indent=2),
    }
    for result in results:
        name = result.event.name
        files[f"{name}.png"] = draw(result)
        if film := _film(result):
            files[f"{name}.webp"], files[f"{name}.jpg"] = film.clip, film.strip
    save_folder(folder, files, MARKER)


def _page(robot: str, results: Sequence[Result], seeds: Seeds, about: str, note: str) -> str:
    title = f"Humanoid Olympics: {escape(robot)}"
    few = f" The bars ask for at least {ENOUGH} seeds." if seeds.count < ENOUGH else ""
    return "\n".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head>",
            f"<body><h1>{title}</h1>",
            f'<p class="about">{str(seeds).capitalize()}.{few} Each trial draws sensor noise,'
            " friction, masses, servo strength and start pose from its own seed."
            f"<br>{escape(about)}</p>",
            f"<p>{escape(note)}</p>" if note else "",
            _scoreboard(results),
            *(_section(result) for result in results),
            "</body></html>",
        )
    )


def _scoreboard(results: Iterable[Result]) -> str:
    rows = (
        f'<tr><td><a href="#{result.event.name}">{result.event.name}</a></td>'
        f'<td class="count">{escape(str(result.score.rate))}</td>'
        f'<td class="count">{result.score.falls}</td>'
        f"<td>{escape(result.score.must)}</td>{_verdict(result)}"
        f"<td>{escape(result.score.figures())}</td></tr>"
        for result in results
    )
    head = "".join(
        f"<th>{column}</th>"
        for column in ("event", "succeeded", "falls", "bar", "reached", "measured")
    )
    return f'<div class="wide"><table><tr>{head}</tr>{"".join(rows)}</table></div>'


def _verdict(result: Result) -> str:
    word = "yes" if result.score.reached else "no"
    return f'<td class="{word}">{word}</td>'


def _section(result: Result) -> str:
    event, name = result.event, result.event.name
    parts = [
        f'<section id="{name}"><h2>{name}</h2><p>{escape(event.title)}.</p>',
        f'<p class="about">Must: {escape(event.bar.must)}. Aim: {escape(event.bar.aim)}.</p>',
        _figure(f"{name}.png", "All trials; those that failed in red"),
    ]
    if film := _film(result):
        trial = result.outcomes[0].trial
        how = "success" if trial.success else "failure"
        parts += [
            _figure(f"{name}.jpg", f"The first trial, seed {trial.seed} ({how})"),
            _figure(
                f"{name}.webp", f"The same, {film.seconds:.0f} s at {film.speed:g} × real time"
            ),
        ]
    return "\n".join([*parts, _failures(result), "</section>"])


def _failures(result: Result) -> str:
    failed = [outcome.trial for outcome in result.outcomes if not outcome.trial.success]
    if not failed:
        return ""
    columns = ("seed", "what happened", "after", "friction", "IMU roll, pitch", "start x, y, yaw")
    head = "".join(f"<th>{column}</th>" for column in columns)
    rows = "".join(f"<tr>{_cells(trial)}</tr>" for trial in failed)
    table = f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'
    return f"<details><summary>{len(failed)} failed</summary>{table}</details>"


def _cells(trial: Trial) -> str:
    given = trial.conditions
    what = "; ".join(filter(None, (trial.note, "fell" if trial.fell else ""))) or "failed"
    start = f"{1e3 * given.x:+.0f} mm, {1e3 * given.y:+.0f} mm, {degrees(given.yaw):+.1f}°"
    cells = (
        str(trial.seed),
        what,
        f"{trial.time_s:.1f} s",
        f"{given.friction:.2f}",
        f"{degrees(given.imu_roll):+.1f}°, {degrees(given.imu_pitch):+.1f}°",
        start,
    )
    return "".join(f"<td>{escape(cell)}</td>" for cell in cells)


def _figure(file: str, caption: str) -> str:
    return (
        f'<figure><img src="{file}" alt="{escape(caption)}" loading="lazy">'
        f"<figcaption>{escape(caption)}.</figcaption></figure>"
    )


def _film(result: Result) -> Film | None:
    return next((outcome.film for outcome in result.outcomes if outcome.film), None)
