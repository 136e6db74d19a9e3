"""Falls that do not end flat on the floor: against a post, and pushed over while getting up."""

from collections.abc import Callable

import numpy as np

from olympian.arena.control.specimen import specimen
from olympian.arena.walking.scenario import WalkConditions
from olympian.geometry import T_from
from olympian.records import Semantic, Twist
from olympian.robot import load_robot
from olympian.world import World
from olympian.world.catalogue import RUBBER_ON_CARPET, flat
from olympian.world.world import Solid, SolidKind

AHEAD = Twist(forward=0.4)


def with_post(x: float, y: float, radius: float) -> World:
    """A post as high as the chest, and nothing else."""
    size, T = (radius, 0.3, 0.0), T_from((x, y, 0.15))
    post = Solid("post", SolidKind.CYLINDER, size, T, (0.6, 0.6, 0.6, 1.0))
    return World("post", (*flat().solids, post), RUBBER_ON_CARPET, np.eye(4))


class Watched:
    """A fumanoid, and all that its module said on the way: states with their reasons."""

    def __init__(self, world: World, seed: int) -> None:
        robot = load_robot("fumanoid")
        self.one = specimen(robot, world, WalkConditions.of(seed, robot))
        self.told: list[tuple[Semantic, str]] = []

    def run(self, seconds: float, twist: Twist, until: Callable[[], bool] = lambda: False) -> None:
        """Drive for so long, or until something is true."""
        end = self.one.simulation.t + seconds
        while self.one.simulation.t < end and not until():
            self.one.drive(twist)
            self.one.tick()
            said = self.one.hcm.situation.state, self.one.hcm.situation.reason
            if not self.told or self.told[-1] != said:
                self.told.append(said)

    @property
    def state(self) -> Semantic:
        return self.one.hcm.situation.state

    @property
    def tilt_deg(self) -> float:
        """Of the torso, as a referee sees it."""
        up = self.one.simulation.true_pose(self.one.simulation.robots[0].torso)[2, 2]
        return float(np.degrees(np.arccos(up)))

    def said(self, state: Semantic) -> list[str]:
        return [reason for one, reason in self.told if one is state]


def test_one_that_leans_on_a_post_lets_go_sinks_down_and_gets_up() -> None:
    """Motors on, less than 30° from upright and unable to stand: braced again, it would hang."""
    robot = Watched(with_post(0.5, 0.06, 0.1), 307)
    robot.run(0.5, Twist())
    robot.run(6.0, AHEAD, until=lambda: robot.state is Semantic.FALLING)
    robot.run(2.0, AHEAD, until=lambda: "goes soft" in robot.said(Semantic.FALLING))
    assert robot.tilt_deg < 30.0, "it hangs on the post"
    assert robot.told[-1] == (Semantic.FALLING, "goes soft"), "one fall, one brace"
    robot.run(12.0, AHEAD, until=lambda: robot.state is Semantic.CONTROLLABLE)
    assert robot.said(Semantic.GETTING_UP)[0] == "from its front, attempt 1"
    assert robot.state is Semantic.CONTROLLABLE
    assert robot.tilt_deg < 10.0


def test_pushed_over_while_getting_up_it_asks_again_which_side_is_down() -> None:
    robot = Watched(flat(), 300)
    robot.run(0.5, Twist())
    robot.one.simulation.push(np.array([60.0, 0.0, 0.0]), 0.1)
    robot.run(6.0, Twist(), until=lambda: robot.state is Semantic.GETTING_UP)
    first = robot.said(Semantic.GETTING_UP)
    robot.run(4.0, Twist(), until=lambda: robot.tilt_deg < 25.0)
    back = -robot.one.simulation.true_pose("torso")[:3, 0]
    robot.one.simulation.push(120.0 * np.array([back[0], back[1], 0.0]), 0.1)
    robot.run(5.0, Twist(), until=lambda: len(robot.said(Semantic.GETTING_UP)) > 1)
    robot.run(8.0, Twist(), until=lambda: robot.state is Semantic.CONTROLLABLE)
    assert first == ["from its front, attempt 1"]
    assert robot.said(Semantic.GETTING_UP)[1] == "from its back, attempt 2"
    assert robot.state is Semantic.CONTROLLABLE
    assert robot.tilt_deg < 10.0
