"""The bench of shapes: every must has its rows, and they mean what they say."""

import numpy as np

from olympian.lab.vision import BenchRow
from olympian.lab.vision.bench_shape import measure
from olympian.lab.vision.score import any_borders, line_borders, near, pixels_of, share_near
from olympian.vision.truth import Thing


def test_all_rows_are_there_and_edges_beat_their_peers() -> None:
    rows = measure(frames=1, tune_frames=1, rounds=2)
    assert all(isinstance(row, BenchRow) for row in rows)
    by_name = {(row.task, row.method, row.input): row for row in rows}
    assert len(by_name) == len(rows) == 15
    for row in rows:
        assert 0 < row.min_us <= row.median_us
        assert row.recall is not None
        assert row.precision is not None
        assert 0 <= row.recall <= 1
        assert 0 <= row.precision <= 1
    full = "synthetic 640x480, full"
    ours, canny = by_name["edges", "GVG", full], by_name["edges", "cv2.Canny", full]
    assert ours.min_us < canny.min_us


def test_scores_of_what_is_known() -> None:
    things = np.full((20, 30), Thing.FIELD, dtype=np.uint8)
    things[8:12] = Thing.LINE
    borders = line_borders(things)
    assert sorted(set(np.nonzero(borders)[0])) == [7, 8, 11, 12]
    assert np.array_equal(borders, any_borders(things))
    drawn = pixels_of([np.array([[0.0, 8.0], [29.0, 8.0]])], things.shape)
    assert drawn.sum() == 30
    assert share_near(borders, drawn, 1) == (60, 120)
    assert share_near(borders, drawn, 4) == (120, 120)
    assert share_near(borders, np.zeros_like(drawn), 4) == (0, 120)
    assert near(drawn, 2).sum() == 5 * 30
