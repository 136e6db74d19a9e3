"""What is asked of single pixels: compiled against plain twins, on frames of every size."""

import numpy as np
import pytest
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.colour import ColourScan, ColourTable, Denoise, GridRule, game_table
from olympian.vision.eyes import line_edges
from olympian.vision.grey import grey_of
from olympian.vision.shape import GradientGrid
from olympian.vision.synthetic import draw, random_scene
from twins import vision_pixel as twin

TABLE = game_table()


def frames() -> list[NDArray[np.uint8]]:
    """No pixel, one, odd sizes, black, saturated, noise, and a drawn field."""
    rng = np.random.default_rng(2)
    shapes = [(0, 0, 3), (0, 7, 3), (1, 1, 3), (1, 129, 3), (13, 65, 3), (40, 70, 3)]
    noise = [rng.integers(0, 256, shape).astype(np.uint8) for shape in shapes]
    plain = [np.full((9, 67, 3), value, dtype=np.uint8) for value in (0, 255)]
    return [*noise, *plain, draw(random_scene(5, 321, 241)).frame]


def test_grey_is_that_of_the_twin() -> None:
    for frame in frames():
        assert np.array_equal(grey_of(frame), twin.grey(frame))
    frame = frames()[-1]
    out = np.full(frame.shape[:2], 77, dtype=np.uint8)
    assert grey_of(frame, out) is out
    assert np.array_equal(out, twin.grey(frame))
    turned = frame.transpose(1, 0, 2)  # not in one piece
    assert np.array_equal(grey_of(turned), twin.grey(turned))


def test_every_colour_has_the_grey_of_the_twin() -> None:
    levels = np.arange(0, 256, 3, dtype=np.uint8)
    frame = np.stack(np.meshgrid(levels, levels, levels), axis=-1).reshape(86, -1, 3)
    assert np.array_equal(grey_of(frame), twin.grey(frame))


def test_a_scan_knows_the_brightness_too() -> None:
    scan = ColourScan(TABLE, grid=GridRule(), field="green")
    for frame in frames():
        alone, out = scan(frame), np.full(frame.shape[:2], 77, dtype=np.uint8)
        sight = scan(frame, out)
        assert np.array_equal(out, twin.grey(frame))
        assert np.array_equal(sight.regions.rows, alone.regions.rows)
    frame = frames()[-1]
    with pytest.raises(OlympianError, match="grey frame"):
        scan(frame, np.empty((9, 9), dtype=np.uint8))
    with pytest.raises(OlympianError, match="single pass"):
        ColourScan(TABLE, denoise=Denoise.OPEN)(frame, np.empty(frame.shape[:2], dtype=np.uint8))


def test_edges_of_lines_are_those_of_the_twin() -> None:
    white, green, kept = TABLE.code("white"), TABLE.code("green"), 0
    for frame in frames():
        traces = GradientGrid().find(grey_of(frame))
        found = line_edges(TABLE, frame, traces)
        assert found is not None
        expected = twin.line_edges(TABLE.codes, frame, traces.chains, white, green)
        assert np.array_equal(found, expected)
        kept += int(found.sum())
    assert kept > 30


def test_nobody_knows_a_line_without_its_colours() -> None:
    frame = frames()[-1]
    traces = GradientGrid().find(grey_of(frame))
    lone = ColourTable.cells({"white": [(15, 8, 8)]})
    assert line_edges(lone, frame, traces) is None
