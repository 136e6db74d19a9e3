"""What the sensors say about the fall: the divergent component against how it normally is."""

from math import exp

import numpy as np

from olympian.geometry import R_from_rpy, Vec, rpy_from_R
from olympian.kinematics import ChainKernel
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.pendulum import Pendulum
from olympian.records import RobotState

__all__ = ["Balance"]

SMOOTH = 0.03
"""Seconds over which the measured velocity is smoothed."""
BINS = 16
"""Parts of a step for each of which the usual error is known."""
LEARN = 0.08
"""Share of what is seen that goes into what is usual, once a step."""
UNUSUAL = 0.03
"""Metres beyond which an error is a shove, from which nothing is learnt."""
DELAY = 3
"""Ticks from a plan to the sensors that show it: the bus, the servo and the way back."""


class Balance:
    """Error of the divergent component at the standing foot, with the usual error taken out.

    A stiff robot that follows positions never moves like the ideal pendulum, and offsets of its
    joints look like errors too. What it usually does at this part of a step on this side is learnt
    while it walks; only what differs from that is answered.
    """

    def __init__(self, legs: WalkingLegs, pendulum: Pendulum) -> None:
        robot = legs.robot
        self._pendulum = pendulum
        self._chains = [ChainKernel(robot.limbs[foot.limb].chain) for foot in legs.feet]
        self._places = legs.places
        self._T_torso_base = [
            robot.forward(robot.limbs[foot.limb].chain.base, robot.ready) for foot in legs.feet
        ]
        self.reset()

    def reset(self) -> None:
        """Nothing seen, nothing learnt."""
        self._place: Vec | None = None
        self._velocity = np.zeros(2)
        self._stance = -1
        self._plans: list[Vec] = []
        self._usual = np.zeros((2, BINS, 2))
        self._known = np.zeros((2, BINS))
        self.error = np.zeros(2)
        """(2,) of the divergent component, in the frame of the standing sole, metres."""

    def see(
        self, state: RobotState, stance: int, yaw: float, planned: Vec, share: float, dt: float
    ) -> Vec:
        """The error now.

        Args:
            stance: 0 left, 1 right.
            yaw: of the torso in the frame of the standing sole.
            planned: (2,) divergent component of the plan, in that frame.
            share: of the step's time.
        """
        place = self._measure(state, stance, yaw)
        if stance != self._stance or self._place is None:
            self._plans = []
        else:
            rate = dt / (SMOOTH + dt)
            self._velocity += rate * ((place - self._place) / dt - self._velocity)
        self._stance, self._place = stance, place
        self._plans.append(planned)
        before = self._plans[max(0, len(self._plans) - 1 - DELAY)]
        seen = place + self._velocity / self._pendulum.rate - before
        index = min(int(share * BINS), BINS - 1)
        self.error = seen - self._usual[stance, index]
        self._learn(stance, index, seen)
        return self.error

    def grown(self, seconds: float) -> Vec:
        """What the error will be at the landing, so many seconds from now."""
        return self.error * exp(self._pendulum.rate * seconds)

    def _learn(self, stance: int, index: int, seen: Vec) -> None:
        known = self._known[stance, index]
        share = max(LEARN, 1.0 / (known + 1.0))
        if known > 3 and np.abs(self.error).max() > UNUSUAL:
            return
        self._usual[stance, index] += share * (seen - self._usual[stance, index])
        self._known[stance, index] = known + 1

    def _measure(self, state: RobotState, stance: int, yaw: float) -> Vec:
        """(2,) centre of mass over the standing sole, level, in the sole's heading."""
        T = self._T_torso_base[stance] @ self._chains[stance].forward(state.q[self._places[stance]])
        roll, pitch, _ = rpy_from_R(state.R_world_torso)
        level = R_from_rpy(roll, pitch, yaw) @ (state.com_in_torso - T[:3, 3])
        return level[:2]
