"""The simulated camera: two ways to draw, one picture."""

import numpy as np
import pytest

from gl import needs_gl
from olympian.backend import Simulation, SimulationOptions
from olympian.backend.simulation.camera import make_camera
from olympian.errors import OlympianError
from olympian.records import JointGoal
from olympian.robot import load_robot


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    """Two robots side by side; the first turns its head to see the second."""
    robot = load_robot("fumanoid")
    simulation = Simulation([robot, robot])
    look = robot.joint_vector({"neck_yaw": 1.3, "neck_pitch": 0.2}, robot.ready)
    for _ in range(80):
        for actor in simulation.actors:
            actor.write(JointGoal.all(look))
    return simulation


def test_rays_see_the_floor_where_it_is(simulation: Simulation) -> None:
    frame = make_camera(simulation.model, "robot0/camera", "rays").take(simulation.data)
    mount = simulation.robots[0].camera
    assert mount is not None
    assert frame.rgb.shape == (mount.height, mount.width, 3)
    camera = simulation.data.cam("robot0/camera")
    focal = mount.height / 2 / np.tan(np.radians(mount.fov_y_deg) / 2)
    ray = np.array([0.5 / focal, -(mount.height / 2 - 0.5) / focal, -1.0])
    down = -(camera.xmat.reshape(3, 3) @ ray)[2]
    middle_of_the_bottom = frame.depth[-1, mount.width // 2]
    assert middle_of_the_bottom == pytest.approx(camera.xpos[2] / down, rel=1e-3)
    assert np.isinf(frame.depth).any()


@needs_gl
def test_gl_and_rays_agree_on_depth(simulation: Simulation) -> None:
    by_gl, by_rays = (make_camera(simulation.model, "robot0/camera", by) for by in ("gl", "rays"))
    gl, rays = by_gl.take(simulation.data), by_rays.take(simulation.data)
    by_gl.close()
    near = np.isfinite(gl.depth) & np.isfinite(rays.depth) & (rays.depth < 5.0)
    assert near.mean() > 0.2
    difference = np.abs(gl.depth[near] - rays.depth[near])
    assert np.quantile(difference, 0.95) < 0.01
    assert np.median(difference) < 1e-3


@needs_gl
def test_the_other_robot_is_in_the_picture(simulation: Simulation) -> None:
    camera = make_camera(simulation.model, "robot0/camera", "gl")
    frame = camera.take(simulation.data)
    camera.close()
    assert frame.rgb.std() > 10
    assert (frame.depth < 2.0).any()


def test_pictures_come_at_their_own_rate() -> None:
    robot = load_robot("fumanoid")
    simulation = Simulation(robot, options=SimulationOptions(camera_hz=20, camera_by="rays"))
    actor, taken = simulation.actors[0], []
    for _ in range(11):
        taken.append(actor.read().camera is not None)
        actor.write(JointGoal.all(robot.ready))
    actor.close()
    assert taken == [True, False, False, False, False] * 2 + [True]


def test_an_unknown_way_to_draw_is_refused(simulation: Simulation) -> None:
    with pytest.raises(OlympianError, match="auto, gl, rays"):
        make_camera(simulation.model, "robot0/camera", "charcoal")
