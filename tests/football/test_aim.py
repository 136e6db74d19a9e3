"""Where a ball should go, and from where it can be kicked."""

from math import cos, pi, sin

import pytest

from drills.football.players import player_means
from olympian.decision.navigate import Disc
from olympian.football.aim import blocked, goal_window
from olympian.football.stance import best_shot, shots
from olympian.world import MODERN

HALF = MODERN.length / 2


@pytest.mark.parametrize("x", [2.6, 3.5, 4.2])
@pytest.mark.parametrize("y", [-1.2, 0.0, 1.0])
def test_both_edges_of_a_window_are_inside_the_goal(x: float, y: float) -> None:
    window = goal_window(MODERN, x, y)
    for share in (-1.0, 0.0, 1.0):
        way = window.at(share)
        assert abs(y + (HALF - x) * sin(way) / cos(way)) < MODERN.goal_width / 2


def test_far_away_ahead_is_good_enough_but_not_over_the_side_line() -> None:
    assert goal_window(MODERN, -3.0, 0.0).half >= 0.5
    window = goal_window(MODERN, -3.0, 2.8)
    assert window.middle < -0.3


def test_a_robot_in_the_way_blocks() -> None:
    robot = [Disc(1.0, 0.0, 0.2)]
    assert blocked((0.0, 0.0), 0.1, robot)
    assert not blocked((0.0, 0.0), 0.6, robot)
    assert not blocked((0.0, 0.0), 0.0, [Disc(3.0, 0.0, 0.2)])


def test_every_option_is_in_reach_where_it_says() -> None:
    means = player_means()
    assert means.reach is not None
    assert {round(one.direction, 2) for one in means.options} >= {0.0, 0.35, -0.35, 1.57, -1.57}
    for option in means.options:
        assert means.reach.covers(option.ahead, option.left, option.direction)


def test_a_shot_goes_into_the_window_from_any_heading() -> None:
    means = player_means()
    window = goal_window(MODERN, 3.0, 0.0)
    for yaw in (-0.5, 0.0, 0.5):
        option = next(one for one in means.options if one.direction == 0.0)
        found = shots(means, window, yaw, option.ahead, option.left)
        assert found
        for shot in found:
            assert abs(window.off(yaw + shot.direction)) <= 1.0
    assert best_shot(means, window, pi, 0.19, 0.04) is None, "its back is to the goal"
    assert best_shot(means, window, 0.0, 0.5, 0.0) is None, "it is half a metre away"
