"""Kernels behind markings against their plain twins: random points, fields, and none at all."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.geometry import Vec
from olympian.vision.shape import GradientGrid, Traces
from olympian.vision.shape.lines.edge_kernel import edge_places, edges_on_field
from olympian.vision.shape.lines.line_kernel import find_lines, next_line
from olympian.vision.shape.lines.marking_kernel import (
    ROOM,
    densest,
    middles,
    pair_edges,
    rough_circle,
    settle,
)
from olympian.vision.synthetic import Picture, draw, random_scene
from twins import vision_marking as twin

SEEDS = st.integers(0, 10_000)
COUNTS = st.integers(0, 60)


@pytest.fixture(scope="module")
def fields() -> list[tuple[Picture, Traces]]:
    """Drawn fields of odd sizes, and frames that show nothing."""
    shown = [draw(random_scene(seed, 321, 241)) for seed in (4, 5, 6)]
    grid = GradientGrid()
    traces = [grid.find(np.ascontiguousarray(one.frame[:, :, 1])) for one in shown]
    black = grid.find(np.zeros((1, 1), dtype=np.uint8))
    return [*zip(shown, traces, strict=True), (shown[0], black)]


def units(rng: np.random.Generator, n: int) -> Vec:
    angle = rng.uniform(0, 2 * np.pi, n)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def near_lines(seed: int, n: int) -> tuple[Vec, Vec]:
    """Points scattered about three lines and a circle, with their directions."""
    rng = np.random.default_rng(seed)
    along, middle = units(rng, 4), rng.uniform(-2, 2, (4, 2))
    which, place = rng.integers(0, 4, n), rng.uniform(-2, 2, n)
    way = along[which]
    at = middle[which] + place[:, None] * way + rng.normal(0, 0.02, (n, 2))
    round_ = which == 3
    out = units(rng, n)
    at[round_] = middle[3] + (0.6 + rng.normal(0, 0.02, (n, 1)))[round_] * out[round_]
    way[round_] = out[round_][:, ::-1] * (-1, 1)
    return np.ascontiguousarray(at), np.ascontiguousarray(way)


def test_edges_on_the_field_are_those_of_the_twin(fields: list[tuple[Picture, Traces]]) -> None:
    total = 0
    for picture, traces in fields:
        keep = np.random.default_rng(0).random(len(traces.chains)) < 0.7
        pixels = np.empty((3, int(keep.sum()), 2))
        assert edge_places(traces.chains, keep, 4.0, pixels) == keep.sum()
        assert np.allclose(pixels, twin.edge_places(traces.chains, keep, 4.0))
        places = picture.scene.view.to_field(pixels.reshape(-1, 2)).reshape(pixels.shape)
        out = [np.empty((keep.sum(), 2)) for _ in range(3)] + [np.empty(keep.sum())]
        count = edges_on_field(places, 0.225, *out)
        expected = twin.edges_on_field(places, 0.225)
        assert count == len(expected[0])
        for got, want in zip(out, expected, strict=True):
            assert np.allclose(got[:count], want)
        total += count
    assert total > 100


@given(SEEDS, COUNTS)
@settings(max_examples=60, deadline=None)
def test_pairs_are_those_of_the_twin(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    at, along = rng.uniform(0, 0.3, (n, 2)), units(rng, n)
    normal = np.ascontiguousarray(along[:, ::-1] * (-1, 1)) * rng.choice([-1.0, 1.0], n)[:, None]
    slack, middle = rng.uniform(0.03, 0.3, n), np.empty((n, 2))
    pair_edges(at, along, normal, slack, 0.02, 0.1, 0.6, middle)
    expected = twin.pair_edges(at, along, normal, slack, 0.02, 0.1, 0.6)
    assert np.allclose(middle, expected, equal_nan=True)


@given(SEEDS, st.integers(1, 60))
@settings(max_examples=60, deadline=None)
def test_the_densest_place_is_that_of_the_twin(seed: int, n: int) -> None:
    places, centre = np.random.default_rng(seed).uniform(0, 1, (2, n)), np.zeros(2)
    densest(places[0], places[1], 0.1, centre)
    assert np.allclose(centre, twin.densest(places.T, 0.1))


def test_middles_of_lines_are_those_of_the_twin(fields: list[tuple[Picture, Traces]]) -> None:
    total = 0
    for picture, traces in fields:
        pixels = twin.edge_places(traces.chains, np.ones(len(traces.chains), dtype=bool), 4.0)
        places = picture.scene.view.to_field(pixels.reshape(-1, 2)).reshape(pixels.shape)
        n = places.shape[1]
        at, along, room = np.empty((n, 2)), np.empty((n, 2)), np.empty((ROOM, n, 2))
        width = np.empty(n)
        count = middles(places, 0.225, 0.02, 0.095, 0.9, room, at, along, width)
        edge, way, normal, step = twin.edges_on_field(places, 0.225)
        expected = twin.pair_edges(edge, way, normal, 0.03 + 4 * step, 0.02, 0.095, 0.9)
        paired = np.isfinite(expected[:, 0])
        assert count == paired.sum()
        assert np.allclose(at[:count], expected[paired])
        assert np.allclose(along[:count], way[paired])
        assert np.allclose(width[:count], 2 * np.linalg.norm(expected - edge, axis=1)[paired])
        total += count
    assert total > 50


@given(SEEDS, COUNTS)
@settings(max_examples=60, deadline=None)
def test_lines_are_those_of_the_twin(seed: int, n: int) -> None:
    at, along = near_lines(seed, n)
    own, gone, line = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool), np.zeros(4)
    for _ in range(n + 1):
        left = np.ones(len(at), dtype=bool)
        expected = twin.next_line(at, along, left, 0.04, 0.94, 4)
        points = np.ascontiguousarray(np.column_stack([at, along]).T)
        found = next_line(points, len(at), 0.04, 0.94, 4, own, gone, line)
        assert found == (expected is not None)
        if expected is None:
            return
        assert np.array_equal(own[: len(at)], expected[0])
        assert np.array_equal(gone[: len(at)], ~left)
        assert np.allclose(line, np.concatenate(expected[1:]), atol=1e-9)
        at, along = at[left], along[left]
    raise AssertionError("lines never ended")


@given(SEEDS, COUNTS, st.floats(0.0, 0.3))
@settings(max_examples=60, deadline=None)
def test_pieces_of_lines_are_those_of_the_twin(seed: int, n: int, others: float) -> None:
    at, along = near_lines(seed, n)
    used = np.random.default_rng(seed).random(n) < others
    rule, lines = (0.04, 0.94, 4, 0.5, 0.25), np.empty((n, 5))
    room, marks = np.empty((5, n)), np.empty((2, n), dtype=bool)
    count = find_lines(at, along, used, rule, room, marks, np.empty(4), lines)
    expected = twin.find_lines(at[~used], along[~used], *rule)
    assert count == len(expected)
    assert np.allclose(lines[:count], np.array(expected).reshape(-1, 5), atol=1e-9)


@given(SEEDS, st.integers(1, 60))
@settings(max_examples=60, deadline=None)
def test_the_centre_circle_is_that_of_the_twin(seed: int, n: int) -> None:
    at, along = near_lines(seed, n)
    used, centre, room = np.zeros(n, dtype=bool), np.zeros(2), np.empty((2, 2 * n))
    count = rough_circle(at, along, 0.6, 0.1, 0.06, 5, room, centre, used)
    aside = 0.6 * along[:, ::-1] * (-1, 1)
    rough = twin.densest(np.concatenate([at + aside, at - aside]), 0.1)
    expected = twin.settle(at, along, 0.6, 0.06, 5, rough)
    assert (count > 0) == (expected is not None)
    if expected is not None:
        assert np.array_equal(used, expected[0])
        assert np.allclose(centre, expected[1], atol=1e-6)


@given(SEEDS, COUNTS, st.floats(-0.15, 0.15))
@settings(max_examples=60, deadline=None)
def test_a_circle_is_that_of_the_twin(seed: int, n: int, off: float) -> None:
    at, along = near_lines(seed, n)
    rough = np.random.default_rng(seed)
    units(rough, 4)
    start = rough.uniform(-2, 2, (4, 2))[3] + off
    used, centre = np.zeros(n, dtype=bool), start.copy()
    count = settle(at, along, 0.6, 0.06, 5, centre, used)
    expected = twin.settle(at, along, 0.6, 0.06, 5, start)
    assert (count > 0) == (expected is not None)
    if expected is not None:
        assert np.array_equal(used, expected[0])
        assert np.allclose(centre, expected[1], atol=1e-6)


def test_points_in_one_line_are_on_no_circle() -> None:
    at = np.column_stack([np.zeros(20), np.linspace(-0.01, 0.01, 20)])
    along = np.tile((0.0, 1.0), (20, 1))
    used = np.zeros(20, dtype=bool)
    assert settle(at, along, 0.6, 0.06, 10, np.array([0.6, 0.0]), used) == 0
    assert not used.any()
