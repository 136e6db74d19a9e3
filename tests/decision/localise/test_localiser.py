"""A place on a field: kept while walking, found again after hands, and never surer than it is."""

from math import pi

import numpy as np
import pytest

from drills.football.pitch import FieldWalk, noisy_picture
from olympian.decision.localise import Certainty, PitchLocaliser
from olympian.geometry import Place
from olympian.records import CameraFrame, Semantic
from olympian.world import MODERN

START = Place(-2.0, 0.5, 0.3)


def walk(start: Place = START, seed: int = 0) -> FieldWalk:
    return FieldWalk(MODERN, PitchLocaliser(MODERN, START, seed=seed), start, seed)


def certainty(one: FieldWalk) -> Certainty:
    return one.localiser.localisation.certainty


def test_lines_keep_a_walking_robot_where_it_is() -> None:
    one = walk()
    for turn in (0.3, -0.5):
        one.go(5.0, Place(0.25, 0.03, turn))
    assert one.off < 0.1
    assert one.turned < 0.05
    odometry = START.then(one.odometry.place)
    assert np.hypot(odometry.x - one.true.x, odometry.y - one.true.y) > 0.1, "steps alone err"
    assert certainty(one) is Certainty.SURE
    assert one.localiser.news == ""
    assert np.sqrt(np.trace(one.localiser.localisation.covariance[:2, :2])) < 0.15


def test_it_starts_where_it_is_told_and_goes_back_there() -> None:
    one = walk()
    assert one.localiser.localisation.place == pytest.approx(START, abs=0.02)
    one.go(2.0, Place(0.3))
    one.localiser.reset()
    assert one.localiser.localisation.place == pytest.approx(START, abs=0.02)


@pytest.mark.parametrize("there", [Place(2.5, -1.5, 2.0), Place(-3.0, 1.5, -1.0)])
def test_carried_elsewhere_it_is_lost_until_lines_tell_where(there: Place) -> None:
    one = walk(seed=3)
    one.go(2.0, Place(0.2))
    one.go(0.5, about=Semantic.PICKED_UP)
    assert certainty(one) is Certainty.LOST
    assert one.localiser.localisation.reason == "somebody carries it"
    turn = (there.yaw - one.true.yaw + pi) % (2 * pi) - pi
    one.go(1.0, Place(0.0, 0.0, turn), Semantic.PICKED_UP)
    one.true = there
    one.go(0.6)
    assert certainty(one) is Certainty.LOST, "it was put down somewhere"
    one.go(9.4, Place(0.05, 0.0, 0.3))
    assert one.off < 0.3
    assert one.turned < 0.2, "the gyro has followed the turn: not the mirror image"


def test_it_comes_in_from_a_side_line_after_a_penalty() -> None:
    one = walk(seed=1)
    one.go(1.0, Place(0.2))
    one.go(0.3, about=Semantic.PENALTY)
    one.true = Place(-1.5, -3.0, pi / 2)
    one.go(10.0, Place(0.12))
    assert one.off < 0.3
    assert one.turned < 0.2


def test_it_that_lay_during_a_penalty_keeps_its_heading_when_it_gets_up() -> None:
    one = walk(seed=1)
    one.go(1.0, Place(0.2))
    one.go(0.3, about=Semantic.PENALTY, upright=False)
    one.true = Place(-1.5, -2.9, one.true.yaw)
    one.go(1.0, upright=False)
    assert one.turned < 0.3, "the gyro knows, whatever the referee's rules say"
    one.go(2.0)
    assert certainty(one) is Certainty.LOST
    assert one.turned < 0.3


def test_a_fall_makes_it_look_away_and_costs_little() -> None:
    one = walk()
    one.go(2.0, Place(0.2))
    one.localiser.lose()
    one.true = one.true.then(Place(0.1, 0.15, 0.1))
    one.go(1.0, upright=False)
    one.go(4.0, Place(0.0, 0.0, 0.2))
    assert one.off < 0.1
    assert certainty(one) is Certainty.SURE


def trouble(one: FieldWalk) -> str:
    """What the log is told after some seconds of it."""
    one.go(7.0, Place(0.1, 0.0, 0.1))
    assert certainty(one) is not Certainty.SURE
    assert one.off < 0.4, "unsure, not wrong"
    return one.localiser.news


def test_no_picture_is_said() -> None:
    one = walk()
    one.go(2.0, Place(0.2))
    one.picture = None
    assert trouble(one) == "place unsure: no picture comes"


@pytest.mark.parametrize(
    ("level", "said"),
    [(2.0, "the picture is dark"), (252.0, "the picture is over-exposed")],
)
def test_a_dark_and_a_glaring_picture_are_said_at_once(level: float, said: str) -> None:
    one = walk()
    one.go(2.0, Place(0.2))
    one.picture, one.sees = lambda t: noisy_picture(t, level, one.chance), False
    one.go(0.7)
    assert one.localiser.news == f"place unsure: {said}"
    assert trouble(one) == f"place unsure: {said}"
    one.picture, one.sees = lambda t: noisy_picture(t, 100.0, one.chance), True
    one.go(2.0)
    assert one.localiser.news == "place sure"


def test_a_frozen_picture_is_said_and_not_believed() -> None:
    one = walk()
    one.go(2.0, Place(0.2))
    still = noisy_picture(one.t, 100.0, one.chance).rgb
    one.picture = lambda t: CameraFrame(still, t=t)
    assert trouble(one) == "place unsure: the camera repeats its picture"


def test_pictures_without_lines_are_said() -> None:
    one = walk()
    one.go(2.0, Place(0.2))
    one.sees = False
    assert trouble(one) == "place unsure: nothing of the field is seen"


def test_the_same_seed_believes_the_same() -> None:
    runs = []
    for seed in (5, 5, 6):
        one = FieldWalk(MODERN, PitchLocaliser(MODERN, START, seed=seed), START)
        one.go(1.5, Place(0.2))
        runs.append(one.localiser.localisation.place)
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]
