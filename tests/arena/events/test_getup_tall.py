"""Get-up of the taller robots: laid down, after a real fall, and ready to walk at once."""

from functools import cache

import numpy as np
import pytest

from olympian.arena.conditions import Conditions
from olympian.arena.events.getup import Getup, GetupTrial
from olympian.arena.film import FilmView
from olympian.arena.programs import animator
from olympian.arena.stage import Stage
from olympian.motion.animate import Animator, load_movement, movement_names
from olympian.motion.walks import make_walk
from olympian.records import Twist
from olympian.robot import Robot, load_robot
from olympian.world.catalogue import flat

TALL = ("fumanoid", "wolfgang")
SHOVE = {"fumanoid": 55.0, "wolfgang": 80.0}
"""Newtons for 0.3 s at the torso that lay a standing robot down."""
TOWARDS = {"front": (1, 0, 0), "back": (-1, 0, 0), "left": (0, 1, 0), "right": (0, -1, 0)}
"""World direction of a shove that brings this side down."""
LIMIT = 3.2
"""Seconds from the command to standing; the bar of the event is 6, its aim 3."""
UPRIGHT = np.radians(20.0)
"""Tilt that a walking torso does not reach."""


@cache
def _robot(name: str) -> Robot:
    return load_robot(name)


@cache
def _known(robot: str) -> tuple[str, ...]:
    return tuple(name for name in movement_names(robot) if name.startswith("getup_"))


def _event(robot: str, side: str) -> Getup:
    event = Getup(f"getup_{side}", (side,))
    event.movements = _known(robot)
    return event


def _after_a_fall(robot: str, seed: int, side: str) -> tuple[Stage, GetupTrial]:
    """Shoved over while it stands, left where it falls for 2 s, then told to get up."""
    conditions = Conditions.of(seed)
    program = animator(_robot(robot), *_known(robot))
    stage = Stage.alone(_robot(robot), flat(conditions.friction), conditions, program, FilmView())
    stage.stand(0.5)
    stage.simulation.push(SHOVE[robot] * np.array(TOWARDS[side], dtype=float), 0.3)
    stage.stand(2.5)
    assert stage.fell
    stage.mark()
    return stage, _event(robot, side).attempt(stage, side)


def _walk_on(stage: Stage, seconds: float) -> float:
    """Hand the robot to its walk at once; metres it then went."""
    robot = stage.simulation.robots[0]
    q_last = stage.program(Animator).q
    assert q_last is not None
    walk = make_walk(robot)
    walk.begin_at(q_last)
    stage.drive_by(walk)
    walk.command(Twist(forward=0.1))
    begin = stage.witness.T_world_torso[:2, 3].copy()
    stage.stand(seconds)
    return float(np.linalg.norm(stage.witness.T_world_torso[:2, 3] - begin))


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("robot", TALL)
def test_it_gets_up_from_its_front(robot: str, seed: int) -> None:
    trial = _event(robot, "front").run(_robot(robot), seed).trial
    assert trial.success
    assert trial.time_s <= LIMIT


@pytest.mark.parametrize("robot", TALL)
def test_after_a_fall_it_gets_up_and_walks_on(robot: str) -> None:
    stage, trial = _after_a_fall(robot, 7, "front")
    assert trial.success
    assert _walk_on(stage, 3.0) > 0.1
    assert stage.witness.tilt < UPRIGHT


@pytest.mark.parametrize("robot", TALL)
def test_sets_cut_others_short_and_end_ready(robot: str) -> None:
    for name in _known(robot):
        built = load_movement(_robot(robot), name)
        assert built.interrupts
        np.testing.assert_allclose(built.frames[-1].q, _robot(robot).ready)
