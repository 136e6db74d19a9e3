"""A robot's arm that points its forearm as a person does, with the elbow bent as much."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import pi, radians

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, Vec3
from olympian.kinematics import ClosedFormArm, closed_form_arm, why_no_arm
from olympian.motion.imitate.arms.bones import ArmBones
from olympian.motion.pose import straight_elbow
from olympian.robot import Chain, Limb, Robot

__all__ = ["ArmPointing", "PointedArm"]

ELBOW_STEP = radians(4.0)
"""Elbows that are tried around the wanted one, for arms whose elbow limits the direction."""
STAY = 0.7
"""rad of a worse upper arm that are borne per radian of a shorter way: keeps it from flipping."""
BEND = 1.0
"""rad of a worse upper arm that are borne per radian of a truer bend of the elbow."""
AROUND = tuple(radians(angle) for angle in (0.0, -2.0, 2.0, -5.0, 5.0, -10.0, 10.0, -20.0, 20.0))
"""Elbows that are tried around the wanted ones and around where it is: a bend that is a little off
can save the shoulder a long way."""
AIM = 4.0
"""rad of a worse upper arm that are borne per radian nearer to a direction that is out of reach."""
EDGE, ROOM = 2.0, 0.25
"""rad of a worse upper arm that are borne for a shoulder that is not at the end of its range, and
rad before the end at which that begins: who gets there has to swing round at the next movement."""
CLEAR_TRIED = 12
"""Postures that are tried for one that touches nothing."""
COMFORT = 0.05
"""rad of a worse upper arm that are borne per radian nearer to the ready pose: of two postures with
the same bones, the one whose joints are not wound up."""


@dataclass(frozen=True, slots=True)
class ArmPointing:
    """What an arm can do about a wish."""

    q: Vec
    """Angles of the arm's joints"""
    reached: bool
    """Does the forearm point where it should?"""


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
    ) -> ArmPointing:
        """The posture that shows a person's arm best.

        The forearm's direction comes first, then that nothing is touched, then the elbow's angle
        and the upper arm's direction together with a short way from `q_near`. Where no posture has
        the direction, the one that comes nearest at the limits of the joints.

        Args:
            forearm, upper: directions in the torso frame.
            clear: does the arm touch nothing at these angles?
        """
        wanted = self._R_base_torso @ forearm
        rows = self._rows(wanted, self._tried(gamma, float(q_near[2])), True, q_near)
        if not rows:
            rows = self._rows(wanted, self._elbows.tolist(), True, q_near)
        if not rows:
            return ArmPointing(self._nearest(forearm, gamma, upper, q_near), reached=False)
        table = np.array(rows)
        ranked_rows = table[np.argsort(self._costs(table, gamma, upper, q_near), kind="stable")]
        free = (q for q in ranked_rows[:CLEAR_TRIED] if clear(q))
        return ArmPointing(next(free, ranked_rows[0]), reached=True)

    def _tried(self, gamma: float, elbow: float) -> Sequence[float]:
        """Elbow angles to try: γ both ways, and those around it and around where the elbow is."""
        low, high = _span(self.limb.chain)
        middles = (self._straight + gamma, self._straight - gamma, elbow)
        around = {middle + off for middle in middles for off in AROUND}
        return sorted({min(max(one, low), high) for one in around})

    def _ranked(self, gamma: float) -> Vec:
        """All elbow angles, those that bend most nearly by γ first."""
        return self._elbows[np.argsort(np.abs(self._bends - gamma), kind="stable")]

    def _rows(self, wanted: Vec3, elbows: Sequence[float], limits: bool, q_near: Vec) -> list[Vec]:
        return [
            row
            for elbow in elbows
            for row in self.arm.solve_direction(wanted, elbow, limits, q_near)
        ]

    def _costs(self, rows: Vec, gamma: float, upper: Vec3, q_near: Vec) -> Vec:
        """rad by which postures fail: bend, upper arm, some of the way, and ends of the range."""
        off = np.arccos(np.clip(self.bones.upper_arms(rows) @ upper, -1.0, 1.0))
        bend = np.abs((rows[:, 2] - self._straight + pi) % (2.0 * pi) - pi)
        way, wound = np.abs(rows - q_near).max(axis=1), np.abs(rows - self._ready).max(axis=1)
        chain = self.limb.chain
        room = np.minimum(rows - chain.lower, chain.upper - rows)[:, :2].min(axis=1)
        edge = EDGE * np.clip(1.0 - room / ROOM, 0.0, 1.0)
        return BEND * np.abs(bend - gamma) + off + STAY * way + COMFORT * wound + edge

    def _nearest(self, forearm: Vec3, gamma: float, upper: Vec3, q_near: Vec) -> Vec:
        """Of all solutions without limits, cut off at them, the one that shows the arm best.

        Which one comes nearest changes from instant to instant, and an arm that jumps from one to
        the next is on the wrong side when the direction comes back into reach.
        """
        chain = self.limb.chain
        elbows = self._ranked(gamma)[::3].tolist()
        rows = [
            np.clip(_turned(row, q_near), chain.lower, chain.upper)
            for row in self._rows(self._R_base_torso @ forearm, elbows, False, q_near)
        ]
        table = np.array([*rows, q_near])
        off = np.array([self.bones.forearm(row) @ forearm for row in table])
        costs = AIM * np.arccos(np.clip(off, -1.0, 1.0)) + self._costs(table, gamma, upper, q_near)
        return table[int(np.argmin(costs))]


def _elbows(arm: ClosedFormArm) -> Vec:
    low, high = _span(arm.chain)
    return np.linspace(low, high, max(2, round((high - low) / ELBOW_STEP) + 1))


def _span(chain: Chain) -> tuple[float, float]:
    return float(chain.lower[2]), float(chain.upper[2])


def _turned(q: Vec, q_near: Vec) -> Vec:
    """The same posture, each angle by as many turns as bring it next to `q_near`."""
    return q - 2 * pi * np.round((q - q_near) / (2 * pi))
