"""A robot's arm that points its forearm as a person does, with the elbow bent as much."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import acos, pi, radians

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, Vec3
from olympian.kinematics import ClosedFormArm, closed_form_arm, why_no_arm
from olympian.motion.imitate.arm_bones import ArmBones
from olympian.motion.pose.arm import straight_elbow
from olympian.robot import Chain, Limb, Robot

__all__ = ["PointedArm", "Pointing"]

ELBOW_STEP = radians(4.0)
"""Elbows that are tried around the wanted one, for arms whose elbow limits the direction."""
STAY = 0.35
"""rad of a worse upper arm that are borne per radian of a shorter way: keeps it from flipping."""


CLEAR_SETS = 4
"""Sets of elbow angles that are searched for a posture that touches nothing: up to 12° off."""
COMFORT = 0.05
"""rad of a worse upper arm that are borne per radian nearer to the ready pose: of two postures with
the same bones, the one whose joints are not wound up."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """What an arm can do about a wish."""

    q: Vec
    """Angles of the arm's joints"""
    reached: bool
    """Does the forearm point where it should?"""
    elbow_error: float
    """rad between the bend that was asked for and the one that is"""


class PointedArm:
    """Closed-form solutions for a forearm's direction; γ and the upper arm choose among them."""

    def __init__(self, robot: Robot, limb: Limb) -> None:
        arm = closed_form_arm(limb.chain)
        if arm is None:
            raise OlympianError(
                f"'{robot.name}' cannot imitate with its {limb.name}: {why_no_arm(limb.chain)}"
            )
        self.limb, self.arm = limb, arm
        self.places = robot.indices(limb.chain.joint_names)
        self._ready = robot.ready[self.places]
        self._R_base_torso = robot.forward(limb.chain.base, robot.ready)[:3, :3].T
        self._straight = straight_elbow(arm)
        self.bones = ArmBones(arm, self._R_base_torso.T)
        self._elbows = _elbows(arm)
        self._bends = np.array([self.bend(elbow) for elbow in self._elbows])

    def bend(self, elbow: float) -> float:
        """Angle γ between upper arm and forearm when the elbow joint is at `elbow`."""
        return abs((elbow - self._straight + pi) % (2 * pi) - pi)

    def point(
        self,
        forearm: Vec3,
        gamma: float,
        upper: Vec3,
        q_near: Vec,
        clear: Callable[[Vec], bool] = lambda _: True,
    ) -> Pointing:
        """The posture that shows a person's arm best.

        The forearm's direction comes first, then that nothing is touched, then the elbow's angle,
        then the upper arm's direction together with a short way from `q_near`. Where no posture has
        the direction, the one that comes nearest at the limits of the joints.

        Args:
            forearm, upper: directions in the torso frame.
            clear: does the arm touch nothing at these angles?
        """
        wanted = self._R_base_torso @ forearm
        touching, sets_left = None, CLEAR_SETS
        for elbow_set in self._tried(gamma):
            rows = self._rows(wanted, elbow_set, True, q_near)
            rows.sort(key=lambda row: self._cost(row, upper, q_near))
            for q in rows:
                if clear(q):
                    return self._pointing(q, True, gamma)
            touching = rows[0] if rows and touching is None else touching
            sets_left -= touching is not None
            if not sets_left:
                break
        if touching is not None:
            return self._pointing(touching, True, gamma)
        return self._pointing(self._nearest(forearm, gamma, q_near), False, gamma)

    def _pointing(self, q: Vec, reached: bool, gamma: float) -> Pointing:
        return Pointing(q, reached, abs(self.bend(float(q[2])) - gamma))

    def _tried(self, gamma: float) -> Iterator[Sequence[float]]:
        """Elbow angles to try, set by set: γ itself both ways, then ever further from it."""
        low, high = _span(self.limb.chain)
        both = {min(max(self._straight + bent, low), high) for bent in (gamma, -gamma)}
        yield [elbow for elbow in both if abs(self.bend(elbow) - gamma) < ELBOW_STEP / 2]
        ranked = self._ranked(gamma)
        for start in range(0, len(ranked), 2):
            yield ranked[start : start + 2].tolist()

    def _ranked(self, gamma: float) -> Vec:
        """All elbow angles, those that bend most nearly by γ first."""
        return self._elbows[np.argsort(np.abs(self._bends - gamma), kind="stable")]

    def _rows(self, wanted: Vec3, elbows: Sequence[float], limits: bool, q_near: Vec) -> list[Vec]:
        return [
            row
            for elbow in elbows
            for row in self.arm.solve_direction(wanted, elbow, limits, q_near)
        ]

    def _cost(self, q: Vec, upper: Vec3, q_near: Vec) -> float:
        off = acos(min(max(float(self.bones.upper_arm(q) @ upper), -1.0), 1.0))
        way, wound = _furthest(q, q_near), _furthest(q, self._ready)
        return off + STAY * way + COMFORT * wound

    def _nearest(self, forearm: Vec3, gamma: float, q_near: Vec) -> Vec:
        """Of all solutions without limits, the one that comes nearest when cut off at them."""
        chain = self.limb.chain
        elbows = self._ranked(gamma)[::3].tolist()
        rows = [
            np.clip(_turned(row, q_near), chain.lower, chain.upper)
            for row in self._rows(self._R_base_torso @ forearm, elbows, False, q_near)
        ]
        return min([*rows, q_near], key=lambda row: -float(self.bones.forearm(row) @ forearm))


def _elbows(arm: ClosedFormArm) -> Vec:
    low, high = _span(arm.chain)
    return np.linspace(low, high, max(2, round((high - low) / ELBOW_STEP) + 1))


def _span(chain: Chain) -> tuple[float, float]:
    return float(chain.lower[2]), float(chain.upper[2])


def _furthest(q: Vec, other: Vec) -> float:
    """Largest difference of an angle."""
    return max(abs(a - b) for a, b in zip(q.tolist(), other.tolist(), strict=True))


def _turned(q: Vec, q_near: Vec) -> Vec:
    """The same posture, each angle by as many turns as bring it next to `q_near`."""
    return q - 2 * pi * np.round((q - q_near) / (2 * pi))
