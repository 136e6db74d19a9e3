"""A pose file that changes under the robot's feet."""

import os
from pathlib import Path

import pytest

from olympian.errors import OlympianError
from olympian.motion.pose import WatchedPoses, read_poses, write_poses
from olympian.motion.pose.watched import LOOKS_AFTER_A_CHANGE
from olympian.robot import load_robot

BIOLOID = load_robot("bioloid")
HEADER = "LimbString,roll,pitch,yaw,x,y,z,Position Name\n"
ONE = HEADER + "left_leg,-,-,-,0.01,-,-,one\n"
TWO = ONE + "\nleft_leg,-,-,-,0.02,-,-,two\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "poses.csv"
    path.write_text(ONE)
    return path


def changes(watched: WatchedPoses) -> dict[str, float | None]:
    return {p.name: p.change.limbs["left_leg"].x for p in watched.poses.positions}


def test_a_save_is_used_at_the_next_look(file: Path) -> None:
    watched = WatchedPoses(file, BIOLOID)
    before = watched.poses
    assert watched.poses is before
    file.write_text(TWO)
    assert changes(watched) == {"one": 0.01, "two": 0.02}
    assert watched.problem is None
    assert list(before) == ["one"]


def test_a_mistake_keeps_the_old_poses_until_it_is_mended(file: Path) -> None:
    watched = WatchedPoses(file, BIOLOID)
    file.write_text(ONE.replace("0.01", "0.o3"))
    assert changes(watched) == {"one": 0.01}
    assert watched.problem == (
        f"{file}:2: column 5 (x): '0.o3' is not a number; write one like -7.5, or - for unset"
    )
    for _ in range(2 * LOOKS_AFTER_A_CHANGE):
        assert changes(watched) == {"one": 0.01}
    assert watched.problem is not None
    file.write_text(ONE.replace("0.01", "0.03"))
    assert changes(watched) == {"one": 0.03}
    assert watched.problem is None


def test_taking_a_mistake_back_clears_the_problem(file: Path) -> None:
    watched = WatchedPoses(file, BIOLOID)
    file.write_text("nonsense\n")
    assert changes(watched) == {"one": 0.01}
    assert watched.problem
    file.write_text(ONE)
    assert changes(watched) == {"one": 0.01}
    assert watched.problem is None


def test_a_file_that_vanishes_and_returns(file: Path) -> None:
    watched = WatchedPoses(file, BIOLOID)
    file.unlink()
    assert changes(watched) == {"one": 0.01}
    assert watched.problem == f"{file}: cannot be read: No such file or directory"
    file.write_text(TWO)
    assert "two" in watched.poses
    assert watched.problem is None


def test_no_part_of_a_save_is_taken_for_the_whole(file: Path) -> None:
    """Whatever part of a longer file is there at one look, the poses are the old or the new."""
    new = TWO.replace("0.01", "0.05").encode()
    for length in range(len(new)):
        file.write_text(TWO)
        watched = WatchedPoses(file, BIOLOID)
        file.write_bytes(new[:length])
        assert changes(watched) == {"one": 0.01, "two": 0.02}
        file.write_bytes(new)
        assert changes(watched) == {"one": 0.05, "two": 0.02}
        assert watched.problem is None


@pytest.mark.parametrize("text", [ONE.replace("0.01", "0.05"), TWO.replace("0.01", "0.05")[:-1]])
def test_a_shorter_file_is_believed_at_the_second_look(file: Path, text: str) -> None:
    file.write_text(TWO)
    watched = WatchedPoses(file, BIOLOID)
    file.write_text(text)
    assert changes(watched)["one"] == 0.01
    assert changes(watched)["one"] == 0.05
    assert watched.problem is None


def test_two_saves_within_one_tick_of_the_file_system(file: Path) -> None:
    """Same length, same time: only the contents tell, and they are looked at for a while."""
    watched = WatchedPoses(file, BIOLOID)
    file.write_text(ONE.replace("0.01", "0.02"))
    stamp = file.stat().st_mtime_ns
    assert changes(watched) == {"one": 0.02}
    file.write_text(ONE.replace("0.01", "0.03"))
    os.utime(file, ns=(stamp, stamp))
    assert changes(watched) == {"one": 0.03}


def test_a_quiet_file_is_not_read(file: Path) -> None:
    """After the looks that follow a change only time and length are asked for."""
    watched = WatchedPoses(file, BIOLOID)
    for _ in range(LOOKS_AFTER_A_CHANGE):
        _ = watched.poses
    stamp = file.stat().st_mtime_ns
    file.write_text(ONE.replace("0.01", "0.07"))
    os.utime(file, ns=(stamp, stamp))
    assert changes(watched) == {"one": 0.01}
    os.utime(file, ns=(stamp, stamp + 1))
    assert changes(watched) == {"one": 0.07}


def test_options_hold_for_every_reading(file: Path) -> None:
    watched = WatchedPoses(file, BIOLOID, build_on="previous", axes="holy")
    file.write_text(TWO)
    assert watched.poses == read_poses(file, BIOLOID, "previous", "holy")
    assert watched.poses != read_poses(file, BIOLOID)


def test_our_own_writer_is_seen(file: Path) -> None:
    watched = WatchedPoses(file, BIOLOID)
    file.with_name("other.csv").write_text(TWO)
    book = read_poses(file.with_name("other.csv"), BIOLOID)
    write_poses(file, book)
    assert watched.poses == book


def test_without_good_poses_at_the_start_there_is_nothing_to_watch(file: Path) -> None:
    file.write_text("nonsense\n")
    with pytest.raises(OlympianError, match="column 1"):
        WatchedPoses(file, BIOLOID)
