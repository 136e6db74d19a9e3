"""The eyes in the loop: pictures of the simulated camera, and what the robot makes of them."""

from dataclasses import replace
from math import hypot, isnan

import numpy as np
import pytest

from drills.beside import Echo
from drills.gl import needs_gl
from olympian import (
    Humanoid,
    KinematicBackend,
    OlympianError,
    Place,
    Recording,
    ReplayBackend,
    RobotState,
    Semantic,
    Simulation,
    Twist,
    World,
    load_robot,
    parse_world,
)
from olympian.backend import CameraOptions, SimulationOptions
from olympian.beside import Helper
from olympian.breaker import Breaker
from olympian.records import CameraFrame, JointGoal
from olympian.robot import Robot
from olympian.state import Estimator
from olympian.vision import Seen, Watcher
from olympian.vision.camera import CameraPose

CAMERA_AND_LOOK = 0.07
"""Seconds from a picture's exposure until it is told what it shows."""


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("fumanoid")


@pytest.fixture(scope="module")
def standing(robot: Robot) -> RobotState:
    """What a robot that just stands believes, without a picture."""
    actor = Simulation(robot, parse_world("field_2010")).actors[0]
    state = Estimator(robot).step(actor.read(), actor.dt)
    return replace(state, contacts=np.array([False, True]))


@pytest.fixture(scope="module")
def watcher(robot: Robot) -> Watcher:
    return Watcher(robot)


def picture(width: int = 640, height: int = 480, t: float = 0.0) -> CameraFrame:
    return CameraFrame(np.zeros((height, width, 3), dtype=np.uint8), t=t)


def at(t: float, state: RobotState, shown: CameraFrame | None = None) -> RobotState:
    """The same state at another time, with a picture or without."""
    return replace(state, t=t, sensors=replace(state.sensors, t=t, camera=shown))


def told(watcher: Watcher, state: RobotState, shown: CameraFrame) -> Seen:
    """What is seen of a picture that came at zero."""
    watcher.reset()
    watcher.step(at(0.0, state, shown))
    return watcher.step(at(0.03, state))


def ball_ahead(metres: float) -> World:
    """A field whose robot stands so far behind the ball."""
    world = parse_world("field")
    assert world.ball is not None
    x = float(world.T_world_start[0, 3]) + metres
    return replace(world, ball=replace(world.ball, at=(x, 0.0)))


def ball_from(robot: Humanoid) -> Place:
    """The ball from the middle of the soles, as only a referee knows it."""
    simulation = robot.simulation
    x, y = np.mean([simulation.true_pose(foot.link)[:2, 3] for foot in robot.robot.feet], axis=0)
    ahead = simulation.true_pose(robot.robot.torso)[:2, 0]
    here = Place(float(x), float(y), float(np.arctan2(ahead[1], ahead[0])))
    return here.inverse().then(Place(*simulation.data.body("ball").xpos[:2].tolist()))


@needs_gl
def test_a_ball_a_metre_ahead_is_seen_where_it_is_standing_and_walking() -> None:
    robot = Humanoid("fumanoid", world=ball_ahead(1.0), seed=1)
    assert isnan(robot.seen.t), "an empty record before the first picture"
    with pytest.raises(OlympianError, match="no ball in sight"):
        robot.look_at_ball()
    on_field = float(robot.world.T_world_start[0, 3]) + 1.0
    robot.look_at(on_field, 0.0)
    robot.run(0.8)
    ball = robot.seen.ball
    assert ball is not None
    assert hypot(ball.ahead - 1.0, ball.left) < 0.05
    assert hypot(ball.x - on_field, ball.y) < 0.05
    assert 20 < ball.disc.radius < 60
    assert str(replace(ball, ahead=1.0, left=-0.2)) == "1.00 m ahead, 0.20 m right"
    assert robot.seen.lines
    robot.look_at_ball()
    assert robot.head is not None
    assert robot.head.text.startswith(f"looks at ({ball.x:.2f}")
    robot.walk(Twist(forward=0.2))
    true, errors, pictures = {}, [], 0
    for _ in range(80):
        true[round(robot.simulation.t, 3)] = ball_from(robot)
        before, _ = robot.seen.t, robot.tick()
        if robot.seen.t in (before, 0.0) or round(robot.seen.t, 3) not in true:
            continue
        pictures += 1
        if (ball := robot.seen.ball) is not None:
            there = true[round(robot.seen.t, 3)]
            errors.append(hypot(ball.ahead - there.x, ball.left - there.y))
    robot.close()
    assert pictures > 15
    assert len(errors) > 0.8 * pictures
    assert np.median(errors) < 0.08
    assert robot.situation.state is Semantic.WALKING


@needs_gl
def test_the_same_run_sees_the_same_however_long_a_picture_takes() -> None:
    robot, slow = Humanoid("fumanoid", world="field_2010", seed=7), Helper(Echo, "")
    robot.look_at(0.4, 0.0)
    runs = []
    for _ in range(2):
        seen: list[tuple[float, object]] = []
        for tick in range(40):
            robot.tick()
            seen.append((robot.seen.t, robot.seen.ball))
            if len(runs) == 1 and tick == 20:
                slow.ask("slow")
        runs.append(seen)
        robot.reset()
        robot.look_at(0.4, 0.0)
    robot.close()
    assert str(runs[0]) == str(runs[1])
    assert len({str(moment) for moment in runs[0]}) > 10
    lags = [0.01 * tick - t for tick, (t, _) in enumerate(runs[0]) if t == t and tick % 10 == 7]
    assert lags == pytest.approx([CAMERA_AND_LOOK] * len(lags))
    assert len(lags) > 2


@needs_gl
def test_a_picture_is_copied_only_where_the_other_process_has_it_no_more(
    robot: Robot, standing: RobotState, watcher: Watcher
) -> None:
    options = SimulationOptions(camera=CameraOptions())
    actor = Simulation(robot, parse_world("field_2010"), options=options).actors[0]
    frames: list[CameraFrame] = []
    while len(frames) < 5:
        shown = actor.read().camera
        if shown is not None:
            frames.append(shown)
            lies = told(watcher, standing, shown).lines
            copied = told(watcher, standing, replace(shown, beside=None)).lines
            assert str(lies) == str(copied) != "()"
        actor.write(JointGoal.all(robot.ready))
    news, old = frames[-1].beside, frames[0].beside
    assert news is not None
    assert old is not None
    assert not news.gone
    assert old.gone, "its memory has another picture by now"
    with pytest.raises(ValueError, match="read-only"):
        frames[0].rgb[0] = 0
    actor.close()
    assert news.gone


def test_the_pose_is_that_of_the_exposure_not_of_the_arrival(
    robot: Robot, standing: RobotState, watcher: Watcher
) -> None:
    """The head turns, the torso leans and the robot walks on while a picture is under way."""
    turned = robot.joint_vector({"neck_yaw": 0.5, "neck_pitch": 0.3}, robot.ready)
    then = replace(standing, place=Place(0.1, 0.2, 0.3), q=turned)
    later = replace(standing, contacts=np.array([True, False]))
    watcher.reset()
    for t in (0.0, 0.01):
        watcher.step(at(t, standing))
    watcher.step(at(0.02, then))
    watcher.step(at(0.05, later, picture(t=0.02)))
    assert isnan(watcher.step(at(0.06, later)).t), "too early"
    seen = watcher.step(at(0.07, later))
    pose = CameraPose(robot).T_place_camera(turned, then.R_world_torso, 1)
    assert (seen.t, seen.place) == (0.02, Place(0.1, 0.2, 0.3))
    assert seen.T_place_camera == pytest.approx(pose)
    assert np.abs(pose - CameraPose(robot).T_place_camera(later.q, np.eye(3), 0)).max() > 0.2


def test_the_ground_is_that_of_the_middle_between_the_soles(robot: Robot) -> None:
    pose = CameraPose(robot)
    left, right = (pose.T_place_camera(robot.ready, np.eye(3), foot) for foot in range(2))
    assert left == pytest.approx(right, abs=1e-9)
    assert left[1, 3] == pytest.approx(0.0, abs=1e-6)
    under = pose.T_ground_camera(robot.ready, np.eye(3), 0)
    assert abs(under[1, 3]) > 0.02, "a foot stands aside"


def test_only_a_new_picture_is_looked_at(standing: RobotState, watcher: Watcher) -> None:
    watcher.reset()
    assert watcher.step(at(0.0, standing)).t != 0.0
    first = picture(t=0.1)
    watcher.step(at(0.1, standing, first))
    seen = watcher.step(at(0.13, standing, first))
    assert (seen.t, seen.ball) == (0.1, None)
    assert watcher.step(at(0.2, standing, first)) is seen, "the same picture again"
    for k in range(5):  # more than fit into its memory
        watcher.step(at(0.2 + k / 1000, standing, picture(t=0.2 + k / 1000)))
    assert watcher.step(at(0.3, standing)).t == pytest.approx(0.204)
    watcher.reset()
    assert isnan(watcher.seen.t)


def test_without_a_foot_or_an_attitude_things_have_no_places(
    standing: RobotState, watcher: Watcher
) -> None:
    cases = {
        True: standing,
        False: replace(standing, contacts=np.zeros(2, dtype=bool)),
    }
    for known, believed in cases.items():
        seen = told(watcher, believed, picture())
        assert (seen.T_place_camera is not None) == known
    lost = told(watcher, replace(standing, attitude_known=False), picture())
    assert lost.T_place_camera is None


def test_a_robot_without_a_camera_or_with_another_one_cannot_watch(
    robot: Robot, standing: RobotState, watcher: Watcher
) -> None:
    with pytest.raises(OlympianError, match="320 × 240; the lens has 640 × 480"):
        told(watcher, standing, picture(320, 240))
    with pytest.raises(OlympianError, match="no camera"):
        Watcher(replace(robot, camera=None))
    with pytest.raises(OlympianError, match=r"chess.*2010"):
        Watcher(robot, "chess")


def test_who_has_the_eyes_shut_says_how_to_open_them(robot: Robot) -> None:
    with pytest.raises(OlympianError, match=r"eyes shut: Humanoid\(\.\.\., eyes=True\)"):
        _ = Humanoid(robot, KinematicBackend(robot), world="field").seen
    with pytest.raises(OlympianError, match="simulation takes no pictures"):
        Humanoid(robot, Simulation(robot).actors[0], eyes=True)


def test_a_recording_with_pictures_is_watched_too(robot: Robot, standing: RobotState) -> None:
    records = [at(0.01 * k, standing, picture(t=0.01 * k)).sensors for k in range(5)]
    recording = Recording(robot.name, robot.joint_names, 0.01, tuple(records))
    replayed = Humanoid(robot, ReplayBackend(robot, recording), eyes=True)
    replayed.run(0.05)
    assert replayed.seen.t == pytest.approx(0.02)
    replayed.close()


class Squint:
    """Eyes of somebody else, who did not test them."""

    def step(self, state: RobotState) -> Seen:
        if state.t > 0.02:
            raise ZeroDivisionError("no light")
        return Seen(t=state.t)

    def reset(self) -> None:
        """Nothing to forget."""

    def close(self) -> None:
        """Nothing is held."""


def test_eyes_that_raise_are_out_of_service_and_the_robot_goes_on(robot: Robot) -> None:
    told: list[str] = []
    breaker = Breaker(lambda failure: told.append(str(failure)), strict=False)
    blind = Humanoid(robot, KinematicBackend(robot), eyes=Squint(), breaker=breaker)
    blind.run(0.5)
    assert len(told) == 1
    assert told[0].startswith("eyes Squint: ZeroDivisionError: no light (")
    assert "vision/test_watch.py" in told[0]
    assert blind.seen.t == pytest.approx(0.02), "the last that was seen"
    assert blind.state is not None
    assert blind.state.t > 0.4
