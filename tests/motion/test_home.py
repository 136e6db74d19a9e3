"""A robot's folder is its home: walk, movements, gaits and kicks in it are its own."""

import shutil
from pathlib import Path

import pytest

from olympian.motion.animate import load_movement, movement_names, read_movement
from olympian.motion.home import LIBRARY, own_folder
from olympian.motion.kick import kick_path
from olympian.motion.step import gait_names, read_gait
from olympian.motion.walk import read_walk, walk_path
from olympian.motion.walks import walk_names
from olympian.robot import Robot, load_robot
from olympian.robot.library import LIBRARY as ROBOTS


@pytest.fixture
def mine(tmp_path: Path) -> Robot:
    """The bioloid under another name, in a folder of its own with nothing else in it."""
    folder = tmp_path / "mine"
    shutil.copytree(ROBOTS / "bioloid", folder)
    file = folder / "robot.toml"
    file.write_text(file.read_text().replace('name = "bioloid"', 'name = "mine"', 1))
    return load_robot(folder)


def home(robot: Robot) -> Path:
    folder = own_folder(robot)
    assert folder is not None
    return folder


def test_an_empty_home_offers_nothing(mine: Robot) -> None:
    assert movement_names(mine) == gait_names(mine) == ()
    assert walk_path(mine) == home(mine) / "walk.toml"
    assert kick_path(mine) == home(mine) / "kicks" / "kick.toml"
    assert "dynamic" not in walk_names(mine)


def test_what_lies_in_a_home_is_used(mine: Robot) -> None:
    for own, given in (("movements", ""), ("gaits", "gaits")):
        (home(mine) / own).mkdir()
        file = sorted(path.name for path in (LIBRARY / "bioloid" / given).glob("s*.toml"))[0]
        shutil.copy(LIBRARY / "bioloid" / given / file, home(mine) / own / file)
        names = movement_names(mine) if own == "movements" else gait_names(mine)
        assert names == (file.removesuffix(".toml"),)
    shutil.copy(LIBRARY / "bioloid" / "walk.toml", home(mine) / "walk.toml")
    (movement,), (gait,) = movement_names(mine), gait_names(mine)
    assert load_movement(mine, movement).name == read_movement("bioloid", movement).name
    assert read_gait(mine, gait) == read_gait("bioloid", gait)
    assert read_walk(mine) == read_walk(load_robot("bioloid"))
    assert walk_names(mine)[0] == "dynamic"


def test_a_copy_with_a_name_of_the_library_keeps_what_that_has(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(ROBOTS / "bioloid", folder)
    copy, told = load_robot(folder), load_robot("bioloid")
    assert movement_names(copy) == movement_names(told)
    assert walk_path(copy) == walk_path(told)
    shutil.copy(walk_path(told), folder / "walk.toml")
    assert walk_path(copy) == folder / "walk.toml"


def test_robots_of_the_library_have_no_other_home() -> None:
    assert own_folder(load_robot("bioloid")) is None
    assert own_folder("bioloid") is None
