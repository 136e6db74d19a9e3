"""The eyes in the loop: pictures of the simulated camera, and what the robot makes of them."""

from dataclasses import replace

import numpy as np
import pytest

from gl import needs_gl
from olympian.backend import Simulation
from olympian.backend.simulation.options import SimulationOptions
from olympian.errors import OlympianError
from olympian.records import CameraFrame, JointGoal, RobotState, Sensors
from olympian.robot import Robot, load_robot
from olympian.state import Estimator
from olympian.vision.watch import Watcher
from olympian.world import parse_world


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("fumanoid")


def standing(robot: Robot) -> tuple[Sensors, RobotState]:
    """What a robot that just stands feels, and no picture."""
    actor = Simulation(robot, parse_world("field_2010")).actors[0]
    sensors = actor.read()
    return sensors, Estimator(robot).step(sensors, actor.dt)


def picture(width: int = 640, height: int = 480) -> CameraFrame:
    return CameraFrame(np.zeros((height, width, 3), dtype=np.uint8), np.zeros((height, width)))


@needs_gl
def test_a_robot_that_looks_down_sees_ball_and_circle_where_they_are(robot: Robot) -> None:
    """The ball lies on the centre spot, 0.4 m ahead; the attitude needs a second to settle."""
    options = SimulationOptions(camera_hz=5)
    simulation = Simulation(robot, parse_world("field_2010"), options=options)
    actor, estimator, watcher = simulation.actors[0], Estimator(robot), Watcher(robot, "2010")
    q = robot.ready.copy()
    q[robot.joint_names.index("neck_pitch")] = 0.75
    glances = []
    while simulation.t < 1.5:
        sensors = actor.read()
        glance = watcher.step(sensors, estimator.step(sensors, actor.dt))
        assert (glance is None) == (sensors.camera is None)
        glances += [] if glance is None else [glance]
        actor.write(JointGoal.all(q))
    actor.close()
    assert [round(glance.t, 6) for glance in glances] == pytest.approx(np.arange(8) / 5)
    spot = [-simulation.true_pose(foot.link)[:2, 3] for foot in robot.feet]
    for glance in glances[-3:]:
        seen = glance.seen
        assert seen.ball is not None
        assert seen.objects.ball is not None
        assert np.hypot(seen.ball.x - seen.objects.ball.x, seen.ball.y - seen.objects.ball.y) < 4
        assert seen.markings is not None
        assert seen.markings.circle is not None
        for place in (seen.objects.ball.at, seen.markings.circle.centre):
            assert min(np.hypot(*(np.array(place) - foot)) for foot in spot) < 0.05


def test_only_a_new_picture_is_looked_at(robot: Robot) -> None:
    (sensors, state), watcher = standing(robot), Watcher(robot)
    assert watcher.step(sensors, state) is None
    shown = replace(sensors, camera=picture())
    first = watcher.step(shown, state)
    assert first is not None
    assert first.t == sensors.t
    assert first.seen.ball is None
    assert watcher.step(shown, state) is None, "the same picture again"
    assert watcher.step(replace(sensors, camera=picture()), state) is not None
    watcher.reset()
    assert watcher.step(shown, state) is not None


def test_without_a_foot_or_an_attitude_things_have_no_places(robot: Robot) -> None:
    (sensors, state), watcher = standing(robot), Watcher(robot)
    carried = replace(state, contacts=np.array([False, True]))
    cases = {
        True: carried,
        False: replace(state, contacts=np.zeros(2, dtype=bool)),
    }
    for known, believed in cases.items():
        glance = watcher.step(replace(sensors, camera=picture()), believed)
        assert glance is not None
        assert (glance.T_ground_camera is not None) == known
        assert (glance.seen.markings is not None) == known
    lost = replace(carried, attitude_known=False)
    glance = watcher.step(replace(sensors, camera=picture()), lost)
    assert glance is not None
    assert glance.T_ground_camera is None


def test_a_picture_of_another_size_is_refused(robot: Robot) -> None:
    sensors, state = standing(robot)
    wrong = replace(sensors, camera=picture(320, 240))
    with pytest.raises(OlympianError, match="320 × 240; the lens has 640 × 480"):
        Watcher(robot).step(wrong, state)


def test_a_robot_without_a_camera_cannot_watch(robot: Robot) -> None:
    with pytest.raises(OlympianError, match="no camera"):
        Watcher(replace(robot, camera=None))
    with pytest.raises(OlympianError, match=r"chess.*2010"):
        Watcher(robot, "chess")
