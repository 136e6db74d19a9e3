"""Lines, crossings and circle on the field; straight edges line by line; the drawn frames."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.lab.vision.score import any_borders, line_borders, near, pixels_of, share_near
from olympian.vision.shape import (
    CrossingKind,
    GradientGrid,
    StraightEdges,
    StraightOptions,
    find_markings,
)
from olympian.vision.synthetic import DrawnPitch, Picture, draw, random_scene
from olympian.vision.truth import Colour, Thing
from twins import vision_straight as twin

PITCH = DrawnPitch()


def grey_of(picture: Picture) -> np.ndarray:
    return np.rint(picture.frame @ (0.299, 0.587, 0.114)).astype(np.uint8)


def real_crossings() -> dict[CrossingKind, np.ndarray]:
    """Middles of the crossings of the pitch."""
    end, side, w = PITCH.length / 2, PITCH.width / 2, PITCH.line
    x, y = end - w / 2, side - w / 2
    inner, wide = end - PITCH.area_depth + w / 2, PITCH.area_width / 2 - w / 2
    radius = PITCH.circle_radius
    signs = [(a, b) for a in (-1, 1) for b in (-1, 1)]
    return {
        CrossingKind.L: np.array(
            [(a * x, b * y) for a, b in signs] + [(a * inner, b * wide) for a, b in signs]
        ),
        CrossingKind.T: np.array([(a * x, b * wide) for a, b in signs] + [(0, y), (0, -y)]),
        CrossingKind.X: np.array([(0, -radius), (0, radius)]),
    }


def test_markings_lie_where_the_field_has_them() -> None:
    """Over twenty views: lines on lines, crossings on crossings, and the circle at the centre."""
    strips = PITCH.strips()
    lines = right = circles = crossings = placed = 0
    for seed in range(40, 60):
        picture = draw(random_scene(seed))
        view = picture.scene.view
        markings = find_markings(GradientGrid().find(grey_of(picture)), view.to_field)
        for line in markings.lines:
            lines += 1
            points = line.start + np.linspace(0.1, 0.9, 9)[:, None] * (line.end - line.start)
            x, y = points[:, :1], points[:, 1:]
            grown = 0.04
            inside = (x > strips[:, 0] - grown) & (x < strips[:, 1] + grown)
            inside &= (y > strips[:, 2] - grown) & (y < strips[:, 3] + grown)
            right += inside.all(axis=0).any()
        if markings.circle is not None:
            circles += 1
            assert np.hypot(*markings.circle.centre) < 0.05
            assert abs(markings.circle.radius - PITCH.circle_radius) < 0.03
        every = np.vstack(list(real_crossings().values()))
        for crossing in markings.crossings:
            crossings += 1
            placed += np.hypot(*(every - crossing.at).T).min() < 0.15
    assert circles >= 6
    assert lines >= 25
    assert right >= 0.85 * lines
    assert crossings >= 5
    assert placed >= 0.8 * crossings


def test_a_corner_is_an_l_and_a_side_line_meets_the_middle_in_a_t() -> None:
    corner = draw(random_scene(5))
    found = find_markings(GradientGrid().find(grey_of(corner)), corner.scene.view.to_field)
    assert [c.kind for c in found.crossings] == [CrossingKind.L]
    assert np.hypot(*(found.crossings[0].at - (-2.975, 1.975))) < 0.05
    middle = draw(random_scene(4))
    found = find_markings(GradientGrid().find(grey_of(middle)), middle.scene.view.to_field)
    assert [c.kind for c in found.crossings] == [CrossingKind.T]
    assert np.hypot(*(found.crossings[0].at - (0.0, -1.975))) < 0.05


def test_recall_of_line_borders_holds_on_frames_nobody_tuned_on() -> None:
    grid, hit, wanted, good, drawn = GradientGrid(), 0, 0, 0, 0
    for seed in range(2000, 2008):
        picture = draw(random_scene(seed))
        things = picture.truth.things
        found = pixels_of(grid.find(grey_of(picture)).polylines(), things.shape)
        one, two = share_near(line_borders(things), found, 2)
        hit, wanted = hit + one, wanted + two
        good, drawn = good + int((found & near(any_borders(things), 2)).sum()), drawn + found.sum()
    assert hit / wanted > 0.9
    assert good / drawn > 0.8


def coloured_frames() -> list[np.ndarray]:
    """Odd sizes, no pixel, one, black, saturated, noise, soft noise, and drawn fields."""
    rng = np.random.default_rng(7)
    shapes = [(0, 0, 3), (0, 5, 3), (1, 1, 3), (1, 40, 3), (40, 1, 3), (2, 2, 3), (31, 67, 3)]
    noise = [rng.integers(0, 256, shape).astype(np.uint8) for shape in shapes]
    plain = [np.full((20, 33, 3), value, dtype=np.uint8) for value in (0, 255)]
    blocks = np.kron(rng.integers(0, 256, (9, 13, 3)), np.ones((9, 9, 1))).astype(np.uint8)
    drawn = [draw(random_scene(seed, 200, 150, ball=True)).frame for seed in (2, 9)]
    return [*noise, *plain, blocks, *drawn]


@pytest.mark.parametrize(
    "options",
    [
        StraightOptions(),
        StraightOptions(threshold=15, least_pixels=1, least_length_px=0.0),
        StraightOptions(similar_deg=50.0, tolerance_px=4.0, least_length_px=4.0, most=60),
    ],
    ids=str,
)
def test_straight_edges_are_those_of_the_twin(options: StraightOptions) -> None:
    total = 0
    for frame in coloured_frames():
        found = StraightEdges(frame.shape[1], options).find(frame)
        assert found.tolist() == twin.segments(frame, options)
        total += len(found)
    assert total > 20


def test_straight_edges_of_a_square_are_its_sides() -> None:
    frame = np.full((80, 120, 3), (30, 90, 30), dtype=np.uint8)
    frame[20:60, 30:90] = (30, 90, 200)  # another colour, nearly the same brightness
    found = StraightEdges(120).find(frame)
    sides = [tuple(row[:4]) for row in found.tolist()]
    lying = sorted(row for row in sides if abs(row[3] - row[1]) < 3)
    upright = sorted(row for row in sides if abs(row[2] - row[0]) < 3)
    assert len(sides) == len(lying) + len(upright) == 4
    assert [row[1] for row in lying] == pytest.approx([19, 59], abs=1)
    assert all(row[2] - row[0] > 50 for row in lying)
    assert [row[0] for row in upright] == pytest.approx([29, 89], abs=1)
    assert all(row[3] - row[1] > 30 for row in upright)


def test_a_slanted_edge_is_one_segment() -> None:
    """Whatever its angle; a few angles, at which runs of two directions take turns, break it."""
    angles = [angle for angle in np.arange(5.0, 175.0, 1.0) if abs(angle % 90) > 3]
    whole = sum(longest_segment(angle) > 50 for angle in angles)
    assert whole >= 0.97 * len(angles)


def longest_segment(angle_deg: float) -> float:
    """Pixels, of those found on a slanted edge, all of which must lie on it."""
    y, x = np.mgrid[0:100, 0:100].astype(float)
    normal = np.array([np.sin(np.radians(angle_deg)), -np.cos(np.radians(angle_deg))])
    bright = np.clip((x - 50) * normal[0] + (y - 50) * normal[1] + 0.5, 0, 1)
    frame = np.repeat((40 + 160 * bright).astype(np.uint8)[:, :, None], 3, axis=2)
    found = StraightEdges(100, StraightOptions(least_length_px=10)).find(frame)
    ends = found[:, :4].reshape(-1, 2, 2).astype(float)
    assert len(ends) >= 1
    assert np.abs((ends + 0.5 - 50) @ normal).max() < 2.5
    return float(np.hypot(*(ends[:, 1] - ends[:, 0]).T).max())


def test_a_curve_is_not_one_straight_segment() -> None:
    y, x = np.mgrid[0:200, 0:200]
    inside = np.clip(80.5 - np.hypot(x - 100, y - 100), 0, 1)
    frame = np.repeat((200 * inside)[:, :, None], 3, axis=2)
    found = StraightEdges(200).find(frame.astype(np.uint8))
    assert len(found) >= 8


def test_lines_may_come_one_by_one() -> None:
    frame = draw(random_scene(3, 160, 120)).frame
    edges = StraightEdges(160)
    together = edges.find(frame).tolist()
    edges.reset()
    for line in frame:
        edges.step(line)
    assert edges.segments().tolist() == together
    for shape in ((0, 4, 3), (1, 4, 3), (5, 1, 3)):
        assert len(StraightEdges(shape[1]).find(np.zeros(shape, dtype=np.uint8))) == 0


@given(st.integers(0, 50), st.floats(0, 159), st.floats(0, 119))
@settings(max_examples=30, deadline=None)
def test_pixels_and_field_are_each_others_inverse(seed: int, x: float, y: float) -> None:
    view = random_scene(seed, 160, 120).view
    ground = view.to_field(np.array([[x, y]]))
    if np.isfinite(ground).all() and np.hypot(*ground[0]) < 50:
        back = view.to_pixels(np.column_stack([ground, [0.0]]))
        assert np.allclose(back, (x, y), atol=1e-6)
    assert np.isfinite(ground).all() or y <= view.height


def test_a_drawn_frame_is_the_same_for_a_seed_and_its_truth_is_exact() -> None:
    one, two = (
        draw(random_scene(9, 200, 160, ball=True)),
        draw(random_scene(9, 200, 160, ball=True)),
    )
    assert np.array_equal(one.frame, two.frame)
    assert np.array_equal(one.truth.things, two.truth.things)
    truth, disc = one.truth, one.truth.ball
    assert disc is not None
    y, x = np.nonzero(truth.things == Thing.BALL)
    assert np.hypot(x.mean() - disc.x, y.mean() - disc.y) < 0.5
    assert len(x) == pytest.approx(np.pi * disc.radius**2 * disc.visible, rel=0.05)
    assert (truth.colours[truth.things == Thing.LINE] == Colour.WHITE).all()
    ground = one.scene.view.to_field(np.argwhere(truth.things == Thing.LINE)[:, ::-1].astype(float))
    strips = PITCH.strips()
    gx, gy = ground[:, :1], ground[:, 1:]
    straight = (gx >= strips[:, 0]) & (gx <= strips[:, 1])
    straight &= (gy >= strips[:, 2]) & (gy <= strips[:, 3])
    away = np.hypot(*ground.T)
    round_ = np.abs(away - PITCH.circle_radius) <= PITCH.line / 2 + 1e-9
    assert (straight.any(axis=1) | round_ | (away <= PITCH.line)).all()
