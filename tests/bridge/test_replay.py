"""A recorded run is decided again, and in the same way."""

import json
from pathlib import Path

import pytest

from drills.record import record_fall
from olympian import Humanoid
from olympian.bridge import RecordedRun
from olympian.humanoid import Replay, orders


def test_a_fall_is_decided_again_bit_for_bit(tmp_path: Path) -> None:
    path = tmp_path / "fall.mcap"
    log = record_fall(path)
    assert any("falling" in line for line in log)
    replay = Replay(path)
    while not replay.finished:
        replay.tick()
    assert replay.differs_at is None, replay.difference
    assert replay.ticks == 400
    again = list(replay.humanoid.log.since(0))
    told = ("wave", "walk 0.1")  # what came of commands is known to who gave them
    assert again == [line for line in log if not any(word in line for word in told)]


@pytest.mark.parametrize("left_out", ["drive", "claim", "servos"])
def test_a_replay_notices_what_is_missing(
    fall: Path, left_out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    obey = orders.obey

    def forget(robot: Humanoid, text: str, guests: dict) -> None:
        order = json.loads(text)
        if left_out not in (order.get("do"), order["to"]):
            obey(robot, text, guests)

    monkeypatch.setattr("olympian.humanoid.replay.obey", forget)
    replay = Replay(fall)
    replay.body.servos.table["slope_cw"][:] = 4  # type: ignore[union-attr]
    for _ in range(180):
        replay.tick()
    assert replay.differs_at is not None


def test_from_the_beginning_it_is_the_same_once_more(fall: Path) -> None:
    replay = Replay(fall)
    first = [replay.tick().R_world_torso[2, 2] for _ in range(120)]
    replay.rewind()
    assert [replay.tick().R_world_torso[2, 2] for _ in range(120)] == first


def test_a_robot_of_ones_own_comes_with_the_recording(tmp_path: Path) -> None:
    source = Humanoid("bioloid").robot.directory
    assert source is not None
    home = tmp_path / "mine"
    home.mkdir()
    for file in source.iterdir():
        if file.is_file():
            (home / file.name).write_bytes(file.read_bytes())
    robot = Humanoid(str(home))
    with robot.record(tmp_path / "mine.mcap"):
        robot.run(0.3)
    for file in home.iterdir():
        file.unlink()
    replay = Replay(tmp_path / "mine.mcap")
    while not replay.finished:
        replay.tick()
    assert replay.differs_at is None
    assert replay.run.whole


def test_a_run_that_is_recorded_from_its_middle_says_so(tmp_path: Path) -> None:
    robot = Humanoid("bioloid")
    robot.run(0.1)
    with robot.record(tmp_path / "late.mcap"):
        robot.run(0.1)
    assert not RecordedRun.read(tmp_path / "late.mcap").whole


def test_two_recordings_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    robot = Humanoid("bioloid")
    first, second = (robot.record(tmp_path / f"{name}.mcap") for name in ("first", "second"))
    robot.machine.press("cheer")
    robot.run(0.2)
    first.close()
    robot.hold({robot.robot.joint_names[0]: 0.1})
    robot.run(0.2)
    second.close()
    for name, ticks in (("first", 20), ("second", 40)):
        replay = Replay(tmp_path / f"{name}.mcap")
        while not replay.finished:
            replay.tick()
        assert (replay.ticks, replay.differs_at) == (ticks, None)
