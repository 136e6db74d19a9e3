"""A fall on purpose: the control module takes it as one of its own, and gets the robot up."""

import pytest

from olympian.errors import OlympianError
from olympian.humanoid import Humanoid
from olympian.records import Semantic, Twist

SIDES = {"left": 1.0, "right": -1.0}


def hand(robot: Humanoid, side: str) -> tuple[float, float]:
    """Metres to that side of the world's origin, and height."""
    T = robot.simulation.true_pose(f"{side}_hand")
    return SIDES[side] * float(T[1, 3]), float(T[2, 3])


@pytest.mark.parametrize("side", SIDES)
def test_it_dives_covers_the_goal_and_gets_up(side: str) -> None:
    robot = Humanoid("fumanoid", seed=4, eyes=False)
    robot.run(0.5)
    dive = robot.dive(side)
    dive.run(0.65)
    reach, height = hand(robot, side)
    assert reach > 0.65, "its hand is far out"
    assert height < 0.14, "and no ball passes below it"
    assert robot.situation.state is Semantic.FALLING
    assert robot.situation.reason == f"dives on its {side}"
    assert dive.wait(15.0).done
    assert robot.situation.state is Semantic.CONTROLLABLE


def test_a_walk_does_not_hinder_it_but_a_stop_does() -> None:
    robot = Humanoid("fumanoid", seed=5, eyes=False)
    robot.run(0.5)
    robot.hcm.wishes.penalty = True
    robot.run(0.1)
    refused = robot.dive("left").wait(1.0)
    assert "cannot dive left: penalty" in refused.reason
    robot.hcm.wishes.penalty = False
    robot.walk(Twist(left=0.2), 5.0).run(1.5)
    robot.dive("right").run(0.7)
    assert hand(robot, "right")[1] < 0.14


def test_who_cannot_dive_says_so() -> None:
    with pytest.raises(OlympianError, match="left, right"):
        Humanoid("fumanoid", eyes=False).dive("back")
    with pytest.raises(OlympianError, match="no movement for a dive"):
        Humanoid("atlas", eyes=False).dive("left")
