"""Where the feet have carried the robot: legs for the way, gyro for the heading, falls outlived."""

from math import atan2, cos, sin

import numpy as np

from olympian.geometry import Mat3, Place, Vec, sealed
from olympian.records import LegState, Odometry

SLIP = 0.08
"""Standard deviation of a step's length as a share of it: soles slip, joints give."""
SLIP_FLOOR = 0.002
"""Metres added to that for every step."""
HEADING_STEP = 0.005
"""rad of heading that a step may add beyond what the gyro tells."""
GYRO_DRIFT = 0.01
"""rad/s of bias that may be left, until a rest has shown it."""
FALL = (0.1, 0.1, 0.1)
"""Standard deviations that a fall adds to x, y and yaw: metres and rad."""
SETTLE, REST = 0.3, 0.6
"""Seconds of standing before the gyro is listened to, and after which its bias is trusted."""
LONGEST = 3.0
"""Seconds of rest over which the bias is averaged."""
FIRMER = 1.2
"""A foot carries once its load is so many times the other's."""
TURNING = 0.3
"""rad/s above which a robot that rests is turned by somebody: well above gyro noise."""

Pair = tuple[tuple[float, float], tuple[float, float]]


class LegOdometry:
    """Follows the torso over the foot that carries, tick by tick.

    Which foot carries is the soles' word, read at the same instant as the joints: by the plan's
    clock a foot would be taken as standing while the last reading still shows it in the air. Soles
    that rest stay where they are, however the body leans over them. While the feet are lost, in a
    fall or in somebody's hands, the place is kept and only the turn is followed.
    """

    def __init__(self, pair: tuple[int, int]) -> None:
        """Args: pair: rows of the left and the right sole."""
        self._pair = pair
        self.reset()

    def reset(self) -> None:
        """Here is zero."""
        self._middle = (0.0, 0.0)
        self._soles: Pair | None = None
        self._heading = 0.0
        self._carries = 0
        self._covariance = sealed(np.zeros((3, 3)))
        self._bias = 0.0
        self._rested = 0.0
        self._stepped = 0.0
        """Seconds since the last step ended."""
        self._stepped_at = Place()
        self._faced: float | None = None
        """Heading by the attitude where the feet were lost, if they are."""
        self._told: Odometry | None = None

    @property
    def place(self) -> Place:
        """Middle between the soles."""
        return Place(*self._middle, self._heading)

    @property
    def odometry(self) -> Odometry:
        """Where it believes it is, and how surely."""
        place = self.place
        if self._told is None or self._told.place != place:
            self._told = Odometry(place, self._covariance)
        return self._told

    def lose(self, R_world_torso: Mat3) -> None:
        """The feet tell nothing in this tick."""
        if self._faced is None:
            self._faced = _heading(R_world_torso)
            self._covariance = sealed(self._covariance + np.diag(np.square(FALL)))
            self._told = None

    def step(
        self,
        legs: LegState,
        R_world_torso: Mat3,
        loads: Vec,
        dt: float,
        resting: bool,
        slip: tuple[float, float],
    ) -> None:
        """Another tick on its feet.

        Args:
            loads: (feet,) newtons.
            resting: were the legs sent nowhere?
            slip: true way by the one that the joints tell, ahead and sideways.
        """
        if self._faced is not None:
            self._heading += _heading(R_world_torso) - self._faced
            self._faced, self._soles = None, None
            self._stepped, self._stepped_at = 0.0, self.place
        if self._soles is None or (resting and abs(legs.spin[2]) < TURNING):
            self._rest(legs, dt)
        else:
            self._walk(legs, self._soles, loads, dt, slip)

    def _rest(self, legs: LegState, dt: float) -> None:
        """Standing: what the gyro says now is bias."""
        self._rested += dt
        if self._rested > SETTLE:
            share = dt / min(self._rested - SETTLE, LONGEST)
            self._bias += min(share, 1.0) * (legs.spin[2] - self._bias)
        self._soles = self._seen(legs)

    def _walk(
        self, legs: LegState, before: Pair, loads: Vec, dt: float, slip: tuple[float, float]
    ) -> None:
        carrier = self._carrier(loads)
        self._heading += (legs.spin[2] - self._bias) * dt
        self._soles = after = self._seen(legs)
        dx = before[carrier][0] - after[carrier][0]
        dy = before[carrier][1] - after[carrier][1]
        c, s = cos(self._heading), sin(self._heading)
        ahead, left = slip[0] * (c * dx + s * dy), slip[1] * (c * dy - s * dx)
        # the torso has moved by that, and the middle of the soles with it and under it
        x = c * ahead - s * left + (_middle(after, 0) - _middle(before, 0))
        y = s * ahead + c * left + (_middle(after, 1) - _middle(before, 1))
        self._middle = (self._middle[0] + x, self._middle[1] + y)
        self._stepped += dt
        if carrier != self._carries:
            self._carries = carrier
            self._land()

    def _land(self) -> None:
        """A step is over: first-order growth of the covariance by it."""
        place = self.place
        move = place.xy - self._stepped_at.xy
        F = np.array([[1.0, 0.0, -move[1]], [0.0, 1.0, move[0]], [0.0, 0.0, 1.0]])
        drift = GYRO_DRIFT if self._rested < REST else GYRO_DRIFT / 5
        R = self._stepped_at.turn
        own = np.diag((SLIP * np.abs(R.T @ move) + SLIP_FLOOR) ** 2)
        Q = np.zeros((3, 3))
        Q[:2, :2] = R @ own @ R.T
        Q[2, 2] = HEADING_STEP**2 + (drift * self._stepped) ** 2
        self._covariance = sealed(F @ self._covariance @ F.T + Q)
        self._stepped, self._stepped_at = 0.0, place

    def _carrier(self, loads: Vec) -> int:
        left, right = (float(loads[row]) for row in self._pair)
        if self._carries == 0:
            return 1 if right > FIRMER * left else 0
        return 0 if left > FIRMER * right else 1

    def _seen(self, legs: LegState) -> Pair:
        """Both soles from the torso's origin, in the axes of the odometry."""
        c, s = cos(self._heading), sin(self._heading)
        (x, y, _), (u, v, _) = legs.soles
        return (c * x - s * y, s * x + c * y), (c * u - s * v, s * u + c * v)


def _middle(soles: Pair, axis: int) -> float:
    return (soles[0][axis] + soles[1][axis]) / 2


def _heading(R_world_torso: Mat3) -> float:
    return atan2(R_world_torso[1, 0], R_world_torso[0, 0])
