"""What a walk falls short by is learnt where it is slow, and nowhere else."""

import pytest

from olympian.football.pace_meter import MOST, PaceMeter
from olympian.geometry import Place
from olympian.records import Twist

DT = 0.01


def walk(meter: PaceMeter, told: float, goes: float, seconds: float = 5.0) -> Twist:
    """Of a robot that is told to go ahead and does."""
    speed = Twist()
    for tick in range(1, round(seconds / DT) + 1):
        t = tick * DT
        speed = meter.step(t, Place(goes * t, 0.0, 0.0), Twist(told))
    return speed


@pytest.mark.parametrize(
    ("told", "goes", "short"),
    [
        (0.06, 0.02, 0.04),
        (0.06, 0.07, 0.0),  # never less than it is told
        (0.1, -0.1, MOST),
        (0.3, 0.2, 0.0),  # a fast one is limited by something else
        (0.0, -0.05, 0.0),  # one that stands is not short
    ],
)
def test_a_slow_walk_that_falls_short_is_noticed(told: float, goes: float, short: float) -> None:
    meter = PaceMeter()
    assert walk(meter, told, goes).forward == pytest.approx(goes)
    assert meter.short == pytest.approx(short, abs=0.002)


def test_what_was_learnt_lasts_through_a_stand() -> None:
    meter = PaceMeter()
    walk(meter, 0.06, 0.02)
    meter.step(5.01, Place(0.1, 0.0, 0.0), Twist())
    assert meter.short == pytest.approx(0.04, abs=0.002)
