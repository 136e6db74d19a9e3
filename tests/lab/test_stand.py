"""The first life: every robot stands in its ready pose, with all noise on."""

import pytest

from olympian.lab.stand import CASES, measure

SECONDS = {"ramp": 60.0, "flat": 20.0}
"""On a slope servos are hotter and soles creep: who stands there stands on the flat as well."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1].split(':')[0]}")
def test_it_stands_for_a_minute(case: tuple[str, str]) -> None:
    robot, world = case
    seconds = 60.0 if robot == "atlas" else SECONDS[world.split(":")[0]]
    (row,) = measure([case], seconds=seconds, trials=1, seed=17)
    assert row.stood == 1
    assert row.drift_m < 0.1
    assert row.hottest_c < 60
