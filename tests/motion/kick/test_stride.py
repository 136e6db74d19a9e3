"""Walking through a ball: with which foot, when it begins to run, and when it is over."""

import pytest

from olympian.geometry import Place
from olympian.motion.kick import StrideKick, StrideRule
from olympian.motion.top_speed import TopSpeed
from olympian.motion.walk import read_walk
from olympian.robot import load_robot

TOP: TopSpeed = read_walk(load_robot("fumanoid")).top_speed
SPACING, STEP_S = 0.112, 0.22


PATIENT = StrideRule(cruise=0.5, runs=(0.2, 0.5))
"""So slow before it runs that each phase comes by."""


def kick() -> StrideKick:
    return StrideKick(TOP, SPACING, STEP_S, PATIENT)


def meets(share: float, side: float) -> float:
    """Share of its swing at which the foot meets a ball, on a body that does as it is told."""
    one, x, speed, phase = kick(), 0.9, 0.0, share
    acceleration, dt = one.rule.acceleration, 0.01
    while x > one.rule.ahead:
        asked = one.step(Place(x, side * SPACING / 2), phase, speed).forward
        speed += min(max(asked - speed, -acceleration * dt), acceleration * dt)
        x, phase = x - speed * dt, (phase + dt / (2 * STEP_S)) % 1.0
    assert speed > 0.9 * TOP.ahead, "it runs"
    swings = phase - 0.5 if side > 0.0 else phase
    return 2.0 * (swings % 1.0)


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.6, 0.8])
def test_the_foot_in_line_arrives_in_mid_swing_whenever_it_started(
    share: float, side: float
) -> None:
    assert meets(share, side) == pytest.approx(kick().rule.share, abs=0.12)


def test_it_steps_behind_the_ball_turns_to_where_it_should_go_and_ends_there() -> None:
    one = kick()
    assert one.step(Place(0.8, 0.2, 0.1), None, 0.0).left > 0.05
    assert one.foot == 0
    assert one.step(Place(0.8, SPACING / 2, 0.1), None, 0.0).turn > 0.2
    assert not one.over
    one.step(Place(0.05, SPACING / 2), 0.1, 0.4)
    assert one.over
