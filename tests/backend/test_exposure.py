"""Blur, rolling shutter, glass and light of the simulated camera."""

from dataclasses import replace
from math import ceil

import numpy as np
import pytest

from drills.gl import needs_gl
from olympian import Humanoid, OlympianError, Simulation, Twist, load_robot, parse_world
from olympian.backend import CameraEffects, CameraOptions, SimulationOptions
from olympian.backend.simulation.exposure import (
    CameraMotion,
    Exposure,
    wandering,
)
from twins.camera_exposure import seen_at

STILL = CameraMotion(np.zeros(3), np.zeros(3), np.array([0.0, 0.8, 0.6]), 0.5)
PLAIN = CameraEffects(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
SEED = (3, 0, 5)


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    return Simulation(load_robot("bioloid"))


def camera(simulation: Simulation, effects: CameraEffects) -> Exposure:
    return Exposure(simulation.model, "robot0/camera", effects)


@pytest.fixture(scope="module")
def drawn() -> np.ndarray:
    return np.random.default_rng(1).integers(20, 235, (240, 320, 3)).astype(np.uint8)


def test_a_camera_without_effects_shows_what_is_there(
    simulation: Simulation, drawn: np.ndarray
) -> None:
    out = camera(simulation, PLAIN)(drawn, STILL, np.ones(3), SEED)
    assert np.abs(out.astype(int) - drawn).max() <= 1, "light has 4096 levels"


def test_a_moving_camera_smears_along_what_its_motion_says(
    simulation: Simulation, drawn: np.ndarray
) -> None:
    """Turning and walking at once; the twin finds each pixel's way by moving the camera."""
    motion = CameraMotion(np.array([0.1, 0.0, 0.3]), np.array([0.2, 1.5, 0.4]), STILL.down, 0.5)
    effects = CameraEffects(0.01, 0.02, 0.0, 0.0, 0.0, 0.0, 0.0)
    out = camera(simulation, effects)(drawn, motion, np.ones(3), SEED)
    focal, rows = 120 / np.tan(np.radians(22.5)), 240
    light = (drawn / 255.0) ** 2.2
    for y, x in ((120, 160), (20, 30), (230, 310), (100, 10)):
        u, v = (x - 159.5) / focal, (y - 119.5) / focal
        way = focal * (seen_at(u, v, motion, 1e-4) - seen_at(u, v, motion, -1e-4)) / 2e-4
        count = max(ceil(float(np.hypot(*way)) * 0.01), 1)
        late = 0.02 * (y / (rows - 1) - 0.5)
        times = late + 0.01 * ((np.arange(count) + 0.5) / count - 0.5)
        wanted = exposed_at(light, x, y, way, times)
        assert np.abs(out[y, x] - 255 * wanted ** (1 / 2.2)).max() < 2.0


def exposed_at(light: np.ndarray, x: int, y: int, way: np.ndarray, times: np.ndarray) -> np.ndarray:
    places = np.floor(np.array([x, y]) - way * times[:, None] + 0.5).astype(int)
    places = np.clip(places, 0, [light.shape[1] - 1, light.shape[0] - 1])
    return light[places[:, 1], places[:, 0]].mean(axis=0)


def test_corners_are_darker_and_noise_is_that_of_the_seed(simulation: Simulation) -> None:
    grey = np.full((240, 320, 3), 150, dtype=np.uint8)
    dark = camera(simulation, CameraEffects(0.0, 0.0, 0.0, 0.0, 0.3))
    out = dark(grey, STILL, np.ones(3), SEED)
    assert out[120, 160, 0] == pytest.approx(150, abs=1)
    assert out[0, 0, 0] == pytest.approx(150 * 0.7 ** (1 / 2.2), abs=1)
    noisy = camera(simulation, CameraEffects(0.0, 0.0, 0.0, 0.02, 0.0))
    one, same, other = (
        noisy(grey, STILL, np.ones(3), (3, 0, picture)).copy() for picture in (5, 5, 6)
    )
    assert (one == same).all()
    assert (one != other).mean() > 0.5
    assert 0.5 < one.astype(float).std() < 5.0


def test_defocus_spreads_a_point_by_its_deviation(simulation: Simulation) -> None:
    point = np.zeros((240, 320, 3), dtype=np.uint8)
    point[100, 100] = 255
    out = camera(simulation, CameraEffects(0.0, 0.0, 0.7, 0.0, 0.0))
    shown = out(point, STILL, np.ones(3), SEED)[90:111, 90:111, 1] / 255.0
    light = shown**2.2 / (shown**2.2).sum()
    away = np.arange(-10, 11)
    assert (light.sum(axis=0) * away**2).sum() == pytest.approx(0.49, abs=0.02)


def test_the_light_wanders_slowly_and_as_far_as_is_said() -> None:
    effects = CameraEffects(brightness=0.2, warmth=0.1, period=5.0)
    times = np.arange(0.0, 300.0, 0.033)
    gains = np.log([wandering(effects, t, (4, 0)) for t in times])
    assert gains[:, 1].std() == pytest.approx(0.2, rel=0.15)
    assert (gains[:, 0] - gains[:, 1]).std() == pytest.approx(0.1, rel=0.15)
    assert np.abs(np.diff(gains, axis=0)).max() < 0.1, "no jumps"
    assert (wandering(effects, 1.0, (4, 0)) != wandering(effects, 1.0, (5, 0))).all()


@needs_gl
def test_a_walking_robots_pictures_are_blurred_when_that_is_wanted() -> None:
    steep = []
    for effects in (PLAIN, replace(PLAIN, exposure=0.06)):
        robot, world = load_robot("bioloid"), parse_world("field")
        options = SimulationOptions(camera=CameraOptions(noise=0.0, effects=effects))
        simulation = Simulation(robot, world, 1, options)
        body = Humanoid(robot, simulation.actors[0], world=world, eyes=False)
        body.walk(Twist(forward=0.1))
        sharp = []
        for _ in range(120):
            picture = body.tick().sensors.camera
            if picture is not None:
                sharp.append(float((np.diff(picture.rgb.astype(int), axis=1) ** 2).mean()))
        body.close()
        simulation.close()
        steep.append(np.mean(sharp[10:]))
    assert steep[1] < 0.7 * steep[0]


def test_effects_that_no_camera_has_are_refused() -> None:
    with pytest.raises(OlympianError, match=r"within 0\.1 s"):
        CameraEffects(exposure=0.5)
    with pytest.raises(OlympianError, match="parts from 0 to 1"):
        CameraEffects(vignette=-0.1)
