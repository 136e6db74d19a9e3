"""What the soles tell of the floor before a walk begins."""

from math import radians

import numpy as np
import pytest

from olympian.arena.walking.scenario import PushDirection, Scenario, Shove, WalkConditions
from olympian.arena.walking.trial import run_scenario
from olympian.backend import FallWatch, Simulation, Specimen
from olympian.loop import Loop
from olympian.motion.walk import DynamicWalk, WalkConfig, read_walk
from olympian.motion.walk.footing import Footing
from olympian.motion.walk.legs import WalkingLegs
from olympian.records import Twist
from olympian.robot import load_robot
from olympian.world import parse_world

ON = WalkConfig().only("footing")


@pytest.fixture(scope="module")
def fumanoid():
    return load_robot("fumanoid")


@pytest.fixture(scope="module")
def legs(fumanoid):
    return WalkingLegs(fumanoid)


def stand(legs, cells, seconds=1.0):
    """Footing of one that stands ready for a while with these shares of weight on its cells."""
    robot, footing = legs.robot, Footing(legs)
    soles = tuple(robot.forward(foot.link, robot.ready) for foot in legs.feet)
    pressure = 9.81 * robot.tree.mass * np.array(cells)
    for _ in range(round(100 * seconds)):
        footing.rest(soles, legs.com_in_torso, pressure, 0.01)
    footing.leave(ON)
    return np.array(footing.tilt)


def under(legs, x, y):
    """Cells that put the middle of pressure of both soles at a place in each of them."""
    places = legs.feet[0].pressure
    system = np.vstack([np.ones(4), places.T])
    return [0.5 * np.linalg.pinv(system) @ (1.0, x, y)] * 2


def com_over_soles(legs):
    soles = [legs.robot.forward(foot.link, legs.robot.ready) for foot in legs.feet]
    return legs.com_in_torso - np.mean([T[:3, 3] for T in soles], axis=0)


def test_pressure_below_the_body_means_a_level_floor(legs):
    x, y, _ = com_over_soles(legs)
    assert stand(legs, under(legs, x, y)) == pytest.approx(np.zeros((2, 2)), abs=1e-3)


def test_pressure_ahead_means_that_the_floor_falls_ahead(legs):
    x, y, height = com_over_soles(legs)
    tilt = stand(legs, under(legs, x + 0.01, y + 0.005))
    assert tilt == pytest.approx(np.tile([-0.005, 0.01], (2, 1)) / height, abs=1e-3)


def test_no_weight_or_no_time_says_nothing(legs):
    assert not stand(legs, np.zeros((2, 4))).any()
    assert not stand(legs, 0.1 * np.array(under(legs, 0.03, 0.0))).any()
    assert not stand(legs, under(legs, 0.03, 0.0), seconds=0.2).any()


def test_steeper_than_allowed_is_cut(legs):
    tilt = stand(legs, under(legs, 0.2, 0.0))
    assert np.abs(tilt).max() == pytest.approx(radians(ON.footing.most_deg))


def walked(robot, offsets_deg=(), world="flat", seconds=4.0):
    """Tilt found, and whether it still stood after a walk."""
    zero = np.zeros(robot.dof)
    for name, degrees in dict(offsets_deg).items():
        zero[robot.joint_names.index(name)] = radians(degrees)
    specimens = [Specimen(zero_offset=zero)]
    simulation = Simulation(robot, parse_world(world), seed=3, specimens=specimens)
    walk = DynamicWalk(robot, read_walk(robot))
    loop, watch = Loop(simulation.actors[0], walk), FallWatch(simulation)
    loop.run(1.0)
    walk.command(Twist(forward=0.15))
    for _ in range(round(100 * seconds)):
        loop.tick()
        if watch.step():
            break
    return np.degrees(walk.footing), not watch.fell


def test_finds_the_slope_in_physics(fumanoid):
    for heading, expected in ((180, (0.0, 4.0)), (90, (4.0, 0.0))):
        world = f"ramp:angle_deg=4,heading_deg={heading}"
        tilt, stood = walked(fumanoid, world=world, seconds=1.0)
        assert stood
        assert tilt == pytest.approx(np.tile(expected, (2, 1)), abs=0.8)


def test_finds_ankles_that_are_off_in_physics(fumanoid):
    tilt, stood = walked(fumanoid, {"left_ankle_pitch": 3.0, "right_ankle_pitch": 3.0})
    assert stood
    assert np.abs(tilt[:, 1]) == pytest.approx([3.0, 3.0], abs=0.8)
    one, _ = walked(fumanoid, {"left_ankle_pitch": 3.0}, seconds=1.0)
    assert one[0, 1] - one[1, 1] == pytest.approx(np.sign(tilt[0, 1]) * 3.0, abs=1.0)


def test_what_it_found_is_what_keeps_it_up(fumanoid):
    """Ankles four degrees off and a shove the same way: without the switch it falls."""
    zero = np.zeros(fumanoid.dof)
    zero[fumanoid.indices(["left_ankle_pitch", "right_ankle_pitch"])] = radians(-4.0)
    specimen = WalkConditions(5, 0.8, 1.0, 1.0, zero, (0.0, 0.0, 0.0))
    shoved = Scenario(6.0, Twist(forward=0.2), pushes=(Shove(3.0, PushDirection.BACK, 1.6, 0.3),))
    config = read_walk(fumanoid)
    assert run_scenario(fumanoid, config, specimen, shoved).held
    blind = config.changed({"footing.on": False})
    assert not run_scenario(fumanoid, blind, specimen, shoved).held
