"""The simulated camera: two ways to draw, one picture."""

import numpy as np
import pytest

from drills.gl import needs_gl
from olympian.backend import CameraOptions, Simulation, SimulationOptions
from olympian.backend.simulation.camera import Frustum, make_camera
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


def test_pictures_come_at_their_own_rate_after_their_delay() -> None:
    robot = load_robot("bioloid")
    camera = CameraOptions(rate=20, delay=0.02, by="rays")
    simulation = Simulation(robot, options=SimulationOptions(camera=camera))
    actor, taken = simulation.actors[0], list[tuple[float, float]]()
    for _ in range(13):
        sensors = actor.read()
        if sensors.camera is not None:
            taken.append((sensors.t, sensors.camera.t))
        actor.write(JointGoal.all(robot.ready))
    actor.close()
    assert np.array(taken) == pytest.approx(np.array([(0.02, 0.0), (0.07, 0.05), (0.12, 0.1)]))


def test_a_picture_is_what_the_camera_saw_and_the_noise_of_its_seed() -> None:
    robot = load_robot("bioloid")
    camera = CameraOptions(delay=0.0, noise=3.0, by="rays")
    simulation = Simulation(robot, seed=1, options=SimulationOptions(camera=camera))
    actor, taken = simulation.actors[0], []
    for seed in (1, 1, 2):
        simulation.reset(seed)
        frame = actor.read().camera
        assert frame is not None
        taken.append(frame.rgb)
    noise = taken[0].astype(float) - actor.picture().rgb
    actor.close()
    assert noise.mean() == pytest.approx(0.0, abs=0.05)
    assert noise.std() == pytest.approx(3.0, abs=0.1)
    assert (taken[0] == taken[1]).all()
    assert (taken[0] != taken[2]).mean() > 0.5


def test_an_unknown_way_to_draw_is_refused(simulation: Simulation) -> None:
    with pytest.raises(OlympianError, match="auto, gl, rays"):
        make_camera(simulation.model, "robot0/camera", "charcoal")
    with pytest.raises(OlympianError, match="auto, gl, rays"):
        CameraOptions(by="charcoal")
    with pytest.raises(OlympianError, match="pictures a second"):
        CameraOptions(rate=0.0)


@needs_gl
@pytest.mark.parametrize("fov_y_deg", [60.0, 25.0, 12.0])
def test_what_is_outside_the_picture_is_left_out_and_nothing_is_missed(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch, fov_y_deg: float
) -> None:
    model, data = simulation.model, simulation.data
    view = model.cam("robot0/camera")
    declared = float(view.fovy[0])
    view.fovy[0] = fov_y_deg  # a narrow view has shapes at its edges
    camera = make_camera(model, "robot0/camera", "gl")
    beyond = Frustum(model, "robot0/camera").beyond(data)
    assert 0.2 < beyond.mean() < 0.99
    groups = model.geom_group.copy()
    frugal = camera.colours(data).copy()
    assert np.array_equal(model.geom_group, groups), "they are there again"
    monkeypatch.setattr(Frustum, "beyond", lambda _, __: np.zeros(model.ngeom, dtype=bool))
    assert np.array_equal(camera.colours(data), frugal)
    view.fovy[0] = declared
    camera.close()
