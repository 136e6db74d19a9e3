"""Prose is checked: the files it shows are read, and what it links to exists."""

import re
from pathlib import Path

import pytest

from olympian.motion.animate import build, read_frame_set
from olympian.motion.pose import read_poses
from olympian.robot import load_robot
from olympian.robot.config import read_config

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def block(page: str, language: str) -> str:
    """The first code block of a language on a page."""
    found = re.search(rf"```{language}\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert found, f"{page} shows no {language}"
    return found.group(1)


def test_the_movement_in_the_docs_builds(tmp_path: Path) -> None:
    file = tmp_path / "one_leg.toml"
    file.write_text(block("docs/movements.md", "toml"))
    built = build(load_robot("bioloid"), read_frame_set(file))
    assert [frame.name for frame in built.loop] == ["over left", "right up"]


def test_the_poses_in_the_docs_are_read(tmp_path: Path) -> None:
    file = tmp_path / "poses.csv"
    file.write_text(block("docs/movements.md", "csv"))
    assert list(read_poses(file, load_robot("bioloid"))) == ["pose_default", "pose_shift_weight"]


def test_the_robot_in_the_docs_is_read(tmp_path: Path) -> None:
    file = tmp_path / "robot.toml"
    file.write_text(block("docs/robots.md", "toml"))
    assert read_config(file).name == "mine"


def test_the_program_in_the_readme_runs() -> None:
    exec(compile(block("README.md", "python"), "README.md", "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
