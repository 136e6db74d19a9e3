"""The events run: one trial of each kind, on the real movements."""

import pytest

from olympian.arena import EVENTS
from olympian.arena.events.freeze import FreezeTrial
from olympian.arena.events.moves import MOVES, MovesTrial
from olympian.arena.events.race import RaceTrial
from olympian.arena.events.turn import TurnTrial
from olympian.robot import Robot, load_robot

SEED = 3
"""Odd: it turns right. One for all: a specimen finds out what is wrong with it once."""


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("bioloid")


def test_frozen_at_an_instant_drawn_from_the_seed(robot: Robot) -> None:
    outcome = EVENTS["freeze"].run(robot, SEED)
    trial, record = outcome.trial, outcome.records[0]
    assert isinstance(trial, FreezeTrial)
    assert trial.success
    assert trial.time_s == pytest.approx(trial.instant_s + 5.0, abs=0.02)
    frozen = record.torso[record.t > trial.instant_s + 1.0]
    assert abs(frozen - frozen[0]).max() < 0.005
    assert EVENTS["freeze"].run(robot, SEED).trial == trial


def test_a_turn_is_measured_with_its_sign(robot: Robot) -> None:
    trial = EVENTS["turn"].run(robot, SEED).trial
    assert isinstance(trial, TurnTrial)
    assert trial.asked_deg == -180.0
    assert trial.success
    assert abs(trial.turned_deg + 180.0) <= 10.0


def test_a_step_in_the_stance_is_a_move(robot: Robot) -> None:
    outcome = EVENTS["moves"].run(robot, SEED, part=MOVES.index("step_left"))
    trial, record = outcome.trial, outcome.records[0]
    assert isinstance(trial, MovesTrial)
    assert (trial.move, trial.success) == ("step_left", True)
    assert record.torso[-1, 1] > 0.005


def test_a_sprint_is_a_race_with_the_dynamic_walk() -> None:
    wolfgang = load_robot("wolfgang")
    trial = EVENTS["sprint"].run(wolfgang, 1).trial
    assert isinstance(trial, RaceTrial)
    assert trial.success
    assert trial.distance_m >= 2.0
    assert trial.distance_m / trial.time_s > 0.15
    assert EVENTS["sprint"].run(wolfgang, 1).trial == trial
