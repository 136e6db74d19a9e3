"""The bench of the page finds each input again as a goal, and counts what the page costs."""

from olympian.cockpit.bench import measure


def test_it_measures_a_driver_and_who_watches() -> None:
    shares = list[float]()
    (row,) = measure("bioloid", viewers=1, seconds=2.0, progress=shares.append)
    assert row.inputs >= 5
    assert 0.0 < row.latency_median_ms <= row.latency_p95_ms
    assert row.page_us > 0.0
    assert row.kb_per_s > 0.0
    assert shares
