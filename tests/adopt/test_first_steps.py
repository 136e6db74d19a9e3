"""A first walk is kept where it holds, and said to fail where it does not."""

import dataclasses
import importlib
from pathlib import Path

import pytest

from drills.humanoids import naoish, written
from olympian.adopt import first_steps, import_model, write_import
from olympian.robot import load_robot


def test_a_robot_takes_its_first_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    module = importlib.import_module("olympian.adopt.first_steps")
    monkeypatch.setattr(module, "SECONDS", 2.0)
    monkeypatch.setattr(module, "TRIALS", 1)
    folder = tmp_path / "mine"
    found = import_model(written(tmp_path, naoish()), "mine", folder)
    robot = load_robot(write_import(found, folder))
    steps = first_steps(robot)
    assert len(steps.way_m) == 1
    assert steps.asked_m > 0.1
    on_the_spot = dataclasses.replace(steps, fell=0, way_m=(0.1 * steps.asked_m,))
    ahead = dataclasses.replace(steps, fell=0, way_m=(0.5 * steps.asked_m,))
    fallen = dataclasses.replace(ahead, fell=1)
    assert [one.walks for one in (on_the_spot, ahead, fallen)] == [False, True, False]
    assert "1 of 1 fell" in str(fallen)
