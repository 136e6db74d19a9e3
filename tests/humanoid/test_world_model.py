"""A robot that sees a field knows where the ball is, and what it may not know it says."""

import pytest

from drills.gl import needs_gl
from olympian import Humanoid, KinematicBackend, load_robot
from olympian.decision import JobStatus
from olympian.decision.navigate import Disc
from olympian.errors import OlympianError


def test_without_eyes_nothing_is_known_of_what_is_around() -> None:
    robot = load_robot("fumanoid")
    shut = Humanoid(robot, KinematicBackend(robot), world="field")
    with pytest.raises(OlympianError, match="has its eyes shut"):
        _ = shut.world_model


@needs_gl
def test_the_ball_at_its_feet_is_known_and_forgotten_by_a_reset() -> None:
    one = Humanoid("fumanoid", world="field", seed=2)
    one.look_at(0.0, 0.0)
    one.run(1.2)
    ball = one.world_model.ball
    assert ball is not None
    assert (ball.x, ball.y) == pytest.approx((0.0, 0.0), abs=0.08)
    assert ball.ahead == pytest.approx(0.4, abs=0.08)
    assert not ball.rolls
    one.reset()
    one.run(0.02)
    assert one.world_model.ball is None
    one.close()


def test_it_waits_for_who_stands_at_its_goal_and_not_for_ever() -> None:
    robot = load_robot("fumanoid")
    one = Humanoid(robot, KinematicBackend(robot))
    one.run(0.5)
    way = one.go_to(1.0, 0.0)
    navigation = one.navigation
    assert navigation is not None
    there = [Disc(1.0, 0.0, 0.2)]
    way.run(1.0)
    navigation.see(there)
    way.run(2.0)
    assert way.running, "whoever stands there may go away"
    assert len(navigation.path) == 0
    navigation.see([])
    way.run(0.5)
    assert len(navigation.path) > 0
    navigation.see(there)
    way.run(10.0)
    assert way.status is JobStatus.FAILED
    assert "inside" in way.reason or "disc" in way.reason
    one.close()
