"""Trials of a footballer: what is drawn, and what a throw-in begins with."""

from math import hypot

import pytest

from olympian.arena.scoring import ScoringDraw, ScoringTask
from olympian.arena.scoring.throw_in_line import ThrowInLine
from olympian.team import SetPlay
from olympian.world import MODERN


@pytest.mark.parametrize("seed", range(20))
def test_a_throw_in_lies_on_the_line_and_the_robot_is_on_the_field(seed: int) -> None:
    draw = ScoringDraw.of(seed, ScoringTask.THROW_IN, MODERN)
    assert draw == ScoringDraw.of(seed, ScoringTask.THROW_IN, MODERN)
    (x, y), start = draw.ball, draw.start
    assert abs(y) == MODERN.width / 2
    assert abs(start.y) < MODERN.width / 2
    assert abs(start.x) < MODERN.length / 2
    assert 1.1 < hypot(start.x - x, start.y - y) < 2.1


def test_the_referee_has_given_it_to_the_robot() -> None:
    game = ThrowInLine().step(3.0)
    assert game.set_play is SetPlay.THROW_IN
    assert game.we_kick
    assert game.playing
    assert game.heard_at == 3.0
