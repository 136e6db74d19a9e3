"""The way to a stance: from everywhere, round the ball, without touching it."""

from math import cos, hypot, pi, remainder, sin, tau

import pytest

from olympian.football.approach import approach
from olympian.geometry import Place
from olympian.motion import TopSpeed

TOP = TopSpeed(ahead=0.5, back=0.4, side=0.27, turn=1.8, mixing=1.0)
BALL = (0.0, 0.0)
STANCE = Place(-0.18, -0.05, 0.0)
DT = 0.02
TOUCHES = 0.17
"""Metres from the ball at which feet touch it."""


def drive(start: Place, obstacles: tuple[tuple[float, float], ...] = ()) -> list[Place]:
    """A puck that obeys at once, until it stands."""
    way = [start]
    for _ in range(2000):
        here = way[-1]
        others = [here.seen(*one) for one in obstacles]
        there = here.inverse().then(STANCE)
        twist = approach(there, here.seen(*BALL), TOP, others)
        way.append(here.then(Place(twist.forward * DT, twist.left * DT, twist.turn * DT)))
        if hypot(there.x, there.y) < 0.03 and abs(remainder(there.yaw, tau)) < 0.1:
            break
    return way


@pytest.mark.parametrize("angle", [k * pi / 6 for k in range(12)])
@pytest.mark.parametrize("facing", [0.0, 2.0, -2.0])
def test_it_comes_to_the_stance_from_everywhere(angle: float, facing: float) -> None:
    way = drive(Place(1.5 * cos(angle), 1.5 * sin(angle), angle + pi + facing))
    end = way[-1]
    assert hypot(end.x - STANCE.x, end.y - STANCE.y) < 0.05
    assert abs(remainder(end.yaw, tau)) < 0.15
    assert min(hypot(one.x, one.y) for one in way) > TOUCHES
    assert len(way) * DT < 20.0


def test_it_is_slow_at_the_end_and_fast_from_afar() -> None:
    far = approach(Place(3.0, 0.0, 0.0), (3.2, 0.0), TOP)
    near = approach(Place(0.03, 0.0, 0.0), (0.22, 0.05), TOP)
    assert far.forward > 0.45
    assert 0.0 < near.forward < 0.08


def test_it_passes_a_robot_that_stands_in_the_way() -> None:
    post = (-1.2, 0.0)
    way = drive(Place(-2.5, 0.02, 0.0), (post,))
    assert hypot(way[-1].x - STANCE.x, way[-1].y - STANCE.y) < 0.05
    assert min(hypot(one.x - post[0], one.y - post[1]) for one in way) > 0.3
