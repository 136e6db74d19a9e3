"""`olympian tune`: what it finds, leaves behind and refuses; with real, tiny trials."""

import json
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from olympian.arena.crew import Alone, processes
from olympian.arena.walking.tuning import (
    EXERCISES,
    Build,
    Drill,
    Marks,
    Tops,
    evaluate,
    exercise,
    first_walk,
    ray_cluster,
    training_seeds,
)
from olympian.arena.walking.tuning.exercise import Exercise
from olympian.cli.main import main
from olympian.motion.walk import DynamicWalk, read_walk
from olympian.robot import load_robot

QUICK = (
    *("--scenarios", "turn", "--population", 4, "--workers", 1),
    *("--finalists", 1, "--final-rounds", 1, "--proof-trials", 1),
)


@pytest.fixture
def tune(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs the command; gives back exit code, stdout, stderr."""
    turn = next(one for one in EXERCISES if one.name == "turn")
    monkeypatch.setattr(exercise, "EXERCISES", (replace(turn, seconds=3.0),))
    monkeypatch.setattr("olympian.arena.walking.tuning.proof.PROVEN_S", 0.6)

    def call(*words: object) -> tuple[int, str, str]:
        code = main(["tune", *(str(word) for word in words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture(scope="module")
def drills() -> list[Drill]:
    """Two candidates with a short scenario."""
    start = first_walk(Build.of(load_robot("bioloid")))
    short, seeds = (Exercise("short", 3.0, (0.5, 0.0, 0.0)),), training_seeds(0, 0, 1, 1)
    sets = [start.changed({"pattern.lift": lift}) for lift in (0.01, 0.03)]
    return [Drill("bioloid", one, Tops.of(start), short, seeds) for one in sets]


@pytest.fixture(scope="module")
def marks(drills: list[Drill]) -> dict[int, Marks]:
    """What this process finds."""
    return dict(Alone().carry_out(evaluate, drills))


def test_a_search_is_gone_on_with_shown_drawn_and_replaces_only_its_own_result(
    tune, tmp_path: Path
) -> None:
    study, out, plots = tmp_path / "mine.study", tmp_path / "mine.toml", tmp_path / "plots"
    words = ("walk", "--robot", "bioloid", *QUICK, "--study", study, "--out", out)
    code, said, err = tune(*words, "--trials", 2, "--json")
    assert code == 0, err
    first = json.loads(said)
    assert first["trials"] == 2
    assert 0.0 < first["value"] <= first["start_value_in_finals"] <= 1.0
    robot = load_robot("bioloid")
    DynamicWalk(robot, read_walk(robot, out))
    text = out.read_text()
    for fact in (
        "robot: bioloid",
        "trials: 2",
        "command: olympian",
        "mujoco",
        "date: 20",
        "proof: forward 0.28 m/s 1 of 1",
        "0.6 s each, choosing seed 10000; set ",
        "seed 0",
    ):
        assert fact in text

    code, said, err = tune("proof", out, "--robot", "bioloid", "--trials", 2, "--workers", 1)
    assert (code, said.startswith("forward 0.28 m/s 2 of 2")) == (0, True)
    assert "choosing seeds 10000–10001" in out.read_text()

    code, said, err = tune(*words, "--trials", 3, "--plots", plots)
    assert code == 0, err
    assert "goes on after 2 trials" in err
    assert "3 trials; in the finals" in said
    assert {file.name for file in plots.iterdir()} >= {"history.png", "ranks.png", "slices.png"}
    code, said, _ = tune("show", study, "--json")
    assert (code, json.loads(said)["trials"]) == (0, 3)
    assert "pattern.step_time" in tune("show", study)[1]

    out.write_text("# somebody's own\n")
    code, _, err = tune(*words, "--trials", 3)
    assert code == 2
    assert "not this study's result" in err
    assert out.read_text() == "# somebody's own\n"
    code, _, err = tune(*words, "--trials", 3, "--seed", 5)
    assert (code, err.count("\n")) == (2, 2)
    assert "begun with another --seed: 0, not 5" in err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--robot", "bioloit"], "did you mean 'bioloid'?"),
        (["--scenarios", "fly"], "unknown scenario 'fly'"),
        (["--start", "none.toml"], "none.toml: no such file"),
        (["--out", "a.study", "--study", "a.study"], "is the study itself"),
        (["--study", "."], "is a folder"),
        (["--trials", "0"], "--trials"),
        (["--ray", "nonsense"], "no Ray cluster at 'nonsense': that is not host:port"),
        (["--ray", "127.0.0.1:1"], "no Ray cluster at '127.0.0.1:1': Connection refused"),
    ],
)
def test_bad_input_is_one_line(
    tune, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = tune("walk", *words)
    assert code == 2
    assert complaint in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_study_that_is_none_cannot_be_shown(tune, tmp_path: Path) -> None:
    assert tune("show", tmp_path / "none.study")[0] == 2
    assert "no such study" in tune("show", tmp_path / "none.study")[2]


def test_a_robot_that_nobody_knows_gets_a_start_from_its_size(tune, tmp_path: Path) -> None:
    folder = load_robot("fumanoid").directory
    assert folder is not None
    text = (folder / "fumanoid.urdf").read_text()
    urdf = tmp_path / "stranger.urdf"
    urdf.write_text(text.replace('<robot name="fumanoid"', '<robot name="stranger"', 1))
    words = ("--robot", urdf, "--study", tmp_path / "mine.study")
    code, said, err = tune("walk", *words, *QUICK, "--trials", 1, "--json")
    assert code == 0, err
    assert "sizes of stranger, which has no walk yet" in err
    assert json.loads(said)["trials"] == 1


def test_several_processes_find_what_one_finds(drills: list[Drill], marks) -> None:
    assert marks[0] != marks[1]
    with processes(2) as crew:
        assert dict(crew.carry_out(evaluate, drills)) == marks


def test_a_ray_cluster_finds_what_one_process_finds(drills: list[Drill], marks) -> None:
    with ray_cluster("local", workers=1) as crew:
        import ray

        assert ray.get_runtime_context().gcs_address.startswith("127.0.0.1:")
        assert dict(crew.carry_out(evaluate, drills)) == marks


def test_a_port_where_nobody_speaks_ray_is_given_up(
    tune, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("olympian.arena.walking.tuning.ray_crew.PATIENCE", 1.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"127.0.0.1:{mute.getsockname()[1]}"
        words = ("--robot", "bioloid", "--study", tmp_path / "a.study", "--ray", address)
        code, _, err = tune("walk", *words)
    assert code == 2
    assert "no answer within 1.5 s" in err
