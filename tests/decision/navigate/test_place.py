"""A sense of place: the foot of walls and things in the picture, laid on the map."""

from dataclasses import replace
from functools import cache
from math import cos, pi, sin

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.backend import Simulation, SimulationOptions
from olympian.backend.simulation.options import CameraOptions, Noise
from olympian.decision.navigate import Disc, box
from olympian.decision.navigate.floor import obstacles_of
from olympian.decision.navigate.goal import wrapped
from olympian.decision.navigate.overlay import gaps_on
from olympian.decision.navigate.reckoning import Reckoning
from olympian.decision.navigate.scene import ObstacleMap
from olympian.decision.navigate.sighting import FloorEdge, Sighting
from olympian.errors import OlympianError
from olympian.geometry import Place, R_from_rpy, Vec, frozen
from olympian.records import CameraFrame, RobotState
from olympian.robot import Robot, load_robot
from olympian.state import Estimator
from olympian.world.catalogue import COURSE, course

EYE = np.array([0.05, 0.0, 0.55])
ROOM = (-0.5, -2.0, 3.5, 2.0)
SCENE = ObstacleMap(
    (Disc(1.0, 0.6, 0.1), box(1.5, -0.7, 0.3, 0.2, 0.5), Disc(0.2, -0.9, 0.12)), ROOM
)


def sighting_from(place: Place, tilt: tuple[float, float] = (0.0, 0.0)) -> Sighting:
    """What a perfect camera sees of the scene, by one whose vertical is off by `tilt`."""
    R = R_from_rpy(*tilt, 0.0)
    eye = R @ EYE
    at = place.xy + place.turn @ eye[:2]
    rays = []
    for bearing in np.radians(np.arange(-60.0, 60.0, 2.0)):
        c, s = cos(place.yaw + bearing), sin(place.yaw + bearing)
        far = 0.0
        while (gap := SCENE.clearance(at[0] + far * c, at[1] + far * s)) > 1e-4:
            far += gap
        if far < 2.5:
            ray = np.array([far * cos(bearing), far * sin(bearing), -eye[2]])
            rays.append(R.T @ ray / np.linalg.norm(ray))
    return Sighting(frozen(EYE), frozen(rays))


def reckoning_at(place: Place) -> Reckoning:
    return Reckoning(SCENE, edge(), place)


@cache
def edge() -> FloorEdge:
    return FloorEdge(small_camera())


@cache
def small_camera() -> Robot:
    robot = load_robot("fumanoid")
    assert robot.camera is not None
    return replace(robot, camera=msgspec.structs.replace(robot.camera, width=80, height=60))


def missed(a: Place, b: Place) -> tuple[float, float]:
    return float(np.hypot(a.x - b.x, a.y - b.y)), abs(wrapped(a.yaw - b.yaw))


@settings(max_examples=15, deadline=None)
@given(
    x=st.floats(-0.15, 0.15),
    y=st.floats(-0.15, 0.15),
    yaw=st.floats(-0.1, 0.1),
    roll=st.floats(-0.03, 0.03),
    pitch=st.floats(-0.03, 0.03),
)
def test_looking_around_finds_the_place_and_the_sensor_s_tilt(
    x: float, y: float, yaw: float, roll: float, pitch: float
) -> None:
    true = Place(0.3, 0.1, 0.0)
    reckoning = reckoning_at(Place(true.x + x, true.y + y, yaw))
    reckoning.lose()
    for turned in np.linspace(0.0, 2 * pi, 13):
        now = Place(true.x, true.y, float(turned))
        reckoning.move(Place(0.0, 0.0, float(turned)), 0.25)
        reckoning.see(sighting_from(now, (roll, pitch)))
    away, turn = missed(reckoning.place, true)
    assert away < 0.05
    assert turn < 0.03


def test_what_is_not_on_the_map_moves_nothing() -> None:
    true = Place(0.0, 0.0, 0.0)
    seen = sighting_from(true)
    far = np.array([[0.5 * cos(b), 0.5 * sin(b), -0.55] for b in np.linspace(-0.2, 0.2, 12)])
    stranger = far / np.linalg.norm(far, axis=1)[:, None]
    reckoning = reckoning_at(true)
    reckoning.see(Sighting(seen.eye, frozen(np.vstack([seen.rays, stranger]))))
    assert missed(reckoning.place, true)[0] < 0.02
    assert 0 < reckoning.seen <= len(seen.rays)


def test_a_picture_from_elsewhere_moves_nothing_and_raises_doubt() -> None:
    reckoning = reckoning_at(Place(0.3, 0.1, 0.0))
    before = reckoning.covariance
    elsewhere = sighting_from(Place(2.8, 0.5, 0.0))
    assert len(elsewhere.rays) > 20, "a wall, where there is none"
    reckoning.see(elsewhere)
    assert missed(reckoning.place, Place(0.3, 0.1, 0.0))[0] < 0.05
    assert np.trace(reckoning.covariance[:2, :2]) > np.trace(before[:2, :2])


def test_without_a_picture_the_steps_lead_and_certainty_is_lost() -> None:
    reckoning = reckoning_at(Place())
    reckoning.move(Place(5.0, 5.0, 1.0), 0.01)  # where the counting begins does not matter
    before = reckoning.covariance
    for k in range(100):
        step = Place(0.01 * (k + 1), 0.0, 0.0)
        reckoning.move(Place(5.0, 5.0, 1.0).then(step), 0.01)
    assert reckoning.place == pytest.approx((1.0, 0.0, 0.0), abs=1e-9)
    assert np.linalg.eigvalsh(reckoning.covariance - before).min() > 0.0
    spread = reckoning.covariance[0, 0]
    reckoning.lose()
    assert reckoning.covariance[0, 0] > spread
    spread = reckoning.covariance[0, 0]
    reckoning.see(sighting_from(Place(1.0, 0.0, 0.0)))
    assert reckoning.covariance[0, 0] < spread


def test_the_floor_ends_in_the_picture_where_it_ends_on_the_map() -> None:
    gaps = np.concatenate([gaps_at_the_start_of(seed) for seed in range(103, 106)])
    assert len(gaps) > 30
    assert np.median(np.abs(gaps)) < 0.03
    assert (np.abs(gaps) < 0.12).mean() > 0.95, "a pixel, two metres away"


def gaps_at_the_start_of(seed: int) -> Vec:
    """Metres between points where a robot in a room sees the floor end, and the map of it."""
    robot = small_camera()
    x0, x1, half = COURSE
    world = course(seed=seed)
    scene = ObstacleMap(obstacles_of(world), (x0, -half, x1, half))
    options = SimulationOptions(camera=CameraOptions(by="rays"), noise=Noise.none())
    simulation = Simulation(robot, world, seed, options)
    actor, estimator = simulation.actors[0], Estimator(robot)
    state = estimator.step(actor.read(), actor.dt)
    for _ in range(200):  # until the attitude is known
        simulation.advance()
        state = estimator.step(actor.read(), actor.dt)
    seen = edge().look(actor.picture(), state)
    assert seen is not None
    reach = seen.eye[2] / -seen.rays[:, 2]
    points = seen.eye[:2] + reach[:, None] * seen.rays[:, :2]
    return gaps_on(scene, seen.eye, points)


def test_a_point_that_slipped_through_a_post_lies_behind_its_face() -> None:
    """Its far side is nearer; to pull it there would move the robot the wrong way."""
    eye = np.array([0.0, 0.6])
    before, behind, past = gaps_on(SCENE, eye, np.array([[0.8, 0.6], [1.08, 0.6], [1.3, 0.6]]))
    assert (before, behind, past) == pytest.approx((0.1, -0.18, -0.4), abs=2e-3)
    inside = gaps_on(SCENE, np.array([1.0, 0.6]), np.array([[1.3, 0.6]]))
    assert inside == pytest.approx(0.2), "from within a thing there is no line of sight"


def test_a_picture_without_a_foot_on_the_ground_shows_no_place() -> None:
    robot = small_camera()
    actor = Simulation(robot, course(seed=103)).actors[0]
    state = Estimator(robot).step(actor.read(), actor.dt)
    green = CameraFrame(np.full((60, 80, 3), (67, 116, 74), dtype=np.uint8))
    standing = replace(state, contacts=np.array([True, False]))
    assert edge().look(green, standing) is not None
    assert edge().look(green, replace(state, contacts=np.zeros(2, dtype=bool))) is None


class Noted(FloorEdge):
    """Notes the time of the states that it is asked about."""

    def look(self, picture: CameraFrame, state: RobotState) -> None:  # noqa: ARG002
        self.asked = state.t


def test_a_picture_that_comes_late_is_looked_at_as_of_its_exposure() -> None:
    robot = small_camera()
    actor = Simulation(robot, course(seed=103)).actors[0]
    state, noted = Estimator(robot).step(actor.read(), actor.dt), Noted(robot)
    reckoning = Reckoning(SCENE, noted)
    for tick in range(6):
        late = CameraFrame(np.zeros((60, 80, 3), dtype=np.uint8), t=0.02) if tick == 5 else None
        sensors = replace(state.sensors, camera=late)
        reckoning.step(replace(state, t=0.01 * tick, sensors=sensors), 0.01)
    assert noted.asked == pytest.approx(0.02)


def test_a_robot_without_a_camera_is_told_so() -> None:
    with pytest.raises(OlympianError, match="has no camera: add"):
        FloorEdge(replace(load_robot("fumanoid"), camera=None))
