"""Kicks as a command: from a stand and after a walk, with a ball that really rolls."""

from dataclasses import replace
from math import atan2, degrees, hypot

import numpy as np
import pytest

from olympian import Humanoid, Semantic, Twist
from olympian.backend.simulation import BALL
from olympian.geometry import Place
from olympian.motion.kick import kick_range
from olympian.robot import load_robot
from olympian.world import World, parse_world

FUMANOID = load_robot("fumanoid")


def field_with_ball(x: float, y: float) -> World:
    """A ball so far ahead and left of where the robot starts."""
    world = parse_world("field")
    assert world.ball is not None
    at = world.T_world_start @ np.array([x, y, 0.0, 1.0])
    return replace(world, ball=replace(world.ball, at=(float(at[0]), float(at[1]))))


def ball_of(robot: Humanoid) -> np.ndarray:
    return np.array(robot.simulation.data.body(BALL).xpos[:2])


def test_it_kicks_a_ball_and_can_be_told_what_to_do_next() -> None:
    x, y = kick_range(FUMANOID).spot(0.0, "left")
    robot = Humanoid(FUMANOID, world=field_with_ball(x, y), eyes=False, seed=3)
    robot.run(1.0)
    start, states = ball_of(robot), set()
    kick = robot.kick(x, y)
    while kick.running:
        robot.tick()
        states.add(robot.situation.state)
    assert kick.done, str(kick)
    assert Semantic.KICKING in states
    assert not {state for state in states if state.is_down}
    robot.run(1.0)
    assert robot.situation.state is Semantic.CONTROLLABLE
    way = ball_of(robot) - start
    assert hypot(*way) > 0.8
    assert abs(degrees(atan2(way[1], way[0]))) < 12.0
    assert robot.walk(Twist(forward=0.2)).run(1.0).running
    assert robot.situation.state is Semantic.WALKING


def test_it_walks_through_a_ball_without_stopping() -> None:
    robot = Humanoid(FUMANOID, world=field_with_ball(0.9, 0.06), eyes=False, seed=3)
    robot.run(0.5)
    start = ball_of(robot)
    kick = robot.kick_in_stride(0.9, 0.06).wait(20.0)
    assert kick.done, str(kick)
    robot.run(0.3)
    assert robot.situation.state is Semantic.CONTROLLABLE
    assert hypot(*(ball_of(robot) - start)) > 0.6
    static = Humanoid("bioloid", eyes=False, walk="static")
    static.run(0.3)
    assert "no dynamic walk" in static.kick_in_stride(0.8, 0.0).wait(1.0).reason


def test_it_kicks_from_the_stand_in_which_a_walk_ended() -> None:
    robot = Humanoid(FUMANOID, world=field_with_ball(0.9, 0.06), eyes=False, seed=5)
    robot.run(0.5)
    robot.walk(Twist(forward=0.3), lasts=1.2).wait()
    robot.stop().wait()
    walked = robot.machine.body.q
    assert np.abs(walked - FUMANOID.ready).max() > 0.05, "it stands lower than ready"
    kick = robot.kick(*kick_range(FUMANOID).spot(0.0, "right")).wait(6.0)
    assert kick.done, str(kick)
    assert not robot.situation.state.is_down
    assert np.array_equal(robot.machine.body.q, FUMANOID.ready), "there is no way left to go"
    robot.run(0.3)
    assert robot.situation.state is Semantic.CONTROLLABLE


@pytest.mark.parametrize(
    ("name", "place", "why"),
    [
        ("fumanoid", Place(1.0, 0.0), "ball 1.00 m ahead and 0.00 m left is out of reach"),
        ("atlas", Place(0.3, 0.1), "'atlas' cannot kick yet"),
    ],
)
def test_what_cannot_be_kicked_fails_with_a_reason(name: str, place: Place, why: str) -> None:
    robot = Humanoid(name, eyes=False)
    robot.run(0.3)
    kick = robot.kick(place.x, place.y).wait(3.0)
    assert not kick.done
    assert why in kick.reason
    assert robot.run(0.3).t > 0.0, "it goes on"
