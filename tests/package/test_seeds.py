"""Seeds for tuning, choosing and judging are apart."""

import pytest

from olympian.errors import OlympianError
from olympian.seeds import CHOOSING, JUDGING, TUNING

RANGES = (TUNING, CHOOSING, JUDGING)


def test_no_seed_serves_two_purposes():
    edges = [one.first for one in RANGES] + [one.end - 1 for one in RANGES if one.end]
    for seed in [*edges, JUDGING.first + 10**6]:
        assert sum(seed in one for one in RANGES) == 1


def test_a_run_says_which_seeds_it_used():
    seeds = JUDGING.take(20, offset=5)
    assert str(seeds) == "judging seeds 20005–20024"
    assert list(seeds) == list(range(20_005, 20_025))
    assert str(JUDGING.take(1)) == "judging seed 20000"
    assert str(CHOOSING) == "choosing seeds 10000–19999"


def test_a_range_does_not_reach_into_the_next():
    with pytest.raises(OlympianError, match="tuning seeds 0–9999, not 9990–10009"):
        TUNING.take(20, offset=9_990)
