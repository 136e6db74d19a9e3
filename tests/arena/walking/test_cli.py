"""`olympian bench walk`: what it prints and what it refuses."""

import json
from pathlib import Path

import pytest

from olympian.cli.main import main
from olympian.motion.number_set import write_numbers
from olympian.motion.walk import WalkConfig


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs the command; gives back exit code, stdout, stderr."""
    monkeypatch.setattr("olympian.arena.walking.speeds.HOLD", 4.0)

    def call(*words: object) -> tuple[int, str, str]:
        code = main(["bench", "walk", *(str(word) for word in words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    """A walk that may only go slowly: short ladders."""
    path = tmp_path / "walk.toml"
    slow = {"limits.top_speed": [0.1, 0.05, 0.2], "limits.backward": 0.5}
    write_numbers(path, WalkConfig(description="slow").changed(slow), "for a test")
    return path


def test_json_has_the_figure_and_what_it_rests_on(bench, walk: Path) -> None:
    code, out, err = bench(
        "--trials", 1, "--workers", 1, "--walk", walk, "--only", "forward", "--json", "--seed", 5
    )
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["forward_m_s"] == pytest.approx(0.1, rel=0.6)
    assert report["trials"] == report["successes"]["forward"] == 1
    assert report["falls"]["forward"] == 0
    (rung,) = report["rungs"]["forward"][:1]
    assert (rung["level"], rung["held"], rung["passed"]) == (0.1, 1, True)
    assert "turn_rad_s" not in report
    held = report["held"]["forward"]
    assert (held["asked"], held["limit"]) == (0.1, 0.1)
    assert held["speed"]["median"] == report["forward_m_s"]
    assert held["rate"]["trials"] == held["rate"]["successes"] == 1
    assert 0.0 < held["rate"]["low"] < 0.5
    assert 0.0 <= held["heading_error_deg"]["median"] < 45.0
    assert report["engine_us"] > 1.0
    conditions = report["conditions"]
    assert conditions["seeds"] == "judging seed 20005"
    assert conditions["physics_dt"] == 0.001
    assert conditions["walk"] == str(walk)
    assert len(conditions["walk_sha256"]) == 16
    assert "mujoco" in conditions["versions"]


def test_a_table_for_people_says_what_is_asked(bench, walk: Path) -> None:
    code, out, err = bench("--trials", 1, "--workers", 1, "--walk", walk, "--only", "backward")
    assert (code, err) == (0, "")
    assert "backward_m_s" in out
    assert "≥ 0.3" in out
    assert " no " in out
    assert "judging seed 20000" in out
    assert "backward: asked 0.05 (limit 0.05), went" in out
    assert "heading off by" in out
    assert "at least 20 trials" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--robot", "nobody"), "unknown robot"),
        (("--only", "forward,pusch"), "did you mean 'push'"),
        (("--trials", 0), "trials"),
        (("--workers", 0), "workers"),
        (("--walk", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_mistakes_are_one_line_and_exit_2(words: tuple, said: str, bench) -> None:
    code, out, err = bench(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_push_that_nobody_asked_about_is_refused(bench) -> None:
    code, out, err = bench("--trials", 1, "--only", "forward", "--push", 3)
    assert (code, out) == (2, "")
    assert "neither push nor open_loop_push in forward" in err
    assert err.count("\n") == 1
