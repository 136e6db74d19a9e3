"""Get-up of the taller robots: to standing in time, from a laid-down start and from a real fall."""

from functools import cache

import numpy as np
import pytest

from olympian.arena.conditions import Conditions
from olympian.arena.events.getup import LIMIT, STAY, Getup, GetupTrial
from olympian.arena.film import View
from olympian.arena.programs import animator
from olympian.arena.stage import Stage
from olympian.backend.compliance import ComplianceSwitch
from olympian.motion.animate import Animator, BuiltSet, load_movement, movement_names
from olympian.motion.walks import make_walk
from olympian.records import Twist
from olympian.robot import Robot, load_robot
from olympian.world.catalogue import flat

TALL = ("fumanoid", "wolfgang")
SHOVE = {"fumanoid": 55.0, "wolfgang": 80.0}
"""Newtons for 0.3 s at the torso that lay a standing robot down."""
AHEAD = {"front": (1.0, 0.0), "back": (-1.0, 0.0), "left": (0.0, 1.0), "right": (0.0, -1.0)}
"""World direction that brings this side down."""
PLAYABLE = [
    (robot, side) for robot in TALL for side in AHEAD if f"getup_{side}" in movement_names(robot)
]


@cache
def _robot(name: str) -> Robot:
    return load_robot(name)


@cache
def _movement(robot: str, name: str) -> BuiltSet:
    return load_movement(_robot(robot), name)


def _event(side: str) -> Getup:
    """The event of one side, with only the movement of that side known."""
    event = Getup(f"getup_{side}", (side,))
    event.movements = (f"getup_{side}",)
    return event


def _standing(robot: str, seed: int, side: str) -> Stage:
    conditions = Conditions.of(seed)
    program = animator(_robot(robot), f"getup_{side}")
    return Stage.alone(_robot(robot), flat(conditions.friction), conditions, program, View())


def _after_a_fall(robot: str, seed: int, side: str) -> tuple[Stage, GetupTrial]:
    """Shoved over while it stands, left alone for 2 s, then told to get up."""
    stage = _standing(robot, seed, side)
    stage.stand(0.5)
    stage.simulation.push(SHOVE[robot] * np.array([*AHEAD[side], 0.0]), 0.3)
    stage.stand(2.5)
    assert stage.fell
    stage.mark()
    return stage, _event(side).attempt(stage, side)


@pytest.mark.parametrize(("robot", "side"), PLAYABLE)
@pytest.mark.parametrize("seed", [0, 1])
def test_it_gets_up_from_where_it_was_laid(robot: str, side: str, seed: int) -> None:
    trial = _event(side).run(_robot(robot), seed).trial
    assert trial.success
    assert trial.time_s is not None
    assert trial.time_s < LIMIT


@pytest.mark.parametrize(("robot", "side"), PLAYABLE)
def test_it_gets_up_after_a_fall_and_walks_on_at_once(robot: str, side: str) -> None:
    stage, trial = _after_a_fall(robot, 7, side)
    assert trial.success
    actor = stage.simulation.actors[0]
    walk = make_walk(_robot(robot), on_compliance=ComplianceSwitch(_robot(robot), actor.servos))
    q_last = stage.program(Animator).q
    assert q_last is not None
    walk.begin_at(q_last)
    stage.drive_by(walk)
    walk.command(Twist(0.1, 0.0, 0.0))
    stage.stand(3.0)
    assert stage.witness.tilt < np.radians(20.0)


@pytest.mark.parametrize(("robot", "side"), PLAYABLE)
def test_it_ends_ready_and_cuts_others_short(robot: str, side: str) -> None:
    built = _movement(robot, f"getup_{side}")
    assert built.interrupts
    np.testing.assert_allclose(built.frames[-1].q, _robot(robot).ready)


def test_time_to_stand_leaves_room_to_see_that_it_stays() -> None:
    assert STAY > 1.0
