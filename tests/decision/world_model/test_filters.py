"""Ball and robots over kicks, wrong sights and whatever hides them: laws, then stories."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.decision.localise.way import Moved
from olympian.decision.world_model.assignment import assign
from olympian.decision.world_model.drift import Drift
from olympian.decision.world_model.ground_sight import GroundSight, sight_covariance
from olympian.decision.world_model.model import Allegiance
from olympian.decision.world_model.robot_tracks import RobotTracks
from olympian.decision.world_model.rolling import roll, way_to_rest
from olympian.decision.world_model.rolling_ball_filter import BallSight, RollingBallFilter
from olympian.geometry import Place, R_from_rpy

CARPET, DT = 0.2, 1 / 30
R = np.eye(2) * 0.02**2


@given(
    st.floats(-2, 2), st.floats(-2, 2), st.floats(0.0, 8.0), st.floats(0.05, 1.0)
)  # fmt: skip
def test_a_ball_rolls_as_far_as_its_speed_carries_it(vx, vy, dt, slows) -> None:
    state = np.array([1.0, -1.0, vx, vy])
    there, _ = roll(state, dt, slows)
    halves = roll(roll(state, dt / 3, slows)[0], 2 * dt / 3, slows)[0]
    np.testing.assert_allclose(there, halves, atol=1e-9)
    end, _ = roll(state, 100.0, slows)
    speed = np.hypot(vx, vy)
    assert np.hypot(*(end[:2] - state[:2])) == pytest.approx(way_to_rest(speed, slows), abs=1e-6)
    assert np.hypot(*end[2:]) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("dt", [0.1, 3.0, 20.0])
def test_its_derivatives_are_those_of_differences(dt: float) -> None:
    state = np.array([0.3, -0.2, 0.7, -0.4])
    there, F = roll(state, dt, CARPET)
    step = 1e-6
    for column in range(4):
        more = state.copy()
        more[column] += step
        slope = (roll(more, dt, CARPET)[0] - there) / step
        np.testing.assert_allclose(F[:, column], slope, atol=1e-4)


@given(st.integers(1, 4), st.integers(0, 4), st.integers(0, 10**6))
def test_nobody_can_be_assigned_more_cheaply(rows: int, columns: int, seed: int) -> None:
    costs, nobody = np.random.default_rng(seed).uniform(0, 2, (rows, columns)), 1.2

    def price(choice) -> float:
        return sum(nobody if c < 0 else costs[r, c] for r, c in enumerate(choice))

    found = assign(costs, nobody)
    taken = [c for c in found if c >= 0]
    assert len(set(taken)) == len(taken)
    assert all(costs[r, c] < nobody for r, c in enumerate(found) if c >= 0)
    slots = [*range(columns), *[-1] * rows]
    best = min(price(choice) for choice in set(permutations(slots, rows)))
    assert price(found) == pytest.approx(best)


def test_a_tilted_head_moves_far_points_along_the_line_of_sight() -> None:
    chance, eye = np.random.default_rng(0), np.array([0.05, 0.02, 0.5])
    for at in ((0.5, 0.2), (2.0, -1.5)):
        spots = []
        for _ in range(4000):
            pitch, yaw = chance.normal(0.0, 0.015, 2)
            bearing = np.arctan2(at[1] - eye[1], at[0] - eye[0])
            ray = R_from_rpy(0, 0, -bearing) @ np.array([at[0] - eye[0], at[1] - eye[1], -eye[2]])
            ray = R_from_rpy(0, 0, bearing + yaw) @ R_from_rpy(0, pitch, 0) @ ray
            spots.append(ray[:2] * eye[2] / -ray[2])
        found = sight_covariance(*at, eye, 0.0)
        np.testing.assert_allclose(found, np.cov(np.array(spots).T), rtol=0.25, atol=2e-4)


class Watched:
    """A ball that truly rolls, and what eyes make of it."""

    def __init__(self, at=(1.0, 0.0), v=(0.0, 0.0), seed: int = 0) -> None:
        self.chance, self.t = np.random.default_rng(seed), 0.0
        self.true = np.array([*at, *v], dtype=float)
        self.filter = RollingBallFilter(CARPET)

    def go(self, seconds: float, sees: bool = True, detected: float = 0.9) -> None:
        for _ in range(round(seconds / DT)):
            self.t += DT
            self.true = roll(self.true, DT, CARPET)[0]
            sight = None
            if sees:
                sight = self.sight(self.true[:2])
            self.filter.step(self.t, sight, detected)

    def sight(self, xy) -> BallSight:
        noisy = xy + 0.02 * self.chance.standard_normal(2)
        return BallSight(self.t, noisy, R, 0.95)

    @property
    def off(self) -> float:
        return float(np.hypot(*(self.filter.x[:2] - self.true[:2])))


def test_a_ball_at_rest_lies_still() -> None:
    one = Watched()
    one.go(DT)
    assert not one.filter.known, "one sight alone may be of anything"
    one.go(2.0)
    assert one.off < 0.02
    assert not one.filter.rolls
    assert one.filter.certainty > 0.95
    assert np.sqrt(one.filter.P[0, 0]) < 0.03


def test_a_kick_is_noticed_and_its_end_foretold() -> None:
    one = Watched()
    one.go(1.0)
    one.true[2:] = 0.8, 0.6
    one.go(0.4)
    assert one.off < 0.08
    one.go(1.0)
    assert one.filter.rolls
    assert one.filter.x[2:] == pytest.approx(one.true[2:], abs=0.15)
    assert roll(one.filter.x, 99.0, CARPET)[0][:2] == pytest.approx(
        roll(one.true, 99.0, CARPET)[0][:2], abs=0.5
    )
    one.go(1.0, sees=False, detected=0.0)
    assert one.off < 0.25, "it rolls on while nobody looks"


def test_a_hard_kick_is_followed_after_two_sights() -> None:
    one = Watched()
    one.go(1.0)
    one.true[2:] = -4.0, 0.0
    one.go(4 * DT)
    assert one.off < 0.2
    assert one.filter.x[2] < -2.0


def test_one_wrong_sight_changes_nothing() -> None:
    one = Watched()
    one.go(1.0)
    before = one.filter.x.copy()
    one.filter.step(one.t + DT, one.sight(np.array([3.0, 2.0])), 0.0)
    np.testing.assert_allclose(one.filter.x, before, atol=1e-6)


def test_what_is_believed_firmly_and_not_looked_at_yields_to_many_sights_only() -> None:
    one = Watched()
    one.go(1.0)
    lookalike = np.array([3.0, 2.0])
    for _ in range(4):
        one.t += DT
        one.filter.step(one.t, BallSight(one.t, lookalike, R, 0.67), 0.0)
    assert one.off < 0.1, "a foot of a robot looks like a ball now and then"
    for _ in range(25):
        one.t += DT
        one.filter.step(one.t, BallSight(one.t, lookalike, R, 0.67), 0.0)
    assert np.hypot(*(one.filter.x[:2] - lookalike)) < 0.1, "it was carried there"


def test_a_ball_that_should_be_seen_and_is_not_is_gone() -> None:
    one = Watched()
    one.go(1.0)
    one.go(0.2, sees=False)
    assert one.filter.known, "a few bad pictures are no loss"
    one.go(1.5, sees=False)
    assert not one.filter.known
    one.go(0.2)
    assert one.filter.known


def test_where_nobody_looks_it_only_becomes_less_certain() -> None:
    one = Watched()
    one.go(1.0)
    sure, spread = one.filter.certainty, one.filter.P[0, 0]
    one.go(2.0, sees=False, detected=0.0)
    assert one.filter.certainty == sure
    assert one.filter.P[0, 0] > 4.0 * spread


def test_its_covariance_is_honest() -> None:
    """Squared deviations of place and speed are as many as they should be, in the middle."""
    found = []
    for seed in range(40):
        one = Watched(v=(0.5, 0.3), seed=seed)
        one.go(1.2)
        gap = one.filter.x - one.true
        found.append(gap @ np.linalg.solve(one.filter.P, gap))
    assert 0.3 < np.mean(found) < 6.0


def test_a_way_makes_far_things_less_certain_than_near_ones() -> None:
    moved = Moved(Place(0.1, 0.0, 0.0), np.diag([1e-4, 4e-4, 1e-3]), 0.1)
    drift = Drift.of(moved, Place(1.0, 0.0, np.pi / 2))
    np.testing.assert_allclose(drift.origin, [1.0, 0.1])
    np.testing.assert_allclose(np.diag(drift.at(drift.origin)), [4e-4, 1e-4], atol=1e-9)
    far = drift.at(drift.origin + np.array([0.0, 2.0]))
    assert far[0, 0] == pytest.approx(4e-4 + 4e-3)
    assert far[1, 1] == pytest.approx(1e-4)


class Crowd:
    """Robots that walk; each picture shows those that nothing hides."""

    def __init__(self, *robots, seed: int = 0) -> None:
        self.true = np.array(robots, dtype=float)
        self.chance, self.t, self.tracks = np.random.default_rng(seed), 0.0, RobotTracks()
        self.marks = [Allegiance.UNKNOWN] * len(robots)

    def go(self, seconds: float, hidden=(), detected: float = 0.9) -> None:
        for _ in range(round(seconds / DT)):
            self.t += DT
            self.true[:, :2] += DT * self.true[:, 2:]
            seen = [k for k in range(len(self.true)) if k not in hidden]
            places = [
                self.true[k, :2] + 0.05 * self.chance.standard_normal(2)
                for k in self.chance.permutation(seen)
            ]
            self.look(places, [self.marks[k] for k in seen], hidden, detected)

    def look(self, places, marks, hidden=(), detected: float = 0.9) -> None:
        sights = [GroundSight(0.0, 0.0, R, 0.8, mark) for mark in marks]
        self.tracks.predict(self.t)
        chances = []
        for track in self.tracks.tracks:
            near = int(np.argmin(np.hypot(*(self.true[:, :2] - track.x[:2]).T)))
            chances.append(0.0 if near in hidden else detected)
        spreads = [np.eye(2) * 0.05**2] * len(places)
        self.tracks.step(self.t, places, spreads, sights, chances)

    def of(self, index: int):
        """The track that is nearest to a robot."""
        return min(self.tracks.known, key=lambda one: np.hypot(*(one.x[:2] - self.true[index, :2])))


def test_robots_keep_their_numbers_while_they_are_hidden() -> None:
    crowd = Crowd((1.0, 0.0, 0.0, 0.2), (2.0, 1.0, 0.0, -0.2), (3.0, -1.0, 0.1, 0.0))
    crowd.go(1.0)
    ids = [crowd.of(index).id for index in range(3)]
    assert len(set(ids)) == 3
    assert len(crowd.tracks.known) == 3
    crowd.go(2.0, hidden=(1,))
    assert crowd.of(1).id == ids[1]
    crowd.go(1.0)
    assert [crowd.of(index).id for index in range(3)] == ids
    assert np.hypot(*(crowd.of(0).x[:2] - crowd.true[0, :2])) < 0.1
    assert crowd.of(0).x[2:] == pytest.approx([0.0, 0.2], abs=0.1)


def test_a_sight_alone_is_no_robot_and_one_that_left_is_forgotten() -> None:
    crowd = Crowd((1.0, 0.0, 0.0, 0.0))
    crowd.go(DT)
    assert not crowd.tracks.known
    crowd.go(0.5)
    assert len(crowd.tracks.known) == 1
    crowd.t += DT
    crowd.look([np.array([3.0, 2.0]), crowd.true[0, :2]], [Allegiance.UNKNOWN] * 2)
    assert len(crowd.tracks.known) == 1
    crowd.true[0, :2] = 50.0, 0.0
    for _ in range(60):
        crowd.t += DT
        crowd.look([], [])
    assert not crowd.tracks.tracks


def test_marks_add_up_and_keep_two_robots_apart() -> None:
    crowd = Crowd((1.0, 0.0, 0.0, 0.0))
    crowd.marks = [Allegiance.OPPONENT]
    crowd.go(0.5)
    assert crowd.of(0).allegiance is Allegiance.OPPONENT
    for _ in range(8):  # a mate comes to stand where the opponent was believed to be
        crowd.t += DT
        crowd.look([crowd.true[0, :2]], [Allegiance.OWN], detected=0.0)
    whose = {one.allegiance for one in crowd.tracks.known}
    assert whose == {Allegiance.OPPONENT, Allegiance.OWN}


def test_numbers_are_never_used_again() -> None:
    crowd = Crowd((1.0, 0.0, 0.0, 0.0))
    crowd.go(0.5)
    first = crowd.of(0).id
    crowd.tracks.reset()
    crowd.go(0.5)
    assert crowd.of(0).id > first


def test_brute_force_agrees_where_there_is_nobody() -> None:
    assert assign(np.empty((0, 3)), 1.0) == []
    assert assign(np.empty((2, 0)), 1.0) == [-1, -1]
    costs = np.array([[1.0, 2.0], [1.1, 9.0]])
    assert assign(costs, 5.0) == [1, 0], "not the cheapest one first"
