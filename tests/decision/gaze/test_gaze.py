"""A head looks at what is unsure: worth of looks, what lines tell, and the choice over time."""

from dataclasses import replace
from math import atan2, hypot, pi

import numpy as np
import pytest

from olympian import KinematicBackend, load_robot
from olympian.decision.gaze import Interests, LookWhereUnsure
from olympian.decision.gaze.landmarks import Landmarks
from olympian.decision.gaze.look_where_unsure import DWELL
from olympian.decision.gaze.unlooked import UnlookedGround
from olympian.decision.localise import Certainty
from olympian.decision.world_model import (
    Allegiance,
    SearchChart,
    TrackedBall,
    TrackedRobot,
    WorldModel,
)
from olympian.geometry import Place
from olympian.records import RobotState
from olympian.state import Estimator
from olympian.vision.camera import Pinhole
from olympian.world import MODERN

ROBOT = load_robot("fumanoid")
assert ROBOT.camera is not None
LENS = Pinhole.of_robot(ROBOT.camera)
DT = 0.01
BALL_ALONE = Interests(place=0.0, robots=0.0, strangers=0.0)


def sure(place: Place = Place()) -> WorldModel:  # noqa: B008
    return WorldModel(0.0, place, np.diag([1e-4, 1e-4, 1e-4]), Certainty.SURE)


def ball(x: float, y: float, metres: float, certainty: float = 0.98) -> TrackedBall:
    P = np.diag([metres**2, metres**2, 0.01, 0.01])
    return TrackedBall(x, y, 0.0, 0.0, x, y, 0.0, 0.0, P, P, False, (x, y), certainty, 0.0)


def other(x: float, y: float, metres: float) -> TrackedRobot:
    P = np.diag([metres**2, metres**2])
    return TrackedRobot(1, Allegiance.OPPONENT, x, y, 0.0, 0.0, x, y, P, 0.9, 0.0)


class Onlooking:
    """A head that obeys at once, on a robot that stands at the centre spot."""

    def __init__(self, world: WorldModel, interests: Interests = Interests()) -> None:  # noqa: B008
        body = KinematicBackend(ROBOT)
        self.state: RobotState = Estimator(ROBOT).step(body.read(), DT)
        self.world = world
        self.skill = LookWhereUnsure(ROBOT, LENS, lambda: self.world, MODERN, interests)
        self.ways: list[tuple[float, float]] = []

    def go(self, seconds: float) -> tuple[float, float]:
        """Pan and tilt at the end."""
        rows = self.skill.head.rows
        for _ in range(round(seconds / DT)):
            goal = self.skill.step(self.state, DT)
            q = np.array(self.state.q)
            q[rows] = goal.q[rows]
            self.state = replace(self.state, t=self.state.t + DT, q=q)
            self.ways.append((float(q[rows][0]), float(q[rows][1])))
        return self.ways[-1]


@pytest.mark.parametrize("way", [-1.2, 0.9])
def test_it_looks_at_a_ball_of_which_it_is_unsure(way: float) -> None:
    x, y = 1.2 * np.cos(way), 1.2 * np.sin(way)
    one = Onlooking(replace(sure(), ball=ball(x, y, 0.3)))
    pan, tilt = one.go(1.0)
    assert pan == pytest.approx(way, abs=0.4)
    assert tilt > 0.0


def test_a_ball_that_is_known_is_left_for_a_robot_that_is_not() -> None:
    both = replace(sure(), ball=ball(1.2, -1.2, 0.01), robots=(other(1.2, 1.2, 0.6),))
    calm = replace(both.ball, covariance=np.diag([1e-4] * 4))  # pyright: ignore
    one = Onlooking(replace(both, ball=calm), Interests(strangers=0.0, place=0.0))
    assert one.go(1.0)[0] == pytest.approx(pi / 4, abs=0.45)
    known = replace(both, ball=ball(1.2, -1.2, 0.5), robots=(other(1.2, 1.2, 0.02),))
    one = Onlooking(known, Interests(strangers=0.0, place=0.0))
    assert one.go(1.0)[0] == pytest.approx(-pi / 4, abs=0.45)


def test_without_a_ball_it_searches_where_the_chart_says() -> None:
    cells = np.array([(x, y) for x in (0.6, 1.0, 1.4) for y in (-1.4, -1.0, 1.0, 1.4)])
    right = (cells[:, 1] < 0.0).astype(float)
    chart = SearchChart(cells, right / right.sum())
    one = Onlooking(replace(sure(), chart=chart), BALL_ALONE)
    assert one.go(1.0)[0] < -0.4
    one.world = replace(one.world, chart=SearchChart(cells, (1 - right) / (1 - right).sum()))
    assert one.go(1.5)[0] > 0.4, "it has looked there in vain, and goes on"


def test_an_unsure_place_makes_it_look_for_lines() -> None:
    """Beside the field, facing away from it: all lines are to the left."""
    place = Place(2.0, -3.6, -0.9)
    unsure = replace(sure(place), covariance=np.diag([0.2, 0.2, 0.05]))
    alone = Interests(ball=0.0, robots=0.0, strangers=0.0, place=1.0)
    one = Onlooking(unsure, alone)
    one.state = replace(one.state, place=place)
    assert one.go(1.0)[0] > 0.5


def test_it_looks_round_where_nothing_is_to_be_known_and_stays_at_each_place() -> None:
    one = Onlooking(sure())
    one.go(8.0)
    pans = np.array(one.ways)[:, 0]
    assert pans.max() > 1.0
    assert pans.min() < -1.0
    moves = np.abs(np.diff(np.array(one.ways), axis=0)).max(axis=1) > 1e-3
    stops = np.flatnonzero(moves[:-1] & ~moves[1:])
    starts = np.flatnonzero(~moves[:-1] & moves[1:])
    stays = [starts[starts > stop][0] - stop for stop in stops if (starts > stop).any()]
    assert len(stays) > 4
    assert min(stays) * DT >= DWELL - 2 * DT


def test_a_line_tells_how_far_one_is_from_it_and_how_one_is_turned() -> None:
    landmarks = Landmarks(MODERN)
    place = Place(2.0, -2.2, 0.3)
    at, told = landmarks.seen_from(place, 0.5)
    assert len(at) == len(told)
    for (x, y), one in zip(at, told, strict=True):
        there = place.then(Place(x, y))
        assert hypot(x, y) < 4.0
        values, ways = np.linalg.eigh(one)
        assert values[:2] == pytest.approx(0.0, abs=1e-9 * values[2]), "one number, one direction"
        if abs(there.y + 3.0) < 1e-9 and abs(there.x) < 4.0 and one[0, 0] > 0.0:
            # the touch line, along x: nothing about x, all about y and the turn
            u, v, arm = ways[:, 2] / np.hypot(*ways[:2, 2])
            along = (u, v) @ place.turn.T
            assert abs(along[0]) < 1e-9 or abs(along[1]) < 1e-9, "crossings tell of both axes"
            assert abs(arm) == pytest.approx(abs(v * x - u * y))


def test_what_was_looked_at_is_new_again_after_a_while() -> None:
    ground = UnlookedGround()
    ahead = np.array([atan2(y, x) for x, y in ground.points(np.eye(2))])
    ground.step((np.abs(ahead) < 0.5).astype(float), 0.1)
    assert ground.new[np.abs(ahead) < 0.5].max() == 0.0
    assert ground.new[np.abs(ahead) > 0.6].min() == 1.0
    ground.step(np.zeros(len(ahead)), 20.0)
    assert ground.new.min() > 0.9
    turned = ground.points(Place(0.0, 0.0, 0.5).turn)
    assert atan2(turned[0, 1], turned[0, 0]) == pytest.approx(-0.5), "it does not turn with it"
