"""The colour benchmark: peers find the same regions, and rows say what was measured."""

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.lab.vision.bench_colour import ColourFrames, measure
from olympian.lab.vision.colour_peers import PlainOpenCV, TunedOpenCV
from olympian.vision.colour import ColourBox, Regions
from olympian.vision.synthetic import draw, random_scene


@pytest.fixture(scope="module")
def frames() -> ColourFrames:
    def some(seeds: range) -> list:
        pictures = [draw(random_scene(seed, 160, 120, ball=True)) for seed in seeds]
        return [(picture.frame, picture.truth.colours) for picture in pictures]

    return ColourFrames("small", some(range(24)), some(range(1000, 1002)), "seeds 1000–1001")


def test_every_contender_has_a_row_for_both_connectivities(frames):
    rows = measure([frames], rounds=2)
    methods = [row.method for row in rows if "8-connectivity" in row.input]
    assert methods == [row.method for row in rows if "4-connectivity" in row.input]
    assert len(set(methods)) == len(methods) == 10
    for row in rows:
        assert row.task == "five colour classes"
        assert "2 frames 160×120" in row.input
        assert 0 < row.min_us <= row.median_us
    scored = [row for row in rows if row.recall is not None]
    assert len(scored) == 6
    assert len({(row.recall, row.precision) for row in scored}) == 1  # identical regions
    assert scored[0].recall is not None
    assert scored[0].recall > 0.3


def test_both_ways_to_use_opencv_give_the_same_regions(frames):
    boxes = [
        ColourBox("green", (1, 10), (3, 6), (4, 8)),
        ColourBox("white", (9, 15), (7, 8), (7, 8)),
    ]
    plain = PlainOpenCV(boxes, 8)
    tuned = TunedOpenCV(boxes, 8, [frame for frame, _ in frames.tune[:1]])
    for frame, _ in frames.held:
        for (stats, centres), (same_stats, same_centres) in zip(
            plain(frame), tuned(frame), strict=True
        ):
            order, same = np.lexsort(stats.T), np.lexsort(same_stats.T)
            assert np.array_equal(stats[order], same_stats[same])
            assert np.allclose(centres[order], same_centres[same], equal_nan=True)


def test_a_race_between_different_regions_is_refused(frames):
    from olympian.lab.vision.bench_colour import _check

    boxes = [ColourBox("green", (1, 10), (3, 6), (4, 8))]
    stats = PlainOpenCV(boxes, 8)(frames.held[0][0])
    with pytest.raises(OlympianError, match=r"0 regions are not the \d+ of OpenCV"):
        _check(Regions(np.zeros((0, 8), dtype=np.int64)), stats)
