"""What the sensors say about the fall, against how it usually is at this part of a step."""

from dataclasses import dataclass
from math import atan2, cos, exp, sin

import numpy as np

from olympian.geometry import Vec
from olympian.kinematics import ChainKernel
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.pendulum import Pendulum, PendulumState
from olympian.records import RobotState

__all__ = ["Feeling", "Senses"]

BINS = 16
"""Parts of a step for each of which the usual deviation is known."""
LEARN = 0.1
"""Share of what is seen that goes into what is usual, once a step."""
UNUSUAL = np.array([0.015, 0.015, 0.08, 0.08, 0.03, 0.03])
"""Deviations beyond are shoves: no more than this is learnt from one."""


@dataclass(frozen=True, slots=True)
class Feeling:
    """Deviations from the usual, in the level frame of the standing sole; SI."""

    place: Vec
    """(2,) of the centre of mass."""
    velocity: Vec
    """(2,) of the centre of mass, from the gyro: the body turns about the sole."""
    tilt: Vec
    """(2,) roll and pitch of the torso."""
    divergent: Vec
    """(2,) of the divergent component."""
    com: Vec
    """(2,) the centre of mass itself, as measured."""

    @staticmethod
    def none() -> "Feeling":
        """All as it should be."""
        zero = np.zeros(2)
        return Feeling(zero, zero, zero, zero, zero)


class Senses:
    """Deviation of the body from its plan, with the usual deviation taken out.

    A stiff robot that follows positions never moves like the ideal pendulum, and offsets of its
    joints look like errors too. What it usually does at this part of a step on this side is learnt
    while it walks; only what differs from that is answered. Velocities are the gyro's: encoders
    count in ticks far too coarse to differentiate.
    """

    def __init__(self, legs: WalkingLegs) -> None:
        robot = legs.robot
        self._chains = [ChainKernel(robot.limbs[foot.limb].chain) for foot in legs.feet]
        self._places = legs.places
        self._T_torso_base = [
            robot.forward(robot.limbs[foot.limb].chain.base, robot.ready) for foot in legs.feet
        ]
        self.reset()

    def reset(self) -> None:
        """Nothing seen, nothing learnt."""
        self._plans: list[Vec] = []
        self._stance = -1
        self._usual = np.zeros((2, BINS, 6))
        self._known = np.zeros((2, BINS))

    def sole(self, state: RobotState, index: int) -> Vec:
        """(4, 4) `T_torso_sole` from the joint angles as read."""
        angles = state.q[self._places[index]]
        return self._T_torso_base[index] @ self._chains[index].forward(angles)

    def see(
        self,
        state: RobotState,
        stance: int,
        pendulum: Pendulum,
        plan: PendulumState,
        share: float,
        delay_ticks: float,
        dt: float,
    ) -> Feeling:
        """How the body deviates now.

        Args:
            stance: 0 left, 1 right.
            plan: of the centre of mass for this tick, in the frame of the standing sole.
            share: of the step's time.
            delay_ticks: from a goal to the reading that shows it; the deviation is carried on
                over it.
        """
        if stance != self._stance:
            self._stance, self._plans = stance, []
        self._plans.append(plan.place)
        back = min(round(delay_ticks), len(self._plans) - 1)
        com, velocity, tilt = self._measure(state, stance)
        seen = np.concatenate([com - self._plans[-1 - back], velocity, tilt])
        index = min(int(share * BINS), BINS - 1)
        unusual = seen - self._usual[stance, index]
        self._learn(stance, index, unusual)
        place, swing = unusual[:2], unusual[2:4]
        carried = exp(pendulum.rate * delay_ticks * dt)
        divergent = (place + swing / pendulum.rate) * carried
        return Feeling(place, swing, unusual[4:], divergent, com)

    def _learn(self, stance: int, index: int, unusual: Vec) -> None:
        known = self._known[stance, index]
        if known < 2:
            self._usual[stance, index] += unusual / (known + 1)
        else:
            step = np.minimum(np.maximum(unusual, -UNUSUAL), UNUSUAL)
            self._usual[stance, index] += LEARN * step
        self._known[stance, index] = known + 1

    def _measure(self, state: RobotState, stance: int) -> tuple[Vec, Vec, Vec]:
        """Centre of mass over the standing sole, its velocity by tilting, roll and pitch."""
        T = self.sole(state, stance)
        R = state.R_world_torso
        # level axes with the torso's heading, then with the sole's
        heading = atan2(R[1, 0], R[0, 0])
        turn = -heading - atan2(T[1, 0], T[0, 0])
        c, s = cos(turn), sin(turn)
        arm = R @ (state.com_in_torso - T[:3, 3])
        spin = R @ state.angular_velocity_in_torso
        com = np.array([c * arm[0] - s * arm[1], s * arm[0] + c * arm[1]])
        wx, wy = c * spin[0] - s * spin[1], s * spin[0] + c * spin[1]
        level = (R[0, 0] ** 2 + R[1, 0] ** 2) ** 0.5
        tilt = np.array([atan2(R[2, 1], R[2, 2]), atan2(-R[2, 0], level)])
        return com, np.array([wy * arm[2], -wx * arm[2]]), tilt
