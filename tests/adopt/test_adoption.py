"""An adoption: stage by stage into the robot's folder, interrupted and gone on with."""

import importlib
from collections.abc import Callable
from pathlib import Path

import pytest

from drills.humanoids import naoish, written
from olympian.adopt import Adoption, import_model
from olympian.adopt.adoption_file import read_adoption
from olympian.adopt.walk_search import search_walk
from olympian.arena.crew import ALONE
from olympian.arena.walking.tuning import WalkHeader, read_study
from olympian.cli.main import main
from olympian.errors import OlympianError
from olympian.motion.walk import read_walk
from olympian.robot import load_robot

QUICK: dict[str, dict[str, float]] = {
    "adoption": {"STANDS": 1, "STANDS_S": 0.5},
    "first_steps": {"SECONDS": 0.3, "TRIALS": 1, "LEAST": -9.0},
    "trials": {"WALK_S": 0.5},
    "adoption_report": {"CLIP_S": 0.2, "STILL_S": 0.2},
}

"""Too short to fall, and to get anywhere."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, numbers in QUICK.items():
        module = importlib.import_module(f"olympian.adopt.{name}")
        for key, value in numbers.items():
            monkeypatch.setattr(module, key, value)
    trials = importlib.import_module("olympian.adopt.trials")
    monkeypatch.setattr(trials.judge_stand, "__defaults__", (0.5, lambda _: None))


def adoption(model: Path, folder: Path, tell: Callable[[str], None] = print) -> Adoption:
    return Adoption(
        model=model,
        folder=folder,
        crew=ALONE,
        minutes=0.0,
        trials=1,
        seed=0,
        about={"command": "a test"},
        tell=tell,
        make=lambda: import_model(model, "mine", folder),
    )


@pytest.mark.usefixtures("quick")
def test_a_strangers_robot_is_imported_judged_and_reported(tmp_path: Path) -> None:
    model, folder, said = written(tmp_path, naoish()), tmp_path / "mine", list[str]()
    found = adoption(model, folder, said.append).run()
    assert [row.what for row in found.judged][:2] == ["stands 0.5 s", "walks ahead 0.5 s"]
    assert found.seeds == "judging seed 20000"
    assert "no time" in found.tuned
    assert found.spent_s > 0.0
    page = (folder / "report" / "index.html").read_text()
    for words in ("stands 0.5 s", "no way up from front", "is shoved", found.missing[0][:20]):
        assert words in page
    assert read_walk(load_robot(folder)).limits.top_speed[0] > 0.0

    told, begun = len(said), found.spent_s
    again = adoption(model, folder, said.append).run()
    assert again.judged == found.judged, "what was done is not done again"
    assert len(said) == told + 1, "only the report is written anew"
    assert again.spent_s - begun < 1.0
    other = tmp_path / "other.urdf"
    other.write_text(naoish())
    with pytest.raises(OlympianError, match="holds an adoption of"):
        adoption(other, folder).run()
    (folder / "adoption.json").write_text('{"model": 3}')
    with pytest.raises(OlympianError, match=r"adoption\.json: is no adoption"):
        read_adoption(folder)


class EnoughError(Exception):
    """Somebody pressed Ctrl-C."""


def test_a_search_that_was_interrupted_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("olympian.adopt.walk_search")
    monkeypatch.setattr(module, "POPULATION", 4)
    monkeypatch.setattr(module, "SCENARIOS", ("right",))
    folder = tmp_path / "mine"
    model = written(tmp_path, naoish())
    first = adoption(model, folder)
    first._now = first._import(force=False)
    robot = load_robot(folder)

    def stop(_: str) -> None:
        raise EnoughError

    counts = []
    for _ in range(2):
        with pytest.raises(EnoughError):
            search_walk(robot, folder, ALONE, 1e12, 1e-9, {}, stop)
        counts.append(len(read_study(folder / "walk.study", WalkHeader).done()))
    assert counts == [1, 5], "the start alone, and then a generation more"


def test_mistakes_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, expected in {
        (str(tmp_path / "none.urdf"),): "none.urdf",
        (str(written(tmp_path, naoish())), "--name", "bioloid"): "a robot of the library has",
        (str(written(tmp_path, naoish())), "--name", "a/b"): "has a slash in it",
    }.items():
        assert main(["robot", "adopt", *words, "--out", str(tmp_path), "--workers", "1"]) == 2
        error = capsys.readouterr().err
        assert expected in error
        assert len(error.splitlines()) == 1
    assert not (tmp_path / "bioloid").exists()
