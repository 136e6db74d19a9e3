"""Gradient vector griding: compiled against its twin, and laws of what it finds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.shape import (
    GradientGrid,
    GridOptions,
    Traces,
    below_horizon,
    inside_circle,
    skip_lines,
    whole,
)
from olympian.vision.synthetic import draw, random_scene
from twins import vision_shape as twin
from twins import vision_straight as straight_twin

OPTIONS = (
    GridOptions(),
    GridOptions(cell=8, least=1, threshold=20),
    GridOptions(two=False),
    GridOptions(overlap=True),
    GridOptions(thin=False),
    GridOptions(quarter=True),
    GridOptions(cell=12, quarter=True, overlap=True, thin=False),
)
NAMES = ("x", "y", "ex", "ey", "count", "row", "column")


def grey_of(seed: int, width: int, height: int) -> NDArray[np.uint8]:
    frame = draw(random_scene(seed, width, height)).frame
    return np.ascontiguousarray(frame[:, :, 1])


def frames() -> list[NDArray[np.uint8]]:
    """Every kind of frame that has ever been trouble."""
    rng = np.random.default_rng(3)
    shapes = [(0, 0), (0, 40), (1, 1), (1, 70), (2, 2), (70, 1), (3, 65), (33, 64), (50, 129)]
    noise = [rng.integers(0, 256, shape).astype(np.uint8) for shape in shapes]
    plain = [np.full((40, 72), value, dtype=np.uint8) for value in (0, 255)]
    steps = np.zeros((48, 80), dtype=np.uint8)
    steps[10:30, 20:60] = 255
    return [*noise, *plain, steps, grey_of(5, 160, 120), grey_of(6, 131, 97)]


def agree(grey: NDArray[np.uint8], spans: NDArray[np.int64], options: GridOptions) -> Traces:
    found = GradientGrid(options).find(grey, spans)
    expected = twin.chains(twin.represent(grey, spans, options), options)
    rows = [[er[name] for name in NAMES] for trace in expected for er in trace]
    assert found.chains.tolist() == rows
    assert np.diff(found.starts).tolist() == [len(trace) for trace in expected]
    assert np.allclose(found.corners, straight_twin.corners(expected, options), atol=1e-9)
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_grid_and_twin_agree(options: GridOptions) -> None:
    total = 0
    for grey in frames():
        total += len(agree(grey, whole(grey.shape[1], grey.shape[0]), options))
    assert total > 40


@pytest.mark.parametrize("options", OPTIONS[:1] + OPTIONS[5:6], ids=str)
def test_grid_and_twin_agree_on_parts_of_a_frame(options: GridOptions) -> None:
    grey = grey_of(7, 192, 128)
    everything = whole(192, 128)
    curve = 30 + 0.002 * (np.arange(192) - 90.0) ** 2
    for spans in (
        below_horizon(everything, 37),
        below_horizon(everything, curve),
        inside_circle(everything, 95.0, 60.0, 55.0),
        skip_lines(everything, np.random.default_rng(1)),
        everything * 0,
    ):
        agree(grey, spans, options)


@pytest.mark.parametrize(("horizon", "first"), [(-5, 0), (0, 0), (12.3, 13), (40, 40), (500, 40)])
def test_nothing_above_the_horizon_is_scanned(horizon: float, first: int) -> None:
    spans = inside_circle(whole(50, 40), 25.0, 20.0, 15.0)
    cut = below_horizon(spans, horizon)
    assert not cut[:first].any()
    assert np.array_equal(cut[first:], spans[first:])
    assert np.array_equal(spans, inside_circle(whole(50, 40), 25.0, 20.0, 15.0))


def test_a_grid_keeps_nothing_of_the_last_frame() -> None:
    grid = GradientGrid()
    one, two = grey_of(1, 160, 120), grey_of(2, 96, 64)
    fresh = grid.find(one).chains
    grid.find(two)
    grid.find(np.zeros_like(one))
    assert np.array_equal(grid.find(one).chains, fresh)


@given(st.floats(0.0, 360.0), st.integers(60, 200))
@settings(max_examples=40, deadline=None)
def test_an_edge_is_where_it_was_drawn(angle_deg: float, contrast: int) -> None:
    """A half plane gives one edge: every corner of its trace lies on its border."""
    y, x = np.mgrid[0:96, 0:128].astype(float)
    normal = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))])
    away = (x - 63.2) * normal[0] + (y - 47.6) * normal[1]
    grey = (20 + contrast * np.clip(away + 0.5, 0, 1)).astype(np.uint8)
    traces = GradientGrid().find(grey)
    off = (traces.corners - (63.2, 47.6)) @ normal
    assert np.abs(off).max() < 1.0
    assert np.hypot(*np.ptp(traces.corners, axis=0)) > 80
    # The edge vector is the slope turned by a quarter, equation 11.1.
    assert (traces.directions() @ np.array([-normal[1], normal[0]]) > 0.98).all()


def test_degrees_of_the_graph_are_at_most_one() -> None:
    for seed in range(4):
        chains = GradientGrid().find(grey_of(seed, 320, 240)).chains
        ers = [tuple(row) for row in chains.tolist()]
        closed = len(ers) - len(set(ers))
        assert closed <= 2  # only a loop repeats its first representer


def test_a_round_outline_may_be_one_closed_loop() -> None:
    y, x = np.mgrid[0:200, 0:200]
    closed = 0
    for radius in range(40, 90, 5):
        disc = (200 * np.clip(radius + 0.5 - np.hypot(x - 100, y - 100), 0, 1)).astype(np.uint8)
        traces = GradientGrid(GridOptions(cell=8)).find(disc)
        longest = int(np.diff(traces.starts).argmax())
        rows = traces.chains[traces.starts[longest] : traces.starts[longest + 1]]
        assert len(rows) > 8
        closed += np.array_equal(rows[0], rows[-1])
        assert np.abs(np.hypot(*(traces.points() - 100).T) - radius).max() < 1.5
    assert closed > 0


def test_random_lines_are_skipped_more_often_below_and_the_same_for_a_seed() -> None:
    kept = [
        skip_lines(whole(10, 480), np.random.default_rng(seed))[:, 1] > 0 for seed in range(200)
    ]
    share = np.mean(kept, axis=0)
    assert np.abs(share - (1 - np.arange(480) / 640)).max() < 0.15
    again = skip_lines(whole(10, 480), np.random.default_rng(5))[:, 1] > 0
    assert np.array_equal(kept[5], again)


def test_spans_of_a_circle_hold_its_pixels_and_no_others() -> None:
    spans = inside_circle(whole(64, 48), 30.0, 20.5, 17.0)
    y, x = np.mgrid[0:48, 0:64]
    inside = (x - 30.0) ** 2 + (y - 20.5) ** 2 <= 17.0**2
    scanned = (x >= spans[:, :1]) & (x < spans[:, 1:])
    assert np.array_equal(inside, scanned)


def test_frames_of_another_kind_are_refused() -> None:
    grid, grey = GradientGrid(), np.zeros((64, 64), dtype=np.uint8)
    for wrong in (grey.astype(np.float64), grey[:, ::2], grey.T[:, 3:]):
        with pytest.raises(OlympianError, match="grey frame"):
            grid.find(wrong)
    for wrong in (whole(64, 63), whole(64, 64).astype(np.int32)):
        with pytest.raises(OlympianError, match="spans"):
            grid.find(grey, wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"cell": 1},
        {"cell": 9, "quarter": True},
        {"cell": 10, "quarter": True, "overlap": True},
        {"threshold": 0},
        {"threshold": 256},
    ],
    ids=str,
)
def test_impossible_options_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(OlympianError):
        GridOptions(**wrong)
