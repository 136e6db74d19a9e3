"""The first life: every robot stands for a minute in its ready pose, with all noise on."""

import pytest

from olympian.lab.stand import CASES, measure


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1].split(':')[0]}")
def test_it_stands_for_a_minute(case: tuple[str, str]) -> None:
    (row,) = measure([case], seconds=60.0, trials=1, seed=17)
    assert row.stood == 1
    assert row.drift_m < 0.1
    assert row.hottest_c < 60
