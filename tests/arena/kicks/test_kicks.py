"""Kicks as they are measured and tuned: what is drawn, what counts, and where results go."""

import json
from dataclasses import replace
from math import pi, radians
from pathlib import Path

import pytest
from typer.testing import CliRunner

from olympian.arena.kicks import KickDraw, KickKind, KickOutcome, run_kick
from olympian.arena.kicks.bench import KickTask, measure
from olympian.arena.kicks.stride_trial import RunUp
from olympian.arena.kicks.trial import ASKEW, OFF
from olympian.arena.kicks.tuning import KICK_SPACE, KickDrill, evaluate_kicks, kick_loss
from olympian.arena.walking.tuning import Build, search_space
from olympian.cli.main import app
from olympian.errors import OlympianError
from olympian.motion.kick import read_kick
from olympian.robot import load_robot

FUMANOID = load_robot("fumanoid")
GOOD = KickOutcome(3.0, radians(2.0), radians(8.0), False, 1.5, "")


def test_a_draw_is_off_by_what_is_allowed_and_feet_take_turns() -> None:
    draws = [KickDraw.of(seed, KickKind.SIDE) for seed in range(200)]
    assert draws[7] == KickDraw.of(7, KickKind.SIDE)
    furthest = max(max(map(abs, one.off)) for one in draws)
    assert 0.9 * OFF < furthest <= OFF
    assert 0.9 * ASKEW < max(abs(one.askew) for one in draws) <= ASKEW
    assert [one.foot for one in draws[:3]] == ["left", "right", "left"]
    assert [one.direction for one in draws[:2]] == [pi / 2, -pi / 2]


def test_the_aim_counts_and_not_what_the_robot_was_told() -> None:
    assert GOOD.direction_error == pytest.approx(radians(6.0))
    assert replace(GOOD, turned=None).direction_error == pi


def test_who_falls_is_worse_than_whoever_stands() -> None:
    worst = replace(GOOD, distance=0.1, turned=1.0, seconds=5.0)
    fell = replace(GOOD, fell=True)
    losses = [kick_loss(one) for one in (GOOD, worst, fell)]
    assert losses == sorted(losses)
    assert len(set(losses)) == 3
    assert kick_loss(replace(GOOD, distance=2.0)) > losses[0]
    assert kick_loss(replace(GOOD, turned=radians(9.0))) > losses[0]
    assert kick_loss(replace(GOOD, seconds=2.0)) > losses[0]


def test_a_trial_is_the_same_again_and_a_real_kick() -> None:
    first, again = (run_kick(FUMANOID, 4, physics_dt=0.002, follow=False) for _ in range(2))
    assert first == again
    assert not first.fell
    assert first.distance > 1.0
    assert abs(first.turned or pi) < radians(12.0)


def test_a_set_that_hardly_moves_the_foot_kicks_nowhere() -> None:
    weak = read_kick(FUMANOID).changed({"swing.speed": 0.1})
    outcome = run_kick(FUMANOID, 4, config=weak, physics_dt=0.002, follow=False)
    assert outcome.distance < 0.5


def test_numbers_that_no_kick_can_be_made_of_are_marked() -> None:
    askew = read_kick(FUMANOID).changed({"reach.turn_deg": (10.0, 20.0)})
    marks = evaluate_kicks(KickDrill("fumanoid", askew, ("straight",), ((4,),)))
    assert marks.value == pytest.approx(0.8)


def test_every_bound_of_the_space_is_a_number_of_a_set() -> None:
    for name in ("fumanoid", "wolfgang", "bioloid"):
        robot = load_robot(name)
        space = search_space(Build.of(robot), read_kick(robot), KICK_SPACE)
        assert len(space) == len(KICK_SPACE)
        assert all(one.low <= one.start <= one.high for one in space)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(OlympianError, match="kind of kick"):
        measure(["fumanoid"], ["overhead"], 1)


def test_walked_kicks_are_asked_for_by_name_and_told_when_the_ball_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[KickTask] = []

    def run(task: KickTask) -> KickOutcome:
        asked.append(task)
        return replace(GOOD, hit_at=3.7)

    monkeypatch.setattr(KickTask, "run", run)
    rows = measure(["fumanoid"], ["stride", "stopped"], 2, choosing=True)
    assert [(row.kind, row.hit_s) for row in rows] == [("stride", 3.7), ("stopped", 3.7)]
    assert [task.kind for task in asked] == [RunUp.STRIDE] * 2 + [RunUp.STOPPED] * 2
    assert {row.kind for row in measure(["fumanoid"], None, 1, choosing=True)} == {
        "straight",
        "diagonal",
        "side",
    }


def test_rows_count_falls_and_misses(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = {0: GOOD, 1: replace(GOOD, fell=True), 2: replace(GOOD, distance=0.0, turned=None)}
    monkeypatch.setattr(KickTask, "run", lambda task: outcomes[task.seed % 10_000])
    (row,) = measure(["fumanoid"], ["straight"], 3, choosing=True)
    assert (row.falls, row.missed, row.kicks, row.distance_m) == (1, 1, 3, 3.0)
    assert row.seeds == "choosing seeds 10000–10002"


def test_tuning_writes_a_set_that_says_where_it_comes_from(tmp_path: Path) -> None:
    out = tmp_path / "kick.toml"
    words = "tune kick --trials 1 --population 4 --kinds straight --finalists 1 --final-rounds 1"
    places = ["--workers", "1", "--study", str(tmp_path / "k.study"), "--out", str(out), "--json"]
    result = CliRunner().invoke(app, [*words.split(), *places])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["trials"] == 1
    assert out.read_text().startswith("# Kick of fumanoid, found by olympian tune kick.")
    assert read_kick(FUMANOID, out).swing == read_kick(FUMANOID).swing
    shown = CliRunner().invoke(app, ["tune", "show", str(tmp_path / "k.study"), "--json"])
    assert json.loads(shown.stdout)["robot"] == "fumanoid"
    walked = CliRunner().invoke(app, ["tune", "walk", "--study", str(tmp_path / "k.study")])
    assert "is not a study" in str(walked.exception)
