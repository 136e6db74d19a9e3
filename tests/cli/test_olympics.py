"""`olympian olympics`: what it prints, what it refuses, what it leaves behind."""

import json
from pathlib import Path

import pytest

from olympian.arena import EVENTS
from olympian.cli.main import main

QUICK = ("--events", "getup_back", "--seeds", 1, "--jobs", 1, "--tuning")


@pytest.fixture
def olympics(capsys: pytest.CaptureFixture[str]):
    """Runs the command; gives back exit code, stdout, stderr."""

    def call(*words: object) -> tuple[int, str, str]:
        code = main(["olympics", *(str(word) for word in words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_a_scoreboard_for_people(olympics) -> None:
    code, out, err = olympics(*QUICK)
    assert (code, err) == (0, "")
    assert "getup_back" in out
    assert "of 1" in out
    assert "95 % within 6 s" in out
    assert "at least 20 seeds" in out
    assert "tuning seed 0" in out


def test_figures_come_from_the_judging_seeds_unless_asked_otherwise(olympics) -> None:
    out = olympics(*QUICK[:-1], "--seed", 900_000)[1]
    assert "judging seed 920000" in out


def test_json_is_keyed_by_event(olympics) -> None:
    code, out, err = olympics(*QUICK, "--seed", 3, "--json")
    assert (code, err) == (0, "")
    scores = json.loads(out)
    assert list(scores) == ["getup_back"]
    score = scores["getup_back"]
    assert score["trials"] == 1
    assert {"successes", "falls", "time_s", "must", "reached"} <= set(score)
    assert "details" not in score


def test_details_give_every_trial_and_its_conditions(olympics) -> None:
    out = olympics(*QUICK, "--seed", 3, "--json", "--details")[1]
    (trial,) = json.loads(out)["getup_back"]["details"]
    assert trial["seed"] == trial["conditions"]["seed"] == 3
    assert 0.6 <= trial["conditions"]["friction"] <= 1.0
    assert trial["side"] == "back"


def test_a_report_is_written_where_it_was_asked_for(olympics, tmp_path: Path) -> None:
    code, _, err = olympics(*QUICK, "--report", tmp_path / "report")
    assert code == 0
    assert str(tmp_path / "report" / "index.html") in err
    assert (tmp_path / "report" / "getup_back.png").stat().st_size > 5000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--events", "race,stars"), "did you mean 'stairs'"),
        (("--events", ","), "no events"),
        (("--seeds", 0), "seeds"),
        (("--jobs", 0), "jobs"),
        (("--robot", "nobody"), "unknown robot"),
        (("--robot", "fumanoid"), "'fumanoid' does not have"),
    ],
)
def test_mistakes_are_one_line_and_exit_2(words: tuple, said: str, olympics) -> None:
    code, out, err = olympics(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_folder_with_other_files_is_refused_before_anything_runs(
    olympics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "thesis.tex").write_text("years")

    def run(*_: object) -> None:
        raise AssertionError("a trial ran")

    monkeypatch.setattr(EVENTS["getup_back"], "run", run)
    code, out, err = olympics(*QUICK, "--report", tmp_path)
    assert (code, out) == (2, "")
    assert "thesis.tex" in err


def test_the_library_robot_has_all_that_every_event_needs() -> None:
    from olympian.robot import load_robot

    for event in EVENTS.values():
        event.check(load_robot("bioloid"))
