"""Crossings by their arms in the picture, and circles that are none."""

from dataclasses import replace

import numpy as np
import pytest

from olympian.geometry import Vec
from olympian.vision.shape import Crossing, CrossingKind, FieldCircle, FieldLine, with_arms
from olympian.vision.shape.lines.branch import find_branches
from olympian.vision.shape.lines.crossing import find_crossings
from olympian.vision.shape.lines.field_circle import find_circle
from olympian.vision.shape.lines.line_points import LinePoints

SCALE = 200.0
"""Pixels per metre of a picture from straight above."""
ARMS = {"east": (1, 0), "west": (-1, 0), "north": (0, 1), "south": (0, -1)}


def in_picture(places: Vec) -> Vec:
    return SCALE * places


def picture(*arms: str) -> np.ndarray:
    """Lines that leave (0.8, 0.8) on carpet, 5 cm wide."""
    grey = np.full((320, 320), 90, dtype=np.uint8)
    for arm in arms:
        x, y = ARMS[arm]
        left, right = sorted((160, 160 + 150 * x))
        top, bottom = sorted((160, 160 + 150 * y))
        grey[top - 5 : bottom + 6, left - 5 : right + 6] = 210
    return grey


def kinds(grey: np.ndarray, at: tuple[float, float] = (0.8, 0.8)) -> list[CrossingKind]:
    one = Crossing(np.array(at), CrossingKind.L, 0.9, np.eye(2))
    return [found.kind for found in with_arms([one], grey, in_picture)]


@pytest.mark.parametrize(("arms", "expected"), [
    (("east", "north"), [CrossingKind.L]),
    (("east", "west", "south"), [CrossingKind.T]),
    (tuple(ARMS), [CrossingKind.X]),
    (("east", "west"), []),
    (("east",), []),
    ((), []),
])  # fmt: skip
def test_arms_make_the_kind(arms: tuple[str, ...], expected: list[CrossingKind]) -> None:
    assert kinds(picture(*arms)) == expected


def test_where_the_picture_ends_a_crossing_stays_what_the_lines_say() -> None:
    grey = picture(*ARMS)[:, :165]  # nothing east of it
    assert kinds(grey) == [CrossingKind.L]
    (one,) = with_arms([Crossing(np.array((0.8, 0.8)), CrossingKind.T)], grey, in_picture)
    assert one.kind is CrossingKind.T, "without directions nothing is looked for"


def test_the_halfway_line_crosses_the_circle_as_far_as_it_is_seen() -> None:
    circle = FieldCircle(np.array([2.0, 0.0]), 0.75, 50, 0.9)
    through = FieldLine(np.array([2.05, -1.5]), np.array([2.05, 0.3]), 40)
    aside = FieldLine(np.array([2.4, -1.5]), np.array([2.4, 1.5]), 40)
    (near,) = find_crossings([through, aside], circle)
    assert near.kind is CrossingKind.X
    assert near.at == pytest.approx((2.05, -0.75))
    both = find_crossings([through], replace(circle, certainty=0.99))
    assert [one.at[1] for one in both] == pytest.approx([-0.75, 0.75]), "a sure one has two"


@pytest.mark.parametrize(("certainty", "stays"), [(0.99, True), (0.9, False)])
def test_what_stands_before_a_sure_circle_hides_no_crossing(certainty: float, stays: bool) -> None:
    circle = FieldCircle(np.array([0.8, 0.05]), 0.75, 50, certainty)
    line = FieldLine(np.array([0.8, 0.2]), np.array([0.8, 1.5]), 40, 0.99)
    found = find_crossings([line], circle)
    assert [one.at.tolist() for one in found] == [pytest.approx([0.8, 0.8])]
    robot = np.full((320, 320), 20, dtype=np.uint8)
    other = Crossing(np.array((0.8, 0.8)), CrossingKind.L, 0.9, np.eye(2))
    assert (with_arms([other, *found], robot, in_picture) == found) is stays


def rows(*pieces: tuple[float, float, float]) -> LinePoints:
    """Points of lines that leave the x axis. Args: pieces: where, how far, and from where on."""
    spots = [(x, y) for x, far, near in pieces for y in np.arange(near, far, 0.02)]
    at = np.array(spots).reshape(-1, 2)
    return points(at, np.tile((0.05, 1.0), (len(at), 1)))


def test_the_short_end_of_a_line_at_the_pictures_edge_makes_a_crossing() -> None:
    line = FieldLine(np.array([0.0, 0.0]), np.array([2.0, 0.0]), 60)
    (one,) = find_branches([line], rows((0.7, 0.2, 0.0)), [])
    assert one.at == pytest.approx((0.7, 0.0), abs=0.02)
    assert one.kind is CrossingKind.T
    two = find_branches([line], rows((0.7, 0.2, 0.0), (2.05, -0.2, -0.4)), [])
    assert [round(float(other.at[0]), 1) for other in two] in ([0.7, 2.1], [2.1, 0.7])
    assert find_branches([line], rows((0.7, 0.2, 0.0)), [one]) == [], "it is known already"
    assert find_branches([line], rows((0.7, 0.08, 0.0)), []) == [], "a spot on the line"
    assert find_branches([line], rows((2.3, 0.2, 0.0)), []) == [], "beyond its end"
    assert find_branches([line], rows((0.7, 0.9, 0.5)), []) == [], "it does not reach the line"
    aside = rows((0.7, 0.2, 0.0))
    turned = points(aside.at, np.tile((0.7, 0.7), (len(aside.at), 1)))
    assert find_branches([line], turned, []) == [], "no right angle"


def test_lines_cross_near_right_angles() -> None:
    one = FieldLine(np.array([0.0, 0.0]), np.array([1.0, 0.0]), 20)
    for angle, meets in ((80.0, 1), (45.0, 0)):
        way = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        assert len(find_crossings([one, FieldLine(np.zeros(2), way, 20)], None)) == meets


def points(at: Vec, along: Vec) -> LinePoints:
    return LinePoints(np.ascontiguousarray(at), np.ascontiguousarray(along), np.full(len(at), 0.05))


def arc(span_deg: float, stretch: float = 1.0) -> LinePoints:
    turn = np.radians(np.arange(0.0, span_deg, 3.0))
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    at = np.array([2.0, 0.1]) + 0.6 * ring * (stretch, 1.0)
    return points(at, ring[:, ::-1] * (-1, 1))


@pytest.mark.parametrize(("span", "stretch"), [(360.0, 1.0), (120.0, 1.0), (360.0, 1.12)])
def test_a_circle_is_found_whole_in_part_and_askew(span: float, stretch: float) -> None:
    circle, used = find_circle(arc(span, stretch), 0.6)
    assert circle is not None
    assert circle.centre == pytest.approx((2.0, 0.1), abs=0.05)
    assert used.mean() > 0.8
    assert find_circle(arc(50.0), 0.6)[0] is None, "too little to tell"


def test_lines_that_touch_a_circle_are_none() -> None:
    place = np.arange(-1.0, 1.0, 0.02)
    sides = [
        (np.column_stack([place, np.full_like(place, 0.6)]), (1.0, 0.0)),
        (np.column_stack([np.full_like(place, 0.6), place]), (0.0, 1.0)),
    ]
    for count in (1, 2):
        at = np.concatenate([side for side, _ in sides[:count]])
        along = np.concatenate([np.tile(way, (len(place), 1)) for _, way in sides[:count]])
        assert find_circle(points(at, along), 0.6)[0] is None
