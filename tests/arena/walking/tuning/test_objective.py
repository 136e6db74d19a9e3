"""What tuning asks of a walk: laws of the loss, of the scenarios, and of the numbers to search."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.arena.walking import PushDirection, Scenario, WalkOutcome
from olympian.arena.walking.tuning import (
    EXERCISES,
    SPACE,
    Build,
    Drill,
    Exercise,
    Tops,
    choose_exercises,
    evaluate,
    final_seeds,
    first_walk,
    search_space,
    training_seeds,
)
from olympian.arena.walking.tuning.drill import scenario_loss
from olympian.arena.walking.tuning.exercise import scenario_of
from olympian.arena.walking.tuning.first_walk import POWERS, scaled
from olympian.arena.walking.tuning.plots import rank_correlation
from olympian.errors import OlympianError
from olympian.motion.walk import STABILISERS, WalkConfig
from olympian.records import Twist
from olympian.robot import load_robot
from olympian.seeds import CHOOSING, TUNING

ROBOTS = ("bioloid", "fumanoid", "wolfgang")
TOPS = Tops(ahead=0.4, back=0.3, left=0.2, turn=1.5)
DRIVE = Exercise("drive", 6.0, (1.0, 0.0, 0.0))


def walked(twist: Twist, seconds: float, fell: bool = False) -> WalkOutcome:
    """A robot that does exactly what a twist says."""
    t = np.arange(0.0, seconds + 1e-9, 0.01)
    yaw = twist.turn * t
    ahead = np.stack([np.cos(yaw), np.sin(yaw)])
    left = np.stack([-np.sin(yaw), np.cos(yaw)])
    steps = 0.01 * (twist.forward * ahead + twist.left * left)
    xy = np.cumsum(steps, axis=1) - steps[:, :1]
    path = np.column_stack([t, *xy, yaw])
    return WalkOutcome(seconds if fell else None, seconds, path, path, steps=0, pushes=0)


@given(
    st.floats(-1, 1),
    st.floats(-1, 1),
    st.floats(-1, 1),
)
def test_one_that_does_as_it_is_told_has_no_loss(ahead: float, left: float, turn: float) -> None:
    twist = TOPS.twist(ahead, left, turn)
    assert scenario_loss(DRIVE, Scenario(6.0, twist), walked(twist, 6.0), TOPS) < 0.01


@given(st.floats(0.1, 5.8), st.floats(0.05, 1.0))
def test_to_fall_later_is_better_and_never_as_good_as_not_to(t: float, later: float) -> None:
    twist = TOPS.twist(1.0, 0.0, 0.0)
    scenario, slow = Scenario(6.0, twist), Twist(0.2)
    outcomes = (walked(slow, t, True), walked(slow, min(t + later, 5.9), True), walked(slow, 6.0))
    first, second, never = (scenario_loss(DRIVE, scenario, outcome, TOPS) for outcome in outcomes)
    assert 0.0 < never < second < first <= 1.0


def test_to_stand_costs_what_tracking_counts_and_less_than_to_fall() -> None:
    scenario = Scenario(6.0, TOPS.twist(1.0, 0.0, 0.0))
    assert scenario_loss(DRIVE, scenario, walked(Twist(), 6.0), TOPS) == pytest.approx(0.5)
    assert scenario_loss(DRIVE, scenario, walked(Twist(), 1.0, True), TOPS) > 0.8


def test_the_scenario_of_a_seed_is_always_the_same() -> None:
    build = Build(0.3, 0.3, 0.1, 4.0)
    for exercise in EXERCISES:
        first, again, other = (scenario_of(exercise, TOPS, build, seed) for seed in (5, 5, 6))
        assert first == again
        assert first != other or exercise.name in ("ahead", "back", "left", "right", "turn")


def test_shoves_rise_and_come_from_all_sides() -> None:
    pushed = next(one for one in EXERCISES if one.ladder)
    shoves = scenario_of(pushed, TOPS, Build(0.3, 0.3, 0.1, 4.0), seed=3).pushes
    assert len(shoves) >= 8
    for block in range(0, len(shoves) - 3, 4):
        assert {one.direction for one in shoves[block : block + 4]} == set(PushDirection)
    assert all(np.diff([one.ns for one in shoves]) > 0)
    assert all(np.diff([one.t for one in shoves]) > 0.5)
    assert shoves[-1].t < pushed.seconds


def test_random_driving_stays_within_the_top_speeds_and_stops_now_and_then() -> None:
    about = next(one for one in EXERCISES if one.drive is None)
    scenario = scenario_of(about, TOPS, Build(0.3, 0.3, 0.1, 4.0), seed=1)
    twists = [scenario.command(t) for t in np.arange(0.0, about.seconds, 0.5)]
    assert all(-0.3 <= one.forward <= 0.4 and abs(one.turn) <= 1.5 for one in twists)
    assert Twist() in twists
    assert len(set(twists)) > 3


@given(st.integers(0, 2**31), st.integers(0, 10_000))
def test_training_and_finals_draw_from_their_own_ranges(seed: int, generation: int) -> None:
    seeds, finals = training_seeds(seed, generation, 7, 3), final_seeds(seed, 7, 3)
    assert np.shape(seeds) == np.shape(finals) == (3, 7)
    assert all(one in TUNING for row in seeds for one in row)
    assert all(one in CHOOSING for row in finals for one in row)
    assert (
        seeds
        == training_seeds(seed, generation, 7, 3)
        != training_seeds(seed, generation + 1, 7, 3)
    )


@pytest.mark.parametrize("name", ROBOTS)
def test_every_corner_of_the_search_is_a_walk_set(name: str) -> None:
    build = Build.of(load_robot(name))
    all_on = first_walk(build).changed({f"{one}.on": True for one in STABILISERS})
    ranges = search_space(build, all_on)
    assert [one.key for one in ranges] == [bound.key for bound in SPACE]
    for one in ranges:
        assert one.low <= one.start <= one.high
        assert one.low < one.high
    for end in ("low", "high"):
        values = {one.key: getattr(one, end) for one in ranges}
        assert all_on.changed(values).value("pattern.lift") == values["pattern.lift"]


def test_what_is_off_is_not_searched_and_a_start_outside_widens() -> None:
    build = Build.of(load_robot("fumanoid"))
    config = WalkConfig().open_loop().changed({"pattern.lean_deg": 30.0})
    ranges = {one.key: one for one in search_space(build, config)}
    assert {key.split(".")[0] for key in ranges} == {"pattern"}
    assert ranges["pattern.lean_deg"].high == ranges["pattern.lean_deg"].start == 30.0


@given(st.floats(0.5, 2.0))
def test_a_walk_brought_to_another_size_and_back_is_the_same(scale: float) -> None:
    values = {key: 0.2 for key in POWERS if WalkConfig().value(key) is not None}
    config = WalkConfig().changed(values)
    there = scaled(config, scale)
    back = scaled(there, 1 / scale)
    for key in values:
        assert back.value(key) == pytest.approx(config.value(key), rel=1e-3)
    # Froude's number v²/(g l) is what makes walks alike, and so are strides per leg
    assert there.value("limits.top_speed.0") ** 2 / scale == pytest.approx(0.04, rel=1e-3)


def test_rank_correlation_knows_what_rises_and_what_does_not() -> None:
    x = np.linspace(-1, 1, 41)
    values = np.exp(x)
    points = np.column_stack([x**3, -x, np.ones(41), np.round(x)])
    rises, falls, stays, steps = rank_correlation(values, points)
    assert (rises, falls, stays) == pytest.approx((1.0, -1.0, 0.0))
    assert 0.8 < steps < 1.0


def test_an_unknown_scenario_is_named() -> None:
    with pytest.raises(OlympianError, match=r"unknown scenario 'ahaed', did you mean 'ahead'\?"):
        choose_exercises(["ahaed"])


def test_marks_are_reproducible_and_know_who_cannot_walk() -> None:
    robot = load_robot("fumanoid")
    start = first_walk(Build.of(robot))
    seeds = training_seeds(0, 0, 3, 1)
    exercises = tuple(replace(one, seconds=3.0) for one in EXERCISES[:3])
    good = Drill("fumanoid", start, Tops.of(start), exercises, seeds)
    marks = evaluate(good)
    assert marks == evaluate(good)
    assert 0.0 < marks.value < 0.9
    assert not marks.skipped
    # a torso that lies almost flat falls on its face before it has taken a step
    bad = evaluate(replace(good, config=start.changed({"pattern.lean_deg": 55.0})))
    assert bad.skipped
    assert bad.losses["back"] == 1.0
    assert bad.value > marks.value


def test_numbers_no_walk_can_be_made_of_are_remembered_as_such() -> None:
    start = WalkConfig()
    marks = evaluate(Drill("nobody", start, TOPS, EXERCISES, training_seeds(0, 0, 7, 1)))
    assert marks.value == 1.0
    assert "nobody" in marks.problem
