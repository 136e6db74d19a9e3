"""Places of players without the ball."""

from dataclasses import replace
from math import hypot

import pytest

from drills.football.players import ball_at, player_view
from olympian.football.posts import Post, outside, place_of
from olympian.football.view import PlayerView
from olympian.geometry import Place


@pytest.fixture
def view() -> PlayerView:
    return player_view()


def seeing(view: PlayerView, x: float, y: float) -> PlayerView:
    return replace(view, ball=ball_at(x, y))


@pytest.mark.parametrize("ball", [(0.0, 0.0), (4.0, 2.5), (-4.2, -2.0), (-4.4, 0.1)])
def test_all_places_are_on_the_field_and_none_is_on_the_ball(
    view: PlayerView, ball: tuple[float, float]
) -> None:
    now = seeing(view, *ball)
    for post in (Post.SUPPORT, Post.DEFEND, Post.KEEP, Post.APART, Post.KICK_OFF):
        spot = place_of(now, post)
        assert abs(spot.x) < 4.5
        assert abs(spot.y) < 3.0
        if post in (Post.SUPPORT, Post.APART) and ball[0] > -4.0:
            assert hypot(spot.x - ball[0], spot.y - ball[1]) > 0.75


def test_a_defender_stands_between_ball_and_goal(view: PlayerView) -> None:
    spot = place_of(seeing(view, 1.0, 1.0), Post.DEFEND)
    assert -4.5 < spot.x < 1.0
    assert abs(spot.y - (spot.x + 4.5) / 5.5) < 1e-6


def test_a_keeper_follows_the_ball_between_its_posts(view: PlayerView) -> None:
    left, right = (place_of(seeing(view, -3.0, y), Post.KEEP) for y in (2.0, -2.0))
    assert left.y > 0.2
    assert right.y == pytest.approx(-left.y)
    assert abs(left.y) < 1.3


def test_whoever_stands_beside_the_field_is_outside(view: PlayerView) -> None:
    assert outside(replace(view, place=Place(0.0, 3.4, 0.0)))
    assert not outside(replace(view, place=Place(0.0, 2.9, 0.0)))
