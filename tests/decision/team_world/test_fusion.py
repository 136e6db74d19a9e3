"""A team knows more than each of its players, and never more than all of them together."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.decision.localise import Certainty
from olympian.decision.team_world import SharedBall, SharedRobot, SharedWorld, fuse, share
from olympian.decision.team_world.fusion import intersect
from olympian.decision.world_model import Allegiance, TrackedBall, TrackedRobot, WorldModel
from olympian.geometry import Place


def ball(x=1.0, y=0.5, spread=0.1, *, by=1, age=0.1, certainty=0.9, v=(0.0, 0.0)) -> SharedBall:
    return SharedBall(x, y, *v, np.eye(2) * spread**2, 0.05, age, certainty, by)


def player(number: int, seen: SharedBall | None = None, *robots: SharedRobot) -> SharedWorld:
    at = Place(-1.0 - number, float(number))
    P = np.diag([0.01, 0.01, 0.01])
    told = None if seen is None else replace(seen, seen_by=number)
    return SharedWorld(number, 10.0, at, P, Certainty.SURE, told, robots)


@given(st.integers(0, 10**6), st.integers(1, 5))
def test_an_intersection_is_never_surer_than_correlated_errors_allow(seed: int, count: int) -> None:
    """For any correlations: true covariance of the fused mean is below what is claimed."""
    chance = np.random.default_rng(seed)
    root = chance.standard_normal((2 * count, 2 * count + 1))
    joint = root @ root.T  # of all errors together
    blocks = [joint[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] for k in range(count)]
    trust = chance.uniform(0.1, 1.0, count)
    zero = [np.zeros(2)] * count
    _, P = intersect(zero, blocks, trust.tolist())
    gains = []
    for k in range(count):
        columns = []
        for axis in np.eye(2):
            means = [axis if j == k else np.zeros(2) for j in range(count)]
            columns.append(intersect(means, blocks, trust.tolist())[0])
        gains.append(np.array(columns).T)
    G = np.hstack(gains)
    np.testing.assert_allclose(sum(gains), np.eye(2), atol=1e-8)
    true = G @ joint @ G.T
    assert np.linalg.eigvalsh(P - true)[0] > -1e-8


def test_who_hears_the_same_twice_is_not_surer() -> None:
    P = np.array([[0.04, 0.01], [0.01, 0.02]])
    mean, fused = intersect([np.ones(2)] * 3, [P] * 3)
    np.testing.assert_allclose(mean, 1.0)
    np.testing.assert_allclose(fused, P)


def test_two_who_see_it_from_different_sides_know_its_place_best() -> None:
    deep, wide = np.diag([0.2**2, 0.03**2]), np.diag([0.03**2, 0.2**2])
    one = replace(ball(1.1, 0.5), covariance=deep)
    other = replace(ball(1.0, 0.7), covariance=wide)
    fused = fuse([player(1, one), player(2, other)], 10.0).ball
    assert fused is not None
    assert (fused.x, fused.y) == pytest.approx((1.0, 0.5), abs=0.03)
    assert np.trace(fused.covariance) < 0.2 * np.trace(deep)
    assert fused.certainty > 0.98


def test_the_order_in_which_they_speak_does_not_matter() -> None:
    opponent = SharedRobot(2.0, 2.0, 0.2, Allegiance.OPPONENT, 0.8)
    some = [
        player(1, ball(1.0, 0.5)),
        player(2, ball(1.1, 0.4, 0.2), opponent),
        player(3, ball(3.0, -2.0, 0.1), replace(opponent, x=2.2)),
    ]
    found = {str(told(fuse(order, 10.2))) for order in permutations(some)}
    assert len(found) == 1


def told(team):
    b = team.ball
    assert b is not None
    return (
        [round(v, 9) for v in (b.x, b.y)],
        b.seen_by,
        team.opponents,
        [m.player for m in team.mates],
    )


def test_most_are_believed_against_one() -> None:
    fused = fuse([player(1, ball(1.0)), player(2, ball(1.1)), player(3, ball(-3.0))], 10.0).ball
    assert fused is not None
    assert fused.x == pytest.approx(1.05, abs=0.05)


def test_who_is_lost_or_saw_it_long_ago_counts_less() -> None:
    lost = replace(player(1, ball(-3.0, certainty=1.0)), certainty=Certainty.LOST)
    assert fuse([lost], 10.0).ball is None
    fused = fuse([lost, player(2, ball(1.0, certainty=0.6))], 10.0).ball
    assert fused is not None
    assert fused.x == pytest.approx(1.0)
    old = player(1, ball(-3.0, age=9.0))
    fused = fuse([old, player(2, ball(1.0, certainty=0.6))], 10.0).ball
    assert fused is not None
    assert fused.seen_by == 2


def test_a_ball_has_rolled_on_since_it_was_told_of() -> None:
    fused = fuse([player(1, ball(1.0, v=(0.8, 0.0)))], 11.0, deceleration=0.2).ball
    assert fused is not None
    assert fused.x == pytest.approx(1.7)
    assert fused.vx == pytest.approx(0.6)
    assert fused.age == pytest.approx(1.1)
    assert fused.covariance[0, 0] > 0.01


def test_old_words_are_forgotten_and_the_last_of_a_player_counts() -> None:
    early = replace(player(1, ball(-3.0)), t=9.0)
    team = fuse([early, player(1, ball(1.0)), replace(player(2), t=5.0)], 10.0)
    assert team.ball is not None
    assert team.ball.x == pytest.approx(1.0)
    assert [mate.player for mate in team.mates] == [1]
    assert fuse([], 10.0).ball is None


def test_opponents_are_one_though_two_see_them_and_mates_are_none() -> None:
    opponent = SharedRobot(2.0, 0.0, 0.15, Allegiance.OPPONENT, 0.8)
    unmarked = SharedRobot(-3.1, 2.1, 0.15, Allegiance.UNKNOWN, 0.8)  # beside player 2
    team = fuse(
        [
            player(1, None, opponent, unmarked),
            player(2, None, replace(opponent, x=2.2, allegiance=Allegiance.UNKNOWN)),
            player(3, None, SharedRobot(-2.0, 1.0, 0.1, Allegiance.OWN, 0.9)),
        ],
        10.0,
    )
    assert len(team.opponents) == 1
    assert team.opponents[0].x == pytest.approx(2.1, abs=0.02)
    assert team.opponents[0].allegiance is Allegiance.OPPONENT


def test_what_is_shared_is_as_uncertain_as_the_own_place() -> None:
    seen = TrackedBall(
        1.0, 2.0, 0.1, 0.0, 1.0, 0.0, 0.1, 0.0, np.eye(4) * 1e-4, np.eye(4) * 0.04,
        False, (1.0, 2.0), 0.9, 4.0,
    )  # fmt: skip
    other = TrackedRobot(
        7, Allegiance.OPPONENT, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0, np.eye(2) * 0.01, 0.8, 4.9
    )
    own = np.diag([0.01, 0.01, 0.005])
    world = WorldModel(5.0, Place(), own, Certainty.SURE, seen, (other,) * 9)
    one = share(world, 4)
    assert one.ball is not None
    assert one.ball.age == pytest.approx(1.0)
    assert one.ball.seen_by == 4
    assert one.ball.v_spread == pytest.approx(0.2)
    assert len(one.robots) == 7
    assert one.robots[0].spread == pytest.approx(np.sqrt(0.01 + 0.01 + 0.01))
