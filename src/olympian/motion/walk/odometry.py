"""Where the feet have carried the robot: legs for the distance, gyro for the heading."""

from dataclasses import dataclass
from math import atan2, cos, sin

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.senses import Senses
from olympian.records import RobotState

__all__ = ["Odometer", "Odometry"]

SLIP = 0.08
"""Standard deviation of a step's length as a share of it: soles slip, joints give."""
SLIP_FLOOR = 0.002
"""Metres added to that for every step."""
HEADING_STEP = 0.01
"""rad of heading that a step may add beyond what the gyro tells."""
GYRO_DRIFT = 0.01
"""rad/s of bias that may be left, until a rest has shown it."""
REST = 0.5
"""Seconds of rest after which the gyro's bias about the vertical is trusted."""


@dataclass(frozen=True, slots=True)
class Odometry:
    """Middle between the soles, in the frame where the walk was made."""

    place: Place
    covariance: Vec
    """(3, 3) of x, y and yaw; grows with every step."""


class Odometer:
    """Adds up steps as the joints report them."""

    def __init__(self, senses: Senses) -> None:
        self._senses = senses
        self.reset()

    def reset(self) -> None:
        """Here is zero."""
        self._place = Place()
        self._covariance = np.zeros((3, 3))
        self._turned = 0.0
        self._bias = 0.0
        self._rested = 0.0
        self.stride = Place()
        """What the last step added, in the robot's axes before it."""

    @property
    def odometry(self) -> Odometry:
        """Where it believes to be."""
        return Odometry(self._place, frozen(self._covariance))

    def rest(self, state: RobotState, dt: float) -> None:
        """Standing on both feet: what the gyro says now is bias."""
        self._rested += dt
        share = dt / min(self._rested, REST * 4)
        self._bias += share * (_turn_rate(state) - self._bias)

    def walk(self, state: RobotState, dt: float) -> None:
        """Another tick of the step in progress."""
        self._turned += (_turn_rate(state) - self._bias) * dt

    def between(self, state: RobotState, stance: int) -> Place:
        """The other sole as seen from the standing one, from joints and tilt as read."""
        T_stance, T_swing = self._senses.sole(state, stance), self._senses.sole(state, 1 - stance)
        R = state.R_world_torso
        heading = atan2(R[1, 0], R[0, 0]) + atan2(T_stance[1, 0], T_stance[0, 0])
        apart = R @ (T_swing[:3, 3] - T_stance[:3, 3])
        c, s = cos(heading), sin(heading)
        yaw = atan2(T_swing[1, 0], T_swing[0, 0]) - atan2(T_stance[1, 0], T_stance[0, 0])
        return Place(c * apart[0] + s * apart[1], c * apart[1] - s * apart[0], yaw)

    def landed(self, before: Place, after: Place, seconds: float) -> None:
        """A foot came from `before` to `after`, both as seen from the foot that stood."""
        by_legs = before.middle().inverse().then(after.middle())
        self.stride = Place(by_legs.x, by_legs.y, self._turned)
        half = Place(yaw=self._turned / 2)
        x, y = half.turn @ (Place(yaw=-by_legs.yaw / 2).turn @ by_legs.xy)
        step = Place(float(x), float(y), self._turned)
        self._spread(step, seconds)
        self._place = self._place.then(step)
        self._turned = 0.0

    def _spread(self, step: Place, seconds: float) -> None:
        """First-order growth of the covariance by one step."""
        R = self._place.turn
        move = R @ step.xy
        F = np.array([[1.0, 0.0, -move[1]], [0.0, 1.0, move[0]], [0.0, 0.0, 1.0]])
        drift = GYRO_DRIFT if self._rested < REST else GYRO_DRIFT / 5
        own = np.diag((SLIP * np.abs(step.xy) + SLIP_FLOOR) ** 2)
        Q = np.zeros((3, 3))
        Q[:2, :2] = R @ own @ R.T
        Q[2, 2] = HEADING_STEP**2 + (drift * seconds) ** 2
        self._covariance = F @ self._covariance @ F.T + Q


def _turn_rate(state: RobotState) -> float:
    """About the vertical, rad/s."""
    return float(state.R_world_torso[2] @ state.angular_velocity_in_torso)
