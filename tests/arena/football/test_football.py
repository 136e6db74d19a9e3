"""The football field and the simulated camera's truth: labels against the drawn geometry."""

import numpy as np
import pytest

from drills.gl import needs_gl
from olympian.arena.football import football_frames, lens_of
from olympian.arena.football.labels import ball_disc
from olympian.arena.football.light import Light
from olympian.arena.football.lineup import draw_lineup
from olympian.arena.football.scene import FootballScene
from olympian.arena.football.sensor import Sensor, expose
from olympian.backend import Simulation, Start
from olympian.robot import Robot, load_robot
from olympian.vision import Colour, Thing, Truth
from olympian.vision.camera import (
    Lens,
    Pinhole,
    all_pixels,
    pixels_of_field,
    to_field,
)
from olympian.world import MODERN, PITCHES, TWENTY_TEN, Pitch, parse_world
from olympian.world.ball import patches
from olympian.world.field import RISE

SHARP = Sensor(1.0, 5500.0, 2.2, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def robot() -> Robot:
    """The smallest pictures we have: 320 × 240."""
    return load_robot("bioloid")


def off_the_lines(pitch: Pitch, places: np.ndarray) -> np.ndarray:
    """Metres from each place to the middle of the nearest line, as the rules draw them."""
    straight = []
    for x0, y0, x1, y1 in pitch.segments:
        low, high = (min(x0, x1), min(y0, y1)), (max(x0, x1), max(y0, y1))
        straight.append(np.maximum(np.maximum(low - places, places - high), 0).max(axis=1))
    for mark in pitch.marks:
        off, half = np.abs(places - mark), pitch.line_width / 2
        straight.append(np.maximum(off[:, 0] - half, off[:, 1]))
        straight.append(np.maximum(off[:, 0], off[:, 1] - half))
    circle = np.abs(np.hypot(*places.T) - pitch.circle_radius)
    return np.minimum(np.min(straight, axis=0), circle)


@pytest.mark.parametrize("pitch", PITCHES.values())
def test_a_pitch_is_the_same_from_both_ends(pitch: Pitch) -> None:
    def ends(segments: np.ndarray) -> set[tuple[float, ...]]:
        return {tuple(np.sort(row.reshape(2, 2), axis=0).ravel() + 0.0) for row in segments}

    assert ends(pitch.segments) == ends(-pitch.segments)
    assert len(pitch.segments) == 5 + 6 * len(pitch.areas)
    assert np.abs(pitch.segments[:, ::2]).max() == pitch.length / 2


def test_lines_are_seen_and_never_felt() -> None:
    for name in ("field", "field_2010"):
        world = parse_world(name)
        model = Simulation(load_robot("bioloid"), world).model
        for solid in world.scenery:
            geom = model.geom(solid.name)
            assert (geom.contype[0], geom.conaffinity[0]) == (0, 0)
        tops = [s.T_world_solid[2, 3] + s.size[2] / 2 for s in world.scenery if "line" in s.name]
        assert 0 < max(tops) < 0.001
        assert [s.name for s in world.solids if s.name.startswith("goal")]


def test_a_robot_stands_on_a_line_as_on_the_carpet(robot: Robot) -> None:
    heights = []
    for start in (Start(x=0.4, y=1.5), Start(x=1.0, y=1.5)):
        simulation = Simulation(robot, parse_world("field"), starts=[start])
        for _ in range(30):
            simulation.advance()
        heights.append(simulation.true_pose(robot.feet[0].link)[2, 3])
    assert heights[0] == pytest.approx(heights[1], abs=1e-4)


def test_the_ball_rolls_and_comes_to_rest(robot: Robot) -> None:
    simulation = Simulation(robot, parse_world("field_2010"))
    start = simulation.model.joint("ball").dofadr[0]
    simulation.data.qvel[start] = 1.0
    far = []
    for _ in range(600):
        simulation.advance()
        far.append(float(simulation.data.body("ball").xpos[0]))
    assert 0.5 < far[-1] < 3.0
    assert far[-1] - far[-100] < 0.02
    simulation.reset()
    assert simulation.data.body("ball").xpos[0] == pytest.approx(0.0, abs=1e-9)


def test_patches_cover_a_third_of_the_ball() -> None:
    directions = np.random.default_rng(0).normal(size=(20_000, 3))
    assert patches(directions).mean() == pytest.approx(1 / 3, abs=0.02)


def test_the_disc_of_a_ball_ahead_is_a_circle() -> None:
    lens = Pinhole.of_view(640, 480, 45.0)
    things = np.zeros((480, 640), dtype=np.uint8)
    things[200:280, 280:360] = Thing.BALL
    disc = ball_disc(lens, np.array([0.0, 0.0, 1.0]), 0.07, things)
    assert disc is not None
    assert (disc.x, disc.y) == pytest.approx((319.5, 239.5), abs=1e-6)
    exact = lens.focal[0] * np.tan(np.arcsin(0.07))
    assert disc.radius == pytest.approx(exact, rel=1e-3)
    assert ball_disc(lens, np.array([0.0, 0.0, 1.0]), 0.07, np.zeros_like(things)) is None


Shots = list[tuple[np.ndarray, Truth, dict[str, float]]]


@pytest.fixture(scope="module")
def shots(robot: Robot) -> Shots:
    """Frames of the field of 2010."""
    return list(football_frames(robot, "2010", lens_of(robot, "pinhole"), 6, 48))


def check_against_geometry(truth: Truth, lens: Lens, pitch: Pitch, blur: float) -> int:
    """Pixels within 4 m are labelled as what is there, but for `blur` pixels; counts lines."""
    rows, columns = np.nonzero(np.isin(truth.things, (Thing.FIELD, Thing.LINE)))
    pixels = np.stack([columns, rows], axis=1).astype(float)
    T = truth.T_field_camera
    places = to_field(lens, T, pixels)
    beside = [to_field(lens, T, pixels + blur * np.array(way)) for way in ((0, 1), (1, 0), (-1, 0))]
    spread = np.max([np.linalg.norm(places - near, axis=1) for near in beside], axis=0)
    far = np.linalg.norm(places - T[:2, 3], axis=1)
    # lines stand a little over the carpet, and are then seen a little further away
    slack = 0.001 + RISE * far / T[2, 3] + np.nan_to_num(spread, nan=np.inf)
    off, on_line = off_the_lines(pitch, places), truth.things[rows, columns] == Thing.LINE
    assert (off < pitch.line_width / 2 + slack)[(far < 4) & on_line].all()
    assert (off > pitch.line_width / 2 - slack)[(far < 4) & ~on_line].all()
    return int(on_line.sum())


@needs_gl
def test_the_truth_fits_the_geometry(robot: Robot, shots: Shots) -> None:
    lens = lens_of(robot, "pinhole")
    assert sum(check_against_geometry(truth, lens, TWENTY_TEN, 0) for _, truth, _ in shots) > 500
    assert sum(check_ball(truth) for _, truth, _ in shots) > 1


@needs_gl
@pytest.mark.parametrize("kind", ["fisheye", "distorted"])
def test_other_lenses_have_labels_from_the_nearest_of_finer_pixels(robot: Robot, kind: str) -> None:
    lens = lens_of(robot, kind)
    taken = list(football_frames(robot, "modern", lens, 2, 40))
    assert sum(check_against_geometry(truth, lens, MODERN, 1.0) for _, truth, _ in taken) > 100
    for _, truth, _ in taken:
        check_ball(truth)
        outside = np.isnan(lens.rays(all_pixels(lens))[..., 0])
        assert (truth.things[outside] == Thing.NOTHING).all()


def check_ball(truth: Truth) -> int:
    """The disc lies on the pixels of the ball; 1 where it can be said."""
    rows, columns = np.nonzero(truth.things == Thing.BALL)
    if truth.ball is None or truth.ball.visible < 0.97 or len(rows) < 50:
        return 0
    assert columns.mean() == pytest.approx(truth.ball.x, abs=0.5)
    assert rows.mean() == pytest.approx(truth.ball.y, abs=0.5)
    assert np.sqrt(len(rows) / np.pi) == pytest.approx(truth.ball.radius, rel=0.05)
    colours = set(truth.colours[rows, columns].tolist())
    assert colours <= {Colour.RED} or colours <= {Colour.WHITE, Colour.BLACK}
    return 1


@needs_gl
def test_colours_look_like_their_names(shots: Shots) -> None:
    def mean(colour: Colour) -> np.ndarray:
        return np.concatenate([f[truth.colours == colour] for f, truth, _ in shots]).mean(axis=0)

    red, blue, yellow, green = map(mean, (Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.GREEN))
    assert red[0] > 1.5 * red[1] > 1.5 * red[2]
    assert blue[2] > 1.5 * max(blue[:2])
    assert min(yellow[:2]) > 2 * yellow[2]
    assert green[1] > 1.5 * max(green[0], green[2])


@needs_gl
def test_the_marks_appear_where_the_lens_puts_them(robot: Robot, shots: Shots) -> None:
    lens, met = lens_of(robot, "pinhole"), 0
    for _, truth, _ in shots:
        for mark in TWENTY_TEN.marks:
            x, y = pixels_of_field(lens, truth.T_field_camera, mark)
            if np.isfinite(x):
                shown = truth.things[round(float(y)), round(float(x))]
                assert shown in (Thing.LINE, Thing.BALL, Thing.ROBOT, Thing.GOAL, Thing.POLE)
                met += shown == Thing.LINE
    assert met


@needs_gl
def test_the_patches_of_the_truth_are_those_of_the_picture(robot: Robot) -> None:
    lens = lens_of(robot, "pinhole")
    scene = FootballScene(robot, (), parse_world("field"), MODERN, lens)
    chance = np.random.default_rng(1)
    even = Light(lamp=0.0, ambient=1.0, azimuth=0.0, downward=1.0, shadows=False)
    checked = 0
    while checked < 2:
        lineup = draw_lineup(robot, (), MODERN, chance)
        away = np.hypot(lineup.ball[0] - lineup.eye.x, lineup.ball[1] - lineup.eye.y)
        if away > 1.0:
            continue
        rgb, truth = scene.picture(lineup, even, chance)
        on_ball = truth.things == Thing.BALL
        if on_ball.sum() > 400:
            bright = rgb[on_ball].mean(axis=1) > 127
            assert (bright == (truth.colours[on_ball] == Colour.WHITE)).mean() > 0.95
            checked += 1
    scene.close()


def test_a_perfect_sensor_changes_nothing_and_a_real_one_does() -> None:
    flat = np.full((40, 60, 3), (60, 120, 180), dtype=np.uint8)
    chance = np.random.default_rng(0)
    assert abs(expose(flat, SHARP, chance).astype(int) - flat).max() <= 1
    brighter = expose(flat, Sensor(1.5, 5500.0, 2.2, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0), chance)
    assert (brighter > flat).all()
    warm = expose(flat, Sensor(1.0, 3500.0, 2.2, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0), chance)
    assert (warm[..., 0] > flat[..., 0]).all()
    assert (warm[..., 2] < flat[..., 2]).all()
    noisy = expose(flat, Sensor(1.0, 5500.0, 2.2, 0.5, 0.0, 0.0, 0.05, 0.0, 0.0), chance)
    assert 2 < noisy[..., 1].std() < 10


def test_smear_runs_along_its_way_and_keeps_the_light() -> None:
    dot = np.zeros((41, 41, 3), dtype=np.uint8)
    dot[20, 20] = 255
    for way, shape in ((0.0, (1, 9)), (np.pi / 2, (9, 1))):
        smeared = expose(
            dot, Sensor(1.0, 5500.0, 1.0, 0.3, 8.0, way, 0, 0, 0), np.random.default_rng(0)
        )
        rows, columns = np.nonzero(smeared[..., 0] > 10)
        assert (np.ptp(rows) + 1, np.ptp(columns) + 1) == shape
        assert smeared[..., 0].sum() == pytest.approx(255, rel=0.1)
