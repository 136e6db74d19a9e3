"""From a stance to joint angles: legs in closed form, the centre of mass where it should be."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, T_from, Vec, inverse
from olympian.kinematics import Kinematics, leg_solvers
from olympian.motion.step.plans import SIDES
from olympian.motion.step.stance import Stance
from olympian.robot import Foot, Robot

HEELS = np.radians(np.arange(0.0, 61.0, 6.0))
"""How steep a foot may stand on its toes; tried one after the other."""
HALVINGS = 8
ROUNDS, CLOSE = 6, 2e-4
"""The torso is moved until the centre of mass is this close, metres; one round gives a tenth."""


@dataclass(frozen=True, eq=False)
class Posed:
    """A solved stance."""

    q: Vec
    ahead: Vec
    """(2,) from the centre of mass to the torso's origin, seen from above."""


class SteppingBody:
    """A robot with two legs as the stepper sees it."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self._kinematics = Kinematics(robot)
        self._feet = [_foot(robot, side) for side in SIDES]
        chains = [robot.limbs[foot.limb].chain for foot in self._feet]
        self._legs = leg_solvers(chains)
        self._places = [robot.indices(chain.joint_names) for chain in chains]
        self._T_torso_base = [robot.forward(chain.base, robot.ready) for chain in chains]
        self._toes = [float(foot.outline[:, 0].max()) for foot in self._feet]

    @property
    def feet(self) -> tuple[Foot, Foot]:
        """Left and right."""
        left, right = self._feet
        return left, right

    def leg(self, index: int, q: Vec) -> Vec:
        """Joint angles of the left (0) or right (1) leg."""
        return q[self._places[index]]

    def soles(self, q: Vec) -> tuple[Mat4, Mat4]:
        """`T_torso_sole` of both feet."""
        left, right = (self.robot.forward(foot.link, q) for foot in self._feet)
        return left, right

    def solve(
        self,
        stance: Stance,
        near: Posed,
        rounds: int = ROUNDS,
        swing: tuple[int, Vec] | None = None,
    ) -> Posed:
        """Joint angles of `stance`, near those of another one.

        Args:
            swing: a leg whose angles are given, wherever its sole then is.

        Raises:
            OlympianError: a sole is out of reach even on its toes.
        """
        q, ahead = np.array(stance.arms), near.ahead
        for leg in self._places:
            q[leg] = near.q[leg]
        for _ in range(rounds):
            T_plan_torso = T_from((*(stance.com + ahead), stance.height), stance.rpy)
            self._solve_legs(stance, inverse(T_plan_torso), q, swing)
            missed = stance.com - self.com(q, T_plan_torso)
            ahead = ahead + missed
            if np.abs(missed).max() < CLOSE:
                break
        return Posed(q, ahead)

    def _solve_legs(
        self, stance: Stance, T_torso_plan: Mat4, q: Vec, swing: tuple[int, Vec] | None
    ) -> None:
        for index, T_plan_sole in enumerate(stance.soles):
            if swing is not None and swing[0] == index:
                q[self._places[index]] = swing[1]
                continue
            T_base_sole = inverse(self._T_torso_base[index]) @ T_torso_plan @ T_plan_sole
            angles = self._reach(index, T_base_sole, q[self._places[index]])
            if angles is None:
                angles = self._on_toes(index, T_base_sole, q[self._places[index]])
            q[self._places[index]] = angles

    def _reach(self, index: int, T_base_sole: Mat4, q_near: Vec) -> Vec | None:
        leg = self._legs[index]
        assert leg is not None
        result = leg.nearest(T_base_sole, q_near)
        return result.q if result.solved else None

    def _on_toes(self, index: int, T_base_sole: Mat4, q_near: Vec) -> Vec:
        """The heel comes up as little as the leg needs to reach: 2012's push over the toe."""
        T_sole_toe = T_from((self._toes[index], 0.0, 0.0))

        def raised(pitch: float) -> Vec | None:
            T_sole_raised = T_sole_toe @ T_from(rpy=(0.0, pitch, 0.0)) @ inverse(T_sole_toe)
            return self._reach(index, T_base_sole @ T_sole_raised, q_near)

        for low, high in pairwise(HEELS):
            if (best := raised(high)) is None:
                continue
            for _ in range(HALVINGS):
                middle = (low + high) / 2
                if (angles := raised(middle)) is None:
                    low = middle
                else:
                    high, best = middle, angles
            return best
        place = ", ".join(f"{value:.3f}" for value in T_base_sole[:3, 3])
        limb = self._feet[index].limb
        raise OlympianError(f"step: {limb} cannot reach ({place}) m, not even on its toes")

    def com(self, q: Vec, T_plan_torso: Mat4) -> Vec:
        """(2,) the centre of mass seen from above."""
        robot = self.robot
        if robot.torso == robot.tree.root:
            return self._kinematics.at(q, T_plan_torso).com[:2]
        return self._kinematics.standing(q, robot.torso, T_plan_torso).com[:2]


def _foot(robot: Robot, side: str) -> Foot:
    feet = [foot for foot in robot.require_feet() if robot.limbs[foot.limb].side == side]
    if len(feet) != 1:
        raise OlympianError(f"robot '{robot.name}' cannot step: it has {len(feet)} {side} feet")
    return feet[0]
