"""Rest: it sits down by its own will, lets go of everything, and gets up when it is wanted."""

from functools import cache

import numpy as np
import pytest

from olympian.arena.control.specimen import specimen
from olympian.arena.walking.scenario import WalkConditions
from olympian.decision.hcm import HcmConfig, Stop
from olympian.records import Semantic, Twist
from olympian.robot import Robot, load_robot
from olympian.world.catalogue import flat

ROBOTS = ("bioloid", "fumanoid", "wolfgang")


@cache
def robot_of(name: str) -> Robot:
    return load_robot(name)


class Watched:
    """A humanoid, and the states it went through."""

    def __init__(self, name: str, seed: int, config: HcmConfig | None = None) -> None:
        robot = robot_of(name)
        self.one = specimen(robot, flat(), WalkConditions.of(seed, robot), config)
        self.hcm = self.one.hcm
        self.seen: list[Semantic] = []

    def run(self, seconds: float, twist: Twist | None = None) -> None:
        for _ in range(round(seconds / self.one.simulation.actors[0].dt)):
            if twist is not None:
                self.one.drive(twist)
            self.one.tick()
            if not self.seen or self.seen[-1] is not self.state:
                self.seen.append(self.state)

    @property
    def state(self) -> Semantic:
        return self.hcm.situation.state

    @property
    def upright(self) -> float:
        """Cosine of the torso's true tilt."""
        return float(self.one.simulation.true_pose(self.one.simulation.robots[0].torso)[2, 2])

    @property
    def limp(self) -> bool:
        return not self.one.simulation.actors[0].read().torque_on.any()


@pytest.mark.parametrize("name", ROBOTS)
def test_off_sits_lets_go_and_gets_up_when_it_is_taken_back(name: str) -> None:
    robot = Watched(name, 300)
    robot.run(0.5)
    robot.run(1.5, Twist(forward=0.1))
    robot.hcm.wishes.stop = Stop.OFF
    robot.run(6.5)
    sat = robot.upright
    robot.run(20.0)
    assert robot.limp
    assert robot.hcm.seated
    assert robot.upright == pytest.approx(sat, abs=0.05), "friction creeps, rest does not"
    assert robot.state is Semantic.STOPPED
    robot.hcm.wishes.stop = None
    robot.run(4.0)
    assert robot.state is Semantic.CONTROLLABLE
    robot.run(1.5, Twist(forward=0.1))
    assert robot.upright > 0.95
    assert Semantic.FALLING not in robot.seen


def test_an_idle_robot_rests_its_motors_and_wakes_on_the_next_command() -> None:
    robot = Watched("fumanoid", 301, HcmConfig(idle_s=1.0))
    robot.run(6.5)
    assert robot.limp
    assert robot.state is Semantic.MOTOR_OFF
    robot.run(6.0, Twist(forward=0.1))
    assert robot.state is Semantic.WALKING
    after = robot.seen[robot.seen.index(Semantic.MOTOR_OFF) + 1 :]
    assert after[0] is Semantic.GETTING_UP
    assert Semantic.FALLING not in after


def test_one_that_is_half_way_down_sits_first() -> None:
    robot = Watched("wolfgang", 302)
    robot.run(1.0)
    robot.hcm.wishes.stop = Stop.OFF
    robot.run(1.2)
    robot.hcm.wishes.stop = None
    robot.run(7.0)
    assert robot.state is Semantic.CONTROLLABLE
    assert robot.upright > 0.95
    assert Semantic.FALLING not in robot.seen


def test_one_that_is_tipped_over_while_it_sits_has_fallen() -> None:
    robot = Watched("bioloid", 303)
    robot.run(1.0)
    robot.hcm.wishes.stop = Stop.OFF
    robot.run(6.0)
    robot.one.simulation.push(np.array([0.0, 25.0, 0.0]), 0.3)
    robot.run(2.0)
    assert robot.upright < 0.5, "or the shove was too weak for this test"
    robot.hcm.wishes.stop = None
    robot.run(8.0)
    assert Semantic.GETTING_UP in robot.seen
    assert robot.state is Semantic.CONTROLLABLE
    assert robot.upright > 0.95
