"""Prose is checked: its programs run, its files are read, its cells are short, its links lead."""

import re
import shlex
from collections.abc import Callable, Iterator
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from olympian import Humanoid, Semantic
from olympian.cli.main import app
from olympian.decision.navigate import Floor, NavigationStatus
from olympian.motion.animate import build, read_frame_set
from olympian.motion.pose import read_poses
from olympian.robot import load_robot
from olympian.robot.config import read_config

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
OF_NOW = [page for page in PAGES if page.name != "CHANGELOG.md"]
"""A changelog may name what is gone."""
ROOT_COMMAND = get_command(app)
LONGEST_CELL = 160
"""Characters of a table cell as it is read, which is two lines of a narrow table."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[str]:
    """All code blocks of a language on a page, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)


def cells(page: Path) -> list[str]:
    """All table cells of a page as they are read: a link or picture is its text."""
    prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    rows = re.findall(r"^\|(.*)\|\s*$", prose, re.MULTILINE)
    shown = [re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", row) for row in rows]
    return [cell.strip() for row in shown for cell in re.split(r"(?<!\\)\|", row)]


def check_first_program(names: dict, _: str) -> None:
    robot = names["robot"]
    assert hypot(robot.place.x + 0.8, robot.place.y - 0.2) < 0.15
    assert hypot(robot.seen.ball.x, robot.seen.ball.y) < 0.2, "it lies on the centre spot"


def check_control_module(names: dict, _: str) -> None:
    assert names["robot"].situation.state is Semantic.WALKING
    assert names["robot"].place.x > 0.2


def check_navigation(names: dict, out: str) -> None:
    assert names["navigator"].status is NavigationStatus.DRIVING
    assert names["command"].forward > 0.0
    assert names["reckoning"].place == (0.0, 0.0, 0.0)
    assert "[2. 0.]" in out
    assert "go to (0.90, 0.00): done" in out
    assert len(Floor.of(names["robot"].world).obstacles) == 2


def check_driving(_: dict, out: str) -> None:
    assert out.startswith("walk loop")


def check_trees(_: dict, out: str) -> None:
    assert "@Light + seconds:0.5, since 0.00 s" in out


def check_dynamixel(names: dict, out: str) -> None:
    assert str([*range(1, 19)]) in out
    assert "\n0 1.1 ms\n" in out, "scans are no time-outs"
    assert len(names["data"]) == 18


def check_breaker(_: dict, out: str) -> None:
    assert out == "hello\nmy display\n"


def check_skills(_: dict, out: str) -> None:
    """What the comments say is what is printed."""
    for said in re.findall(r"print\(.*\)  # (.*)", (ROOT / "docs" / "skills.md").read_text()):
        assert f"{said}\n" in out


def check_team(names: dict, out: str) -> None:
    assert out.startswith("playing pushing penalty\nwalking\n['supporter', 'attacker']\n")
    assert names["players"][0].team_world.ball.x == 1.0


CHECKS: dict[str, Callable[[dict, str], None]] = {
    "README.md": check_first_program,
    "docs/driving.md": check_driving,
    "docs/dsd.md": check_trees,
    "docs/dynamixel.md": check_dynamixel,
    "docs/faults.md": check_breaker,
    "docs/hcm.md": check_control_module,
    "docs/navigation.md": check_navigation,
    "docs/skills.md": check_skills,
    "docs/team.md": check_team,
}
"""What has to come of the programs on a page, beyond that they run."""


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name_of)
def test_all_programs_run(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, as a reader would type them; no block is left out."""
    names: dict = {"__name__": page.stem}
    for program in blocks(page, "python"):
        if ".show()" in program:  # it would wait for a visitor
            monkeypatch.setattr(Humanoid, "show", lambda _: None)
        exec(compile(program, str(page), "exec"), names)
    if check := CHECKS.get(name_of(page)):
        check(names, capsys.readouterr().out)


def test_every_check_has_its_program() -> None:
    assert {name for name in CHECKS if not blocks(ROOT / name, "python")} == set()


def test_the_first_program_fits_on_a_screen() -> None:
    (program,) = blocks(ROOT / "README.md", "python")
    assert len([line for line in program.splitlines() if line]) <= 8


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_table_cells_are_phrases(page: Path) -> None:
    assert [cell for cell in cells(page) if len(cell) > LONGEST_CELL] == []


def test_the_movement_in_the_docs_builds(tmp_path: Path) -> None:
    file = tmp_path / "one_leg.toml"
    file.write_text(blocks(ROOT / "docs" / "movements.md", "toml")[0])
    built = build(load_robot("bioloid"), read_frame_set(file))
    assert [frame.name for frame in built.loop] == ["over left", "right up"]


def test_the_poses_in_the_docs_are_read(tmp_path: Path) -> None:
    file = tmp_path / "poses.csv"
    file.write_text(blocks(ROOT / "docs" / "movements.md", "csv")[0])
    assert list(read_poses(file, load_robot("bioloid"))) == ["pose_default", "pose_shift_weight"]


def test_the_robot_in_the_docs_is_read(tmp_path: Path) -> None:
    file = tmp_path / "robot.toml"
    file.write_text(blocks(ROOT / "docs" / "robots.md", "toml")[0])
    assert read_config(file).name == "mine"


def anchors(page: Path) -> set[str]:
    """What a link may name behind the # of a page: its headings, as GitHub spells them."""
    prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text()):
        there = page.parent / target if target else page
        assert there.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(there), f"{page.name} links to {target}#{anchor}"


def command_lines(page: Path) -> Iterator[list[str]]:
    """The words of all commands on a page, in blocks and in sentences, without comments."""
    prose = page.read_text().replace("\\\n", " ")
    in_blocks = re.findall(r"^(?:.*\| )?olympian (.+)$", prose, re.MULTILINE)
    in_sentences = re.findall(r"`olympian ([^`]+)`", prose)
    for line in (*in_blocks, *in_sentences):
        yield shlex.split(line, comments=True)


def fault_of(words: list[str]) -> str:
    """What a command line names that does not exist; empty if there is all of it."""
    command: Any = ROOT_COMMAND
    while commands := getattr(command, "commands", None):
        if not words or words[0] == "COMMAND":
            return ""
        names, words = words[0].split("|"), words[1:]  # play|drive stands for both
        if missing := set(names) - commands.keys():
            return f"no command {missing}"
        command = commands[names[0]]
    known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
    said = {word.strip("[]") for word in words if word.strip("[").startswith("--")}
    if missing := said - known - {"--help"}:
        return f"no option {missing}"
    if not said or re.search(r"[…|\[]|\b[A-Z]+\b", " ".join(words)):
        return ""  # a mere name, or with words that stand for others
    try:
        command.make_context("olympian", words)
    except Exception as error:
        return str(error)
    return ""


@pytest.mark.parametrize("page", [page for page in OF_NOW if any(command_lines(page))], ids=name_of)
def test_commands_are_those_of_now(page: Path) -> None:
    faults = {" ".join(words): fault_of(words) for words in command_lines(page)}
    assert {line: fault for line, fault in faults.items() if fault} == {}


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text()
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages - {"index.md"} if f"]({page})" not in index} == set()
