"""Kernels behind markings against their plain twins: random points, fields, and none at all."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vision_marking_twin as twin
from olympian.geometry import Vec
from olympian.vision.shape import GradientGrid, Traces
from olympian.vision.shape.circle_kernel import settle
from olympian.vision.shape.field_edge_kernel import edge_places, edges_on_field
from olympian.vision.shape.marking_kernel import densest, next_line, pair_edges
from olympian.vision.synthetic import Picture, draw, random_scene

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
    places, centre = np.random.default_rng(seed).uniform(0, 1, (n, 2)), np.zeros(2)
    densest(places, 0.1, centre)
    assert np.allclose(centre, twin.densest(places, 0.1))


@given(SEEDS, COUNTS)
@settings(max_examples=60, deadline=None)
def test_lines_are_those_of_the_twin(seed: int, n: int) -> None:
    at, along = near_lines(seed, n)
    left, used, line = np.ones(n, dtype=bool), np.zeros(n, dtype=bool), np.zeros(4)
    still = left.copy()
    for _ in range(n + 1):
        expected = twin.next_line(at, along, still, 0.04, 0.94, 4)
        found = next_line(at, along, left, 0.04, 0.94, 4, used, line)
        assert found == (expected is not None)
        if expected is None:
            return
        assert np.array_equal(used, expected[0])
        assert np.array_equal(left, still)
        assert np.allclose(line, np.concatenate(expected[1:]), atol=1e-9)
    raise AssertionError("lines never ended")


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
