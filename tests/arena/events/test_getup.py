"""Get-up of the Bioloid: from any side to standing, with everything varied that a trial varies."""

from functools import cache
from math import cos, radians

import numpy as np
import pytest

from olympian.backend import Lie, Simulation, Specimen, Start
from olympian.geometry import Vec
from olympian.kinematics import Kinematics
from olympian.loop import Loop
from olympian.motion.animate import Animator, BuiltSet, load_movement
from olympian.motion.animate.self_collision import SelfCollision
from olympian.records import RobotState
from olympian.robot import Robot, load_robot
from olympian.world.catalogue import flat

SIDES = ("front", "back", "left", "right")
LIMIT = 3.0
"""Seconds from the first command to standing: the aim; the bar is 6."""
STAY = 2.0
"""Seconds it must then go on standing."""
SHOVE = {"front": (12, 0, 0), "back": (-12, 0, 0), "left": (0, 12, 0), "right": (0, -12, 0)}
"""Newtons at the torso that lay a standing robot on this side."""


@pytest.fixture(scope="module")
def bioloid() -> Robot:
    return load_robot("bioloid")


@cache
def _movement(robot: Robot, side: str) -> BuiltSet:
    return load_movement(robot, f"getup_{side}")


@cache
def _collision(robot: Robot) -> SelfCollision:
    return SelfCollision(Kinematics(robot))


class Attempt:
    """A robot that lies, and what becomes of it."""

    def __init__(self, robot: Robot, seed: int, lie: Lie, arms_deg: float = 0.0) -> None:
        chance = np.random.default_rng([seed, 3])
        mass, strength = chance.uniform(0.95, 1.05, 2)
        x, y = chance.uniform(-0.01, 0.01, 2)
        yaw = radians(chance.uniform(-3, 3))
        self.robot = robot
        self.simulation = Simulation(
            robot,
            flat(chance.uniform(0.6, 1.0)),
            seed,
            starts=[Start(x, y, yaw, _astray(robot, arms_deg, chance), lie)],
            specimens=[Specimen(mass, strength)],
        )
        actor = self.simulation.actors[0]
        sets = [_movement(robot, side) for side in SIDES]
        self.animator = Animator(robot, sets, robot.ready)
        self.loop = Loop(actor, self.animator)
        self.all_servos_on = True

    def lie_down(self, side: str) -> None:
        """From standing, by a shove."""
        self.loop.run(0.5)
        self.simulation.push(np.array(SHOVE[side], dtype=float), 0.35)
        self.loop.run(2.5)

    def side_down(self) -> str:
        """As the robot itself feels it."""
        ahead_up, left_up, _ = self.loop.tick().R_world_torso[2]
        if abs(ahead_up) > abs(left_up):
            return "back" if ahead_up > 0 else "front"
        return "right" if left_up > 0 else "left"

    def seconds_to_stand(self, side: str) -> float:
        """From the command until it stands for good; infinite if it does not."""
        assert self._up() < 0.5, "it does not lie"
        self.animator.play(f"getup_{side}", loops=1)
        begin, up_at = self.simulation.t, np.inf
        while self.simulation.t - begin < min(LIMIT, up_at) + STAY:
            state = self.loop.tick()
            self.all_servos_on &= bool(state.sensors.torque_on.all())
            if not self._stands(state):
                up_at = np.inf
            elif up_at == np.inf:
                up_at = self.simulation.t - begin
        return up_at

    def _up(self) -> float:
        """Cosine of the torso's tilt."""
        return float(self.simulation.true_pose(self.robot.torso)[2, 2])

    def _stands(self, state: RobotState) -> bool:
        """Upright, near the ready pose, both soles flat on the floor."""
        soles = [self.simulation.true_pose(foot.link) for foot in self.robot.feet]
        return bool(
            self._up() > cos(radians(15))
            and np.abs(state.q - self.robot.ready).max() < radians(10)
            and all(sole[2, 2] > cos(radians(8)) and sole[2, 3] < 0.006 for sole in soles)
        )


def _astray(robot: Robot, arms_deg: float, chance: np.random.Generator) -> Vec:
    """Nearly the ready pose, the arms further off; links do not start inside each other."""
    joints = [name for arm in robot.arms for name in arm.chain.joint_names]
    spread = np.full(robot.dof, radians(1.0))
    spread[robot.indices(joints)] += radians(arms_deg)
    while True:
        q = np.clip(robot.ready + chance.uniform(-spread, spread), robot.lower, robot.upper)
        if _collision(robot).at(q) is None:
            return q


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_it_gets_up_in_three_seconds(bioloid: Robot, side: str, seed: int) -> None:
    attempt = Attempt(bioloid, seed, Lie[side.upper()], arms_deg=10.0)
    attempt.loop.run(1.0)
    # a body laid on its arm may roll off its side: what the robot feels decides
    assert attempt.seconds_to_stand(attempt.side_down()) <= LIMIT
    assert attempt.all_servos_on


@pytest.mark.parametrize("side", SIDES)
def test_it_gets_up_after_a_fall(bioloid: Robot, side: str) -> None:
    attempt = Attempt(bioloid, 7, Lie.UPRIGHT)
    attempt.lie_down(side)
    assert attempt.side_down() == side
    assert attempt.seconds_to_stand(side) <= LIMIT
    assert attempt.all_servos_on


def test_the_wrong_set_leaves_it_lying(bioloid: Robot) -> None:
    attempt = Attempt(bioloid, 0, Lie.BACK)
    attempt.loop.run(1.0)
    assert attempt.seconds_to_stand("front") == np.inf


def test_left_and_right_are_mirror_images(bioloid: Robot) -> None:
    mirror = np.diag([1.0, -1.0, 1.0])
    tips = {"left_hand": "right_hand", "left_sole": "right_sole"}
    tips |= {right: left for left, right in tips.items()}
    pairs = zip(_movement(bioloid, "left").frames, _movement(bioloid, "right").frames, strict=True)
    for left, right in pairs:
        for tip, other in tips.items():
            seen = mirror @ bioloid.forward(other, right.q)[:3, 3]
            np.testing.assert_allclose(bioloid.forward(tip, left.q)[:3, 3], seen, atol=1e-6)


def test_all_sets_cut_others_short(bioloid: Robot) -> None:
    assert all(_movement(bioloid, side).interrupts for side in SIDES)
