"""The dynamic walk as far as it goes: the pendulum's laws, and fumanoid ahead and on the spot."""

import numpy as np
import pytest

from olympian.backend import FallWatch, Simulation
from olympian.loop import Loop
from olympian.motion.walk import DynamicWalk, WalkConfig
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.pendulum import Pendulum, PendulumState
from olympian.records import Twist
from olympian.robot import load_robot

CONFIG = WalkConfig(step_time=0.25, lift=0.03)


@pytest.fixture(scope="module")
def fumanoid():
    return load_robot("fumanoid")


def test_divergent_component_leaves_the_foot_as_an_exponential():
    pendulum = Pendulum(0.3)
    state, foot = (
        PendulumState(np.array([0.02, 0.05]), np.array([0.1, -0.2])),
        np.array([0.01, 0.0]),
    )
    later = pendulum.after(state, foot, 0.2)
    grown = np.exp(pendulum.rate * 0.2) * (pendulum.divergent(state) - foot)
    assert pendulum.divergent(later) - foot == pytest.approx(grown)


def test_steady_steps_repeat_themselves():
    """A foot that lands `lead` behind the divergent component finds it there a step later again."""
    pendulum, stride, spacing, time = Pendulum(0.3), np.array([0.1, 0.0]), 0.1, 0.25
    lead = pendulum.lead(stride, spacing, time)
    grown = np.exp(pendulum.rate * time) * lead
    next_foot = np.array([stride[0], spacing])
    assert grown - next_foot == pytest.approx(pendulum.lead(stride, -spacing, time))


def test_places_undo_themselves():
    place = Place(0.1, -0.2, 0.7)
    assert place.then(place.inverse()) == pytest.approx((0.0, 0.0, 0.0))


@pytest.mark.parametrize(("speed", "least"), [(0.2, 0.6), (0.0, -0.1)])
def test_fumanoid_walks(fumanoid, speed, least):
    simulation = Simulation(fumanoid, seed=2)
    walk = DynamicWalk(fumanoid, CONFIG)
    loop, watch = Loop(simulation.actors[0], walk), FallWatch(simulation)
    loop.run(0.5)
    walk.command(Twist(forward=0.01))
    for _ in range(500):
        loop.tick()
        walk.command(Twist(forward=speed))
        assert not watch.step()
    assert simulation.true_pose("torso")[0, 3] > least
    assert walk.steps_done >= 19


def test_commands_that_are_no_numbers_never_reach_the_joints(fumanoid):
    walk = DynamicWalk(fumanoid, CONFIG)
    walk.command(Twist(forward=float("nan")))
    assert "not finite" in walk.reason
    walk.command(Twist(forward=1e9))
    simulation = Simulation(fumanoid, seed=2)
    loop = Loop(simulation.actors[0], walk)
    loop.run(0.5)
    assert np.isfinite(walk.q).all()
