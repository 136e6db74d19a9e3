"""The tilt of a camera, learnt from what is painted on the field."""

from math import radians

import numpy as np
import pytest

from olympian.geometry import Mat4, R_from_axis_angle, T_from, Vec
from olympian.vision.camera import Pinhole, pixels_of_field, to_field
from olympian.vision.levelling import Levelling
from olympian.vision.shape import FieldCircle, FieldLine, LinePoints, Markings
from olympian.vision.shape.lines.density import PAIR_PX

LENS = Pinhole.of_view(640, 480, 45.0)
DOWN = np.array([[0.0, -0.5, 0.75**0.5], [-1.0, 0.0, 0.0], [0.0, -(0.75**0.5), -0.5]])
EYE = T_from((0.0, 0.0, 0.45), R=DOWN)
WIDTH = 0.05
ROUND, CENTRE = 0.75, np.array([1.4, 0.1])
SIDES = (((0.9, -0.6), (0.9, 0.6)), ((0.5, 0.2), (2.2, 0.2)))
"""Two lines at a right angle, from the robot."""
STEEPER = 0.12
"""By which part a line looks wider or narrower towards its ends than it is."""


def turned(roll_deg: float, pitch_deg: float) -> Mat4:
    """The camera as it is believed to be, on a body that leans by more than it knows."""
    T = np.eye(4)
    way = np.radians((roll_deg, pitch_deg, 0.0))
    T[:3, :3] = R_from_axis_angle(way / np.linalg.norm(way), float(np.linalg.norm(way)))
    return T @ EYE


def seen(places: Vec, believed: Mat4) -> Vec:
    """Where a robot puts what lies at places (n, 2) if it believes the camera to be there."""
    return to_field(LENS, believed, pixels_of_field(LENS, EYE, places, beyond=True))


def points_of(ends: tuple[Vec, Vec], believed: Mat4) -> tuple[LinePoints, FieldLine]:
    along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    aside = along[::-1] * (-1, 1)
    middles = ends[0] + np.linspace(0, 1, 30)[:, None] * (ends[1] - ends[0])
    return edges(middles, np.tile(aside, (30, 1)), believed), FieldLine(
        *seen(np.array(ends), believed), points=round(400 / PAIR_PX)
    )


def edges(middles: Vec, aside: Vec, believed: Mat4) -> LinePoints:
    """Both edges of a line, blurred as the eyes have them, and what lies between."""
    px = np.abs(pixels_of_field(LENS, EYE, middles + 0.001 * aside, beyond=True)
                - pixels_of_field(LENS, EYE, middles, beyond=True))  # fmt: skip
    half = WIDTH / 2 + 0.5 * 0.85 * 0.001 / np.hypot(*px.T)[:, None]
    one, other = (seen(middles + way * half * aside, believed) for way in (1, -1))
    step = seen(middles + 0.001 * aside[:, ::-1] * (1, -1), believed) - seen(middles, believed)
    along = step / np.linalg.norm(step, axis=1)[:, None]
    across = along[:, ::-1] * (-1, 1)
    width = np.abs(np.sum((one - other) * across, axis=1))
    return LinePoints((one + other) / 2, along, width)


def corner(believed: Mat4) -> Markings:
    both = [points_of((np.array(a), np.array(b)), believed) for a, b in SIDES]
    parts = [one for one, _ in both]
    points = LinePoints(*(np.concatenate([getattr(p, name) for p in parts])
                          for name in ("at", "along", "width")))  # fmt: skip
    return Markings(tuple(line for _, line in both), (), None, points)


def ring(believed: Mat4) -> Markings:
    turn = np.linspace(0.0, 2 * np.pi, 90, endpoint=False)
    out = np.column_stack([np.cos(turn), np.sin(turn)])
    points = edges(CENTRE + ROUND * out, out, believed)
    return Markings((), (), FieldCircle(points.at.mean(axis=0), ROUND, 90), points)


def off_deg(believed: Mat4) -> float:
    return float(
        np.degrees(np.arccos(min(1.0, ((believed @ np.linalg.inv(EYE))[:3, :3].trace() - 1) / 2)))
    )


@pytest.mark.parametrize("look", [corner, ring])
@pytest.mark.parametrize("tilt", [(3.0, -2.0), (-1.0, 4.0)])
def test_a_tilt_is_learnt_from_lines(look, tilt: tuple[float, float]) -> None:
    levelling, askew = Levelling(LENS.focal[0], ROUND), turned(*tilt)
    assert off_deg(levelling(askew)) == pytest.approx(np.hypot(*tilt), abs=0.01)
    for _ in range(40):
        believed = levelling(askew)
        levelling.learn(believed, look(believed))
    assert off_deg(levelling(askew)) < 0.35
    shift = np.linalg.norm(levelling(askew)[:3, 3] - EYE[:3, 3])
    assert shift < 0.006, "who leans, leans about the feet"
    levelling.reset()
    assert off_deg(levelling(askew)) == pytest.approx(np.hypot(*tilt), abs=0.01)


def test_a_level_camera_stays_as_it_is() -> None:
    levelling = Levelling(LENS.focal[0], ROUND)
    for _ in range(40):
        levelling.learn(believed := levelling(EYE), corner(believed))
    assert off_deg(levelling(EYE)) < 0.25


def test_one_picture_moves_it_less_than_a_step_sways_it() -> None:
    levelling, askew = Levelling(LENS.focal[0], ROUND), turned(0.0, 6.0)
    levelling.learn(askew, corner(askew))
    assert 0.3 < 6.0 - off_deg(levelling(askew)) < 5.9


def test_a_piece_of_the_circle_far_away_is_no_line() -> None:
    """It looks straight, and is neither along nor across the side line."""
    levelling = Levelling(LENS.focal[0], ROUND)
    chord = np.array([(3.6, -0.3), (3.72, 0.2)])
    side = np.array([(0.7, 0.5), (3.0, 0.5)])
    nowhere = LinePoints(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    for _ in range(60):
        believed = levelling(EYE)
        lines = tuple(FieldLine(*seen(ends, believed), points=60) for ends in (side, chord))
        levelling.learn(believed, Markings(lines, (), None, nowhere))
    assert off_deg(levelling(EYE)) < 0.1


def test_what_one_line_tells_badly_does_not_spoil_what_it_tells_well() -> None:
    """Its mean width tells one tilt well, and here it is right; how its width changes along it
    tells the other one badly."""
    levelling, ends = Levelling(LENS.focal[0], ROUND), (np.array((1.0, 0.2)), np.array((2.0, 0.5)))
    for _ in range(3):
        points, line = points_of(ends, believed := levelling(EYE))
        slope = np.linspace(-STEEPER, STEEPER, len(points.width))
        points = LinePoints(points.at, points.along, points.width * (1.0 + slope))
        levelling.learn(believed, Markings((line,), (), None, points))
    assert off_deg(levelling(EYE)) > 1.0
    after, before = (points_of(ends, T)[0].width.mean() for T in (levelling(EYE), EYE))
    assert after == pytest.approx(before, rel=0.03)


def test_a_picture_that_cannot_be_is_not_believed_but_many_are() -> None:
    levelling, knocked = Levelling(LENS.focal[0], ROUND), turned(0.0, 7.5)
    for _ in range(40):
        levelling.learn(believed := levelling(EYE), corner(believed))
    before = levelling(EYE)
    levelling.learn(believed := levelling(knocked), corner(believed))
    assert np.abs(levelling(EYE) - before).max() == 0.0
    for _ in range(300):
        levelling.learn(believed := levelling(knocked), corner(believed))
    assert off_deg(levelling(knocked)) < 0.35


def test_without_lines_nothing_is_learnt() -> None:
    levelling, askew = Levelling(LENS.focal[0], ROUND), turned(1.0, 1.0)
    nothing = LinePoints(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    for _ in range(100):
        levelling.learn(askew, Markings((), (), None, nothing))
    assert off_deg(levelling(askew)) == pytest.approx(
        np.degrees(np.hypot(radians(1), radians(1))), abs=0.01
    )
