"""A robot that sees a field finds itself there, and says why it does not."""

from dataclasses import replace
from math import atan2, hypot

import numpy as np
import pytest

from drills.bad_camera import FLAWS
from drills.football.pitch import FieldWalk
from drills.gl import needs_gl
from olympian import Humanoid, KinematicBackend, Simulation, Twist, load_robot, parse_world
from olympian.decision.localise import Certainty, PitchLocaliser
from olympian.geometry import Place
from olympian.records import CameraFrame, Semantic
from olympian.robot import Robot
from olympian.state import Estimator
from olympian.vision import GAMES, Seen
from olympian.vision.camera import Pinhole
from olympian.vision.watch import Onlooker
from olympian.world import MODERN


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("fumanoid")


def true_place(one: Humanoid) -> Place:
    simulation, T = one.simulation, one.simulation.true_pose(one.robot.torso)
    x, y = np.mean([simulation.true_pose(foot.link)[:2, 3] for foot in one.robot.feet], axis=0)
    return Place(float(x), float(y), atan2(T[1, 0], T[0, 0]))


@needs_gl
def test_on_a_field_its_place_is_that_on_the_field(robot: Robot) -> None:
    one = Humanoid(robot, world="field", seed=2)
    one.run(0.02)
    assert (one.place.x, one.place.y) == pytest.approx((-0.4, 0.0), abs=0.05)
    one.look_around("near")
    one.walk(Twist(turn=0.4)).run(2.5)
    place, true = one.place, true_place(one)
    assert hypot(place.x - true.x, place.y - true.y) < 0.1
    assert place.yaw == pytest.approx(true.yaw, abs=0.1)
    found = one.localisation
    assert found is not None
    assert found.certainty is Certainty.SURE
    assert str(found).endswith("sure")
    assert one.navigation is not None
    one.reset()
    one.run(0.02)
    assert (one.place.x, one.place.y) == pytest.approx((-0.4, 0.0), abs=0.05)
    one.close()


def test_without_eyes_or_without_a_field_steps_alone_lead(robot: Robot) -> None:
    shut = Humanoid(robot, KinematicBackend(robot), world="field")
    assert shut.localiser is None
    assert shut.localisation is None
    np.testing.assert_array_equal(shut.T_world_place, shut.world.T_world_start)
    mine = PitchLocaliser(MODERN, Place(1.0, 2.0, 0.5))
    given = Humanoid(robot, KinematicBackend(robot), world="flat", localiser=mine)
    given.run(0.02)
    assert given.place == pytest.approx((1.0, 2.0, 0.5), abs=0.05)
    np.testing.assert_array_equal(given.T_world_place, np.eye(4))


def test_the_log_says_why_it_is_not_sure(robot: Robot) -> None:
    mine = PitchLocaliser(MODERN)
    one = Humanoid(robot, KinematicBackend(robot), localiser=mine)
    one.run(6.0)
    assert any(line.endswith("place unsure: no picture comes") for line in one.log.since(0))


@pytest.fixture(scope="module")
def picture(robot: Robot) -> np.ndarray:
    """What it sees at its start: the circle, the middle line, a ball."""
    simulation = Simulation(robot, parse_world("field"))
    rgb = np.array(simulation.actors[0].picture().rgb)
    simulation.close()
    return rgb


@needs_gl
@pytest.mark.parametrize("flaw", ["black", "over-exposed", "frozen", "upside down", "another lens"])
def test_bad_pictures_make_it_unsure_and_not_wrong(
    robot: Robot, picture: np.ndarray, flaw: str
) -> None:
    assert robot.camera is not None
    chance, lens = np.random.default_rng(0), Pinhole.of_robot(robot.camera)
    onlooker = Onlooker(robot, lens, None, GAMES["modern"])
    simulation = Simulation(robot, parse_world("field"))
    state = Estimator(robot).step(simulation.actors[0].read(), 0.01)
    one = FieldWalk(MODERN, PitchLocaliser(MODERN, Place(-0.4)), Place(-0.4))
    spoil = FLAWS[flaw]()
    frames = []
    for _ in range(4):
        noisy = np.clip(picture + chance.normal(0.0, 2.0, picture.shape), 0, 255).astype(np.uint8)
        spoiled = spoil(noisy)
        assert spoiled is not None
        told = onlooker(spoiled.reshape(-1), 0, 0.0, Place(), state.q, np.eye(3), 0)
        frames.append((spoiled, told))
    shown = iter(range(10_000))
    one.picture = lambda t: CameraFrame(frames[next(shown) % 4][0], t=t)
    one._looked = lambda pan: replace(frames[round(one.t / 0.04) % 4][1], t=one.t)  # noqa: ARG005
    one.go(6.0, about=Semantic.CONTROLLABLE)
    assert one.off < 0.3
    if flaw != "another lens":  # one that shows the same lines a little elsewhere may still serve
        assert one.localiser.localisation.certainty is not Certainty.SURE
        assert one.localiser.news.startswith("place unsure: ")
    assert isinstance(frames[0][1], Seen)
