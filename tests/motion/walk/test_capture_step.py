"""A shove against a standing robot: soles hold what they can, then a foot steps."""

from functools import cache

import numpy as np
import pytest

from olympian.arena.walking.scenario import Scenario, WalkConditions
from olympian.arena.walking.trial import WalkTrial
from olympian.motion.walk import read_walk
from olympian.motion.walk.capture_step import CaptureStep
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.pendulum import Pendulum
from olympian.records import LegState, Twist
from olympian.robot import Robot, load_robot

PENDULUM = Pendulum(0.3)
SHOVE_S = 0.1


@cache
def fumanoid() -> Robot:
    return load_robot("fumanoid")


def look(
    x: float = 0.0, y: float = 0.0, roll_rate: float = 0.0, pitch_rate: float = 0.0
) -> LegState:
    """A body at (x, y) over the middle of its soles."""
    soles = ((-x, 0.06 - y, 0.0), (-x, -0.06 - y, 0.0))
    spin = (roll_rate, pitch_rate, 0.0)
    return LegState(soles, (0.0, 0.0, 0.0), (0.3, 0.3), (0.0, 0.0), spin)


def foot_after(now: LegState, at_rest: LegState, on: bool = True) -> int | None:
    capture_step, config = CaptureStep(WalkingLegs(fumanoid())), read_walk(fumanoid())
    config = config.changed({"capture_step.on": on})
    for _ in range(60):
        assert capture_step.feel(config, at_rest, PENDULUM) is None
    return capture_step.feel(config, now, PENDULUM)


@pytest.mark.parametrize(
    ("now", "foot"),
    [
        (look(), None),
        (look(pitch_rate=0.5), None),
        (look(x=0.01, pitch_rate=2.0, roll_rate=-0.1), 0),
        (look(x=0.01, pitch_rate=2.0, roll_rate=0.1), 1),
        (look(x=-0.01, pitch_rate=-2.0, roll_rate=0.1), 1),
        (look(y=0.02, roll_rate=-2.5), 0),
        (look(y=-0.02, roll_rate=2.5), 1),
    ],
)
def test_the_foot_steps_to_which_the_body_falls(now: LegState, foot: int | None) -> None:
    assert foot_after(now, look()) == foot
    assert foot_after(now, look(), on=False) is None


def test_joints_that_are_off_are_no_fall() -> None:
    """3 cm ahead of where it should be, all the time: that is how this one stands."""
    askew = look(x=0.03)
    assert foot_after(askew, askew) is None
    assert foot_after(look(x=0.03, pitch_rate=2.2), askew) is not None


def trial(seed: int, **changes: bool) -> WalkTrial:
    robot = fumanoid()
    config = read_walk(robot).changed({f"{name}.on": on for name, on in changes.items()})
    return WalkTrial(robot, config, WalkConditions.of(seed, robot), Scenario(1.0, Twist()))


def shoved(seed: int, ahead: float, **changes: bool) -> tuple[bool, int]:
    """Shoved by so many N s: did it stay up, and how many steps did it take?"""
    one = trial(seed, **changes)
    one.bare.run(1.2)
    one.simulation.push(np.array([ahead / SHOVE_S, 0.0, 0.0]), SHOVE_S)
    one.bare.run(3.0)
    upright = one.simulation.true_pose(fumanoid().torso)[2, 2] > 0.8
    return bool(upright), one.walk.steps_done


@pytest.mark.parametrize("ahead", [1.8, -1.8])
def test_a_step_saves_a_stand_that_the_soles_would_not(ahead: float) -> None:
    seeds = (200, 201, 202)
    without = [shoved(seed, ahead, capture_step=False) for seed in seeds]
    saved = [shoved(seed, ahead) for seed in seeds]
    assert all(steps == 0 for _, steps in without)
    assert all(steps > 0 for _, steps in saved)
    assert sum(up for up, _ in saved) > sum(up for up, _ in without)
    assert sum(up for up, _ in saved) >= 2


@pytest.mark.parametrize("seed", [210, 211, 212, 213])
def test_nobody_steps_for_a_tap(seed: int) -> None:
    one = trial(seed)
    one.bare.run(1.5)
    one.simulation.push(np.array([5.0, 0.0, 0.0]), SHOVE_S)
    one.bare.run(1.5)
    assert one.walk.steps_done == 0
