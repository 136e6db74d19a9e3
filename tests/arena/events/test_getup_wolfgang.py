"""Wolfgang gets up from its back and its sides; it and the Bioloid sit down, let go, and rise."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import olympian.motion
from olympian.arena.conditions import Conditions
from olympian.arena.control.specimen import specimen
from olympian.arena.events.getup import Getup
from olympian.arena.film import FilmView
from olympian.arena.programs import animator
from olympian.arena.stage import Stage
from olympian.arena.walking.scenario import WalkConditions
from olympian.motion.animate import Animator, load_movement
from olympian.motion.animate.frame_set import FrameSet, read_frame_set
from olympian.records import Semantic
from olympian.robot import Robot, load_robot
from olympian.world.catalogue import flat

LIBRARY = Path(olympian.motion.__file__).parent / "library"
LIMIT = {"back": 3.0, "left": 3.8, "right": 3.8}
"""Seconds from the command to standing: a roll comes first from the sides; the bar is 6."""
SHOVES = {"back": (-95.0, 0.0, 0.0), "left": (0.0, 110.0, 0.0), "right": (0.0, -110.0, 0.0)}
"""Newtons for 0.3 s at the torso that lay a standing Wolfgang down, on whichever side it ends."""
PATIENCE = 12.0
"""Seconds in which a fall must be over and the robot up again."""
LIMP = 5.0
"""Seconds without any torque."""
SETTLES = 0.01
"""Metres the torso may sink when everything lets go: it sat already."""
UPRIGHT = np.radians(15.0)
"""Largest tilt of a torso that stands."""
LOW = 0.6
"""Share of the height before that it must be below to sit."""
FULL_HEIGHT = 0.95
"""Share of the height before that counts as standing again."""


@cache
def _robot(name: str) -> Robot:
    return load_robot(name)


def _standing(name: str, seed: int) -> Stage:
    """A robot that knows how to sit and to rise."""
    conditions = Conditions.of(seed)
    program = animator(_robot(name), "sit", "rise")
    stage = Stage.alone(_robot(name), flat(conditions.friction), conditions, program, FilmView())
    stage.stand(0.5)
    return stage


def _play(stage: Stage, movement: str) -> None:
    player = stage.program(Animator)
    player.play(movement, loops=1)
    stage.tick()
    while player.playing is not None:
        stage.tick()


def _height(stage: Stage) -> float:
    return float(stage.witness.T_world_torso[2, 3])


@pytest.mark.parametrize(("side", "seed"), [("back", 0), ("back", 1), ("left", 2), ("right", 3)])
def test_it_gets_up(side: str, seed: int) -> None:
    trial = Getup(f"getup_{side}", (side,)).run(_robot("wolfgang"), seed).trial
    assert trial.success
    assert trial.time_s <= LIMIT[side]


@pytest.mark.parametrize("towards", SHOVES)
def test_after_a_fall_the_control_module_stands_it_up(towards: str) -> None:
    robot = _robot("wolfgang")
    conditions = WalkConditions.of(100, robot)
    one = specimen(robot, flat(conditions.friction), conditions)
    one.run(0.5)
    one.simulation.push(np.array(SHOVES[towards]), 0.3)
    seen = {one.hcm.situation.state}
    while one.simulation.t < PATIENCE:
        one.tick()
        seen.add(one.hcm.situation.state)
        if Semantic.GETTING_UP in seen and one.hcm.situation.state is Semantic.CONTROLLABLE:
            break
    assert Semantic.GETTING_UP in seen
    one.run(1.0)
    assert one.hcm.situation.state is Semantic.CONTROLLABLE
    assert np.arccos(one.simulation.true_pose(robot.torso)[2, 2]) < UPRIGHT


@pytest.mark.parametrize(("robot", "seed"), [("wolfgang", 4), ("wolfgang", 5), ("bioloid", 4)])
def test_it_sits_without_torque_and_rises(robot: str, seed: int) -> None:
    stage = _standing(robot, seed)
    tall, body = _height(stage), stage.simulation.actors[0]
    _play(stage, "sit")
    sat, tilt = _height(stage), stage.witness.tilt
    assert sat < LOW * tall
    body.servos.torque(False)
    stage.stand(LIMP)
    assert abs(sat - _height(stage)) < SETTLES
    assert abs(tilt - stage.witness.tilt) < UPRIGHT
    body.servos.torque(True)
    _play(stage, "rise")
    stage.stand(1.0)
    assert stage.witness.tilt < UPRIGHT
    assert _height(stage) > FULL_HEIGHT * tall


def test_the_right_side_is_the_left_in_a_mirror() -> None:
    left, right = (_written(f"getup_{side}") for side in ("left", "right"))
    for one, other in zip(left.frames, right.frames, strict=True):
        assert {_mirrored(*pair) for pair in one.joints.items()} == set(other.joints.items())
        assert one.move == other.move


def _written(movement: str) -> FrameSet:
    return read_frame_set(LIBRARY / "wolfgang" / f"{movement}.toml")


def _mirrored(joint: str, angle: float) -> tuple[str, float]:
    """Wolfgang's servos sit mirrored, so a mirrored posture has the opposite angles."""
    if joint.startswith("Head"):
        return joint, angle
    return {"L": "R", "R": "L"}[joint[0]] + joint[1:], -angle


@pytest.mark.parametrize("robot", ["wolfgang", "bioloid"])
def test_rising_ends_ready(robot: str) -> None:
    np.testing.assert_allclose(
        load_movement(_robot(robot), "rise").frames[-1].q, _robot(robot).ready
    )
