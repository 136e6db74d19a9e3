"""What became of an adoption, as a page: what works with success of N, a clip, what is missing."""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from olympian.adopt.adoption_file import AdoptionFile
from olympian.arena import save_folder
from olympian.arena.film import Film, FilmView, Reel
from olympian.arena.report import STYLE
from olympian.arena.walking import WalkConditions
from olympian.backend import Simulation
from olympian.breaker import STRICT
from olympian.graphics import gl_problem
from olympian.humanoid import BareHumanoid
from olympian.motion import Hold
from olympian.motion.walk import DynamicWalk, read_walk
from olympian.records import Twist
from olympian.robot import Robot
from olympian.seeds import TUNING
from olympian.world import parse_world

__all__ = ["REPORT", "write_adoption_report"]

REPORT, MARKER = "report", ".adoption"
CLIP_S, STILL_S = 10.0, 2.0
UP = ("front", "back", "left", "right")


def write_adoption_report(folder: Path, adoption: AdoptionFile, robot: Robot, walks: bool) -> int:
    """Write `folder`/report; how many files it has. Args: walks: is there a walk to be shown?"""
    files: dict[str, bytes] = {}
    problem = gl_problem()
    if problem is None and robot.feet:
        film = _film(robot, walks)
        files = {"clip.webp": film.clip, "strip.jpg": film.strip}
    page = _page(adoption, robot, walks, "" if problem is None else f"No pictures: {problem}.")
    save_folder(folder / REPORT, {"index.html": page.encode(), **files}, MARKER)
    return 1 + len(files)


def _film(robot: Robot, walks: bool) -> Film:
    """Ahead at top speed, or in its ready pose."""
    conditions = WalkConditions.of(TUNING.first, robot)
    simulation = Simulation(
        robot, parse_world("flat"), TUNING.first, specimens=[conditions.specimen]
    )
    body = simulation.actors[0]
    skill = Hold(robot.ready)
    if walks:
        skill = DynamicWalk(robot, read_walk(robot))
        skill.command(Twist(skill.top_speed.ahead))
    one = BareHumanoid(robot, skill, body, breaker=STRICT)
    height = float(simulation.true_pose(robot.torso)[2, 3])
    reel = Reel(simulation, FilmView(distance=3.2 * height, height=0.6 * height))
    for _ in range(round((CLIP_S if walks else STILL_S) / body.dt)):
        one.tick()
        reel.step()
    film = reel.develop()
    simulation.close()
    return film


def _page(adoption: AdoptionFile, robot: Robot, walks: bool, note: str) -> str:
    title = f"{escape(robot.name)}: an adoption"
    shown = "" if note else _pictures(walks)
    return "\n".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head>",
            f"<body><h1>{title}</h1>",
            f'<p class="about">From {escape(adoption.model)}, {robot.dof} joints,'
            f" {robot.tree.mass:.2f} kg. {adoption.spent_s / 60.0:.1f} min of work,"
            f" {adoption.candidates} walks tried. {escape(note)}</p>",
            shown,
            "<h2>What works</h2>",
            f'<p class="about">{escape(adoption.seeds.capitalize() or "Not judged")}. Each specimen'
            " has its own noise, friction, mass, strength and false zeros.</p>",
            _table(adoption),
            f"<p>First walk: {escape(adoption.first_walk or 'not tried')}.</p>",
            f"<p>Search: {escape(adoption.tuned or 'not tried')}.</p>",
            "<h2>What was found</h2>",
            _list(adoption.notes),
            "<h2>What is missing, and how to mend it</h2>",
            _list((*adoption.missing, *_to_do(robot, walks))),
            "</body></html>",
        )
    )


def _pictures(walks: bool) -> str:
    caption = f"{CLIP_S:g} s ahead at top speed" if walks else "Its ready pose"
    return "".join(
        f'<figure><img src="{file}" alt="{caption}" loading="lazy">'
        f"<figcaption>{caption}.</figcaption></figure>"
        for file in ("clip.webp", "strip.jpg")
    )


def _table(adoption: AdoptionFile) -> str:
    head = "".join(f"<th>{column}</th>" for column in ("what", "without a fall", "measured"))
    rows = "".join(
        f'<tr><td>{escape(row.what)}</td><td class="count">{escape(str(row.rate))}</td>'
        f"<td>{escape(row.figure)}</td></tr>"
        for row in adoption.judged
    )
    return f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'


def _to_do(robot: Robot, walks: bool) -> Iterable[str]:
    if not robot.feet:
        yield "it has no two soles, so it neither stands nor walks: add [limbs.LEG.sole]"
    elif not walks:
        yield "no walk holds: more --minutes, or a stronger stance under [ready_deg]"
    movements = () if robot.directory is None else (robot.directory / "movements").glob("getup_*")
    known = {path.stem.removeprefix("getup_") for path in movements}
    if ways := [side for side in UP if side not in known]:
        yield (
            f"no way up from {', '.join(ways)}: write movements/getup_SIDE.toml (docs/movements.md)"
        )


def _list(sentences: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(one)}</li>" for one in sentences)
    return f"<ul>{items}</ul>" if items else "<p>Nothing.</p>"
