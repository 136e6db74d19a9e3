"""Lenses, ground, horizon and image circle: laws, twins, and OpenCV as the judge."""

from math import pi, radians

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.backend import Noise, Simulation, SimulationOptions
from olympian.errors import OlympianError
from olympian.geometry import R_from_rpy, T_from, inverse
from olympian.records import JointGoal
from olympian.robot import load_robot, robot_names
from olympian.state import Estimator
from olympian.vision.camera import (
    CameraPose,
    FishEye,
    Horizon,
    Lens,
    Pinhole,
    all_pixels,
    horizon_line,
    pixels_of_field,
    row_extents,
    to_field,
)
from olympian.vision.camera.horizon import STRIDE
from olympian.vision.camera.pose import R_MOUNT_CAMERA
from twins import vision_camera as twin

PLAIN = Pinhole.of_view(640, 480, 45.0)
BARREL = Pinhole(640, 480, (520.0, 510.0), (310.0, 250.0), (-0.28, 0.09, 8e-4, -6e-4, -0.01))
CUSHION = Pinhole(320, 240, (300.0, 300.0), (160.0, 118.0), (0.15, 0.02, 0.0, 0.0, 0.0))
PERFECT = FishEye.of_circle(640, 480, 180.0, 240.0)
FISH = FishEye(640, 480, (150.0, 152.0), (321.0, 236.0), (-0.02, 0.004, -0.001, 1e-4), radians(95))
LENSES = [PLAIN, BARREL, CUSHION, PERFECT, FISH]
ODD = [Pinhole.of_view(1, 1, 60.0), Pinhole.of_view(7, 3, 60.0), FishEye.of_circle(5, 9, 150, 2.0)]

pixel_shares = st.tuples(st.floats(0, 1), st.floats(0, 1))
angles = st.floats(-pi, pi)


def directions(count: int, seed: int, spread: float = 1.0) -> np.ndarray:
    points = np.random.default_rng(seed).normal(size=(count, 3))
    points[:, 2] = np.abs(points[:, 2]) / spread + 0.05
    return points


def matrix_of(lens: Pinhole | FishEye) -> np.ndarray:
    (fx, fy), (cx, cy) = lens.focal, lens.centre
    return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])


@pytest.mark.parametrize("lens", LENSES)
@given(share=pixel_shares)
def test_a_pixel_looks_along_a_ray_that_falls_on_it(lens: Lens, share: tuple[float, float]) -> None:
    pixel = np.array([share[0] * (lens.width - 1), share[1] * (lens.height - 1)])
    ray = lens.rays(pixel)
    if isinstance(lens, FishEye) and np.isnan(ray).any():
        half = np.array(lens.circle_px())
        assert np.hypot(*((pixel - lens.centre) / half)) > 1 - 1e-9
        return
    assert np.linalg.norm(ray) == pytest.approx(1.0, abs=1e-12)
    assert np.allclose(lens.project(3.7 * ray, beyond=True), pixel, atol=1e-7)


@pytest.mark.parametrize("lens", [PLAIN, BARREL, CUSHION])
def test_a_pinhole_is_that_of_opencv(lens: Pinhole) -> None:
    pixels = all_pixels(lens)[::7, ::11].reshape(-1, 2)
    points = 2.0 * lens.rays(pixels)
    K = matrix_of(lens)
    theirs, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), K, np.array(lens.distortion))
    assert np.allclose(lens.project(points, beyond=True), theirs.reshape(-1, 2), atol=1e-6)
    # by default it stops after five rounds, which leaves 0.2 px in the corners of a strong lens
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 200, 1e-12)
    places = np.ascontiguousarray(pixels[:, None])
    flat = cv2.undistortPoints(places, K, np.array(lens.distortion), criteria=stop)
    assert np.allclose(points[:, :2] / points[:, 2:], flat.reshape(-1, 2), atol=1e-9)


@pytest.mark.parametrize("lens", [PERFECT, FISH])
def test_a_fish_eye_is_that_of_opencv(lens: FishEye) -> None:
    points = directions(500, 1, spread=3.0)
    K = matrix_of(lens)
    D = np.array(lens.distortion)
    theirs, _ = cv2.fisheye.projectPoints(points[:, None], np.zeros(3), np.zeros(3), K, D)
    assert np.allclose(lens.project(points, beyond=True), theirs.reshape(-1, 2), atol=1e-6)


@pytest.mark.parametrize("lens", [PLAIN, BARREL, CUSHION])
def test_the_compiled_pinhole_is_its_twin(lens: Pinhole) -> None:
    points = np.vstack([directions(300, 2), -directions(20, 3), np.zeros((1, 3))])
    reach = {PLAIN: np.inf, CUSHION: np.inf}.get(lens, _reach(lens))
    expected = twin.project_pinhole(lens, points, reach)
    assert np.array_equal(lens.project(points, beyond=True), expected, equal_nan=True)
    pixels = all_pixels(lens)[::13, ::17].reshape(-1, 2) * 1.5 - 100
    rays = twin.rays_pinhole(lens, pixels, reach)
    assert np.array_equal(lens.rays(pixels), rays, equal_nan=True)


def _reach(lens: Pinhole) -> float:
    """Where the radius in the picture stops growing, by trying."""
    radii = np.linspace(0, 3, 300_001)
    k1, k2, _, _, k3 = lens.distortion
    growth = np.diff(radii * (1 + k1 * radii**2 + k2 * radii**4 + k3 * radii**6))
    falling = np.flatnonzero(growth < 0)
    return float(radii[falling[0]]) if len(falling) else np.inf


@pytest.mark.parametrize("lens", [PERFECT, FISH])
def test_the_compiled_fish_eye_is_its_twin(lens: FishEye) -> None:
    points = np.vstack([directions(300, 4), -directions(300, 5), np.zeros((1, 3))])
    points = np.vstack([points, [(0, 0, 1), (0, 0, -1)]])
    ours = lens.project(points, beyond=True)
    assert np.array_equal(ours, twin.project_fisheye(lens, points), equal_nan=True)
    assert np.isnan(ours).any()
    assert np.isfinite(ours[points[:, 2] > 0]).all()
    pixels = all_pixels(lens)[::13, ::17].reshape(-1, 2)
    expected = twin.rays_fisheye(lens, pixels)
    assert np.allclose(lens.rays(pixels), expected, atol=1e-12, equal_nan=True)


def test_what_is_not_seen_is_no_number() -> None:
    assert np.isnan(PLAIN.project((0, 0, -1))).all()
    assert np.isnan(PLAIN.project((1, 0, 1))).all()
    assert np.isfinite(PLAIN.project((1, 0, 1), beyond=True)).all()
    assert np.isnan(PERFECT.project((0, 1, -0.1), beyond=True)).all()
    assert np.isnan(PERFECT.rays((0, 0))).all()
    assert np.isnan(FISH.rays((np.nan, 3.0))).all()


def test_beyond_its_fold_a_lens_sees_nothing() -> None:
    lens = Pinhole(640, 480, (300.0, 300.0), (320.0, 240.0), (-0.3, 0.0, 0.0, 0.0, 0.0))
    fold = np.sqrt(1 / 0.9)
    edge = 320 + 300 * fold * (1 - 0.3 * fold**2)
    assert np.isfinite(lens.project((0.99 * fold, 0, 1), beyond=True)).all()
    assert np.isnan(lens.project((1.01 * fold, 0, 1), beyond=True)).all()
    assert np.isfinite(lens.rays((edge - 0.5, 240))).all()
    assert np.isnan(lens.rays((edge + 0.5, 240))).all()


def test_arrays_keep_their_shape_and_may_be_empty() -> None:
    for lens in LENSES:
        assert lens.rays(all_pixels(lens)[:3, :5]).shape == (3, 5, 3)
        assert lens.project(np.zeros((0, 3))).shape == (0, 2)
        assert lens.rays(np.zeros((0, 2))).shape == (0, 3)
    with pytest.raises(ValueError, match=r"\(…, 3\)"):
        PLAIN.project(np.zeros((4, 2)))


@pytest.mark.parametrize(
    ("make", "culprit"),
    [
        (lambda: Pinhole(0, 480, (1.0, 1.0), (0.0, 0.0)), "pixels"),
        (lambda: Pinhole(640, 480, (-1.0, 1.0), (0.0, 0.0)), "focal"),
        (lambda: Pinhole(640, 480, (1.0, 1.0), (np.nan, 0.0)), "finite"),
        (lambda: FishEye(640, 480, (1.0, 1.0), (0.0, 0.0), reach=4.0), "reaches"),
        (lambda: FishEye(640, 480, (1.0, 1.0), (0.0, 0.0), (-0.3, 0, 0, 0)), "folds"),
    ],
)
def test_an_impossible_lens_is_refused(make: object, culprit: str) -> None:
    with pytest.raises(OlympianError, match=culprit):
        make()  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize("lens", LENSES)
@given(
    place=st.tuples(st.floats(-4, 4), st.floats(-3, 3)),
    rpy=st.tuples(angles, angles, angles),
    height=st.floats(0.1, 2.0),
)
def test_a_place_on_the_field_is_found_where_it_is_seen(
    lens: Lens, place: tuple[float, float], rpy: tuple[float, float, float], height: float
) -> None:
    T_field_camera = T_from((0.5, -0.2, height), rpy) @ T_from(R=R_MOUNT_CAMERA)
    pixel = pixels_of_field(lens, T_field_camera, place)
    if np.isnan(pixel).any():
        return
    depth = (inverse(T_field_camera) @ np.array([*place, 0, 1]))[:3]
    steepness = height / np.linalg.norm(depth)
    assert np.allclose(to_field(lens, T_field_camera, pixel), place, atol=1e-7 / steepness**2)


def test_looking_past_the_ground_finds_nothing() -> None:
    level = T_from((0, 0, 0.5)) @ T_from(R=R_MOUNT_CAMERA)
    places = to_field(PLAIN, level, all_pixels(PLAIN))
    assert np.isnan(places[:240]).all()
    assert np.isfinite(places[240:]).all()
    assert (places[240:, :, 0] > 0).all()
    below = T_from((0, 0, -0.5)) @ T_from(R=R_MOUNT_CAMERA)
    assert np.isnan(to_field(PLAIN, below, all_pixels(PLAIN))).all()
    assert np.isnan(to_field(PERFECT, level, (0.0, 0.0))).all()


@pytest.mark.parametrize("lens", LENSES)
def test_the_compiled_ground_is_its_twin(lens: Lens) -> None:
    T_field_camera = T_from((1, 2, 0.5), (0.1, 0.4, -2.0)) @ T_from(R=R_MOUNT_CAMERA)
    pixels = all_pixels(lens)[::9, ::9].reshape(-1, 2)
    for height in (0.0, 0.07):
        ours = to_field(lens, T_field_camera, pixels, height)
        expected = twin.to_field(lens.rays(pixels), T_field_camera, height)
        assert np.array_equal(ours, expected, equal_nan=True)


@pytest.mark.parametrize("lens", [*LENSES, *ODD])
def test_the_horizon_is_where_pixels_begin_to_look_down(lens: Lens) -> None:
    horizon = Horizon(lens)
    chance = np.random.default_rng(6)
    for _ in range(25):
        R = R_from_rpy(*chance.normal(0, (0.2, 0.5, 2.0))) @ R_MOUNT_CAMERA
        found, expected = horizon.rows(R), twin.horizon_rows(lens, R)
        differ = np.flatnonzero(found != expected)
        assert not len(differ) or isinstance(lens, FishEye)
        for column in differ:
            strip = twin.looks_down(lens, R)[expected[column] :, column]
            assert found[column] > expected[column]
            assert strip.argmin() < STRIDE
        assert len(differ) < 0.02 * lens.width
        assert horizon.top(R) == found.min()
    up, down = R_from_rpy(0, -pi / 2, 0) @ R_MOUNT_CAMERA, R_from_rpy(0, pi / 2, 0) @ R_MOUNT_CAMERA
    if isinstance(lens, Pinhole):
        assert horizon.top(up) == lens.height
        assert horizon.top(down) == 0


@given(roll=st.floats(-1, 1), pitch=st.floats(-0.4, 0.4))
def test_the_horizon_of_a_pinhole_is_a_line(roll: float, pitch: float) -> None:
    R = R_from_rpy(roll, pitch, 0.7) @ R_MOUNT_CAMERA
    a, b, c = horizon_line(PLAIN, R)
    assert np.hypot(a, b) == pytest.approx(1.0)
    pixels = all_pixels(PLAIN)[::40, ::40]
    down = PLAIN.rays(pixels) @ R[2]
    side = pixels @ np.array([a, b]) + c
    clear = np.abs(side) > 1e-6
    assert np.array_equal(side[clear] > 0, down[clear] < 0)


@pytest.mark.parametrize("lens", [*LENSES, *ODD])
def test_rows_are_lit_where_rays_exist(lens: Lens) -> None:
    lit = np.isfinite(lens.rays(all_pixels(lens))[..., 0])
    first, last = row_extents(lens).T
    columns = np.arange(lens.width)
    assert np.array_equal((columns >= first[:, None]) & (columns < last[:, None]), lit)


@pytest.mark.parametrize("name", [n for n in robot_names() if n != "atlas"])
def test_the_camera_is_where_kinematics_and_attitude_say(name: str) -> None:
    robot = load_robot(name)
    noise = SimulationOptions(noise=Noise.none())
    simulation, pose = Simulation(robot, options=noise), CameraPose(robot)
    estimator = Estimator(robot)
    actor, state = simulation.actors[0], None
    for _ in range(150):
        state = estimator.step(actor.read(), actor.dt)
        actor.write(JointGoal.all(robot.ready))
    assert state is not None
    camera = simulation.data.cam("robot0/camera")
    for foot in range(len(robot.feet)):
        T_ground_camera = pose.T_ground_camera(state.q, state.R_world_torso, foot)
        assert T_ground_camera[2, 3] == pytest.approx(camera.xpos[2], abs=0.003)
        assert T_ground_camera[2, 2] == pytest.approx(-camera.xmat.reshape(3, 3)[2, 2], abs=0.01)
        true_sole = simulation.true_pose(robot.feet[foot].link)[:2, 3]
        away = np.linalg.norm(T_ground_camera[:2, 3])
        assert away == pytest.approx(np.linalg.norm(camera.xpos[:2] - true_sole), abs=0.004)


def test_a_tilted_robot_stands_on_the_lowest_corner_of_its_sole() -> None:
    robot = load_robot("fumanoid")
    pose = CameraPose(robot)
    flat = pose.T_ground_camera(robot.ready, np.eye(3), 0)
    tipped = pose.T_ground_camera(robot.ready, R_from_rpy(0, 0.3, 1.0), 0)
    toe = robot.feet[0].outline[:, 0].max()
    # turned about the toe: the sole's origin, which the frame is under, rises by its distance
    sole_in_camera = inverse(flat) @ np.array([0, 0, 0, 1])
    assert (tipped @ sole_in_camera)[2] == pytest.approx(toe * np.sin(0.3), abs=1e-5)
    assert np.allclose((tipped @ sole_in_camera)[:2], 0, atol=1e-5)
    turned = pose.T_ground_camera(robot.ready, R_from_rpy(0, 0.3, -2.0), 0)
    assert np.allclose(turned, tipped)


def test_a_robot_without_camera_says_what_to_add() -> None:
    from dataclasses import replace

    with pytest.raises(OlympianError, match=r"\[camera\]"):
        CameraPose(replace(load_robot("fumanoid"), camera=None))
