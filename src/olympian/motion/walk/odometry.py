"""Where the feet have carried the robot: legs for the way, gyro for the heading."""

from dataclasses import dataclass
from math import cos, sin

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import Vec, frozen
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.look import Look

__all__ = ["Odometer", "Odometry"]

SLIP = 0.08
"""Standard deviation of a step's length as a share of it: soles slip, joints give."""
SLIP_FLOOR = 0.002
"""Metres added to that for every step."""
HEADING_STEP = 0.005
"""rad of heading that a step may add beyond what the gyro tells."""
GYRO_DRIFT = 0.01
"""rad/s of bias that may be left, until a rest has shown it."""
SETTLE, REST = 0.3, 0.6
"""Seconds of standing before the gyro is listened to, and after which its bias is trusted."""
LONGEST = 3.0
"""Seconds of rest over which the bias is averaged."""
FIRMER = 1.2
"""A foot carries once its load is so many times the other's."""


@dataclass(frozen=True, slots=True)
class Odometry:
    """Middle between the soles, in the frame where the walk was made."""

    place: Place
    covariance: Vec
    """(3, 3) of x, y and yaw; grows with every step."""


class Odometer:
    """Follows the torso over the foot that carries, tick by tick.

    Which foot carries is the soles' word, read at the same instant as the joints: by the plan's
    clock a foot would be taken as standing while the last reading still shows it in the air.
    """

    def __init__(self, foot_rows: tuple[int, int]) -> None:
        """Args: foot_rows: of the left and the right sole in the readings of pressure."""
        self._rows = foot_rows
        self.reset()

    def reset(self) -> None:
        """Here is zero."""
        self._torso: tuple[float, float] | None = None
        self._heading = 0.0
        self._carries = 0
        self._soles = ((0.0, 0.0), (0.0, 0.0))
        self._covariance = np.zeros((3, 3))
        self._bias = 0.0
        self._rested = 0.0
        self._stepped_at = Place()
        self.stride = Place()
        """What the last step added, in the robot's axes before it."""

    @property
    def place(self) -> Place:
        """Middle between the soles."""
        x, y = self._torso or (0.0, 0.0)
        left, right = self._soles
        return Place(x + (left[0] + right[0]) / 2, y + (left[1] + right[1]) / 2, self._heading)

    @property
    def odometry(self) -> Odometry:
        """Where it believes to be, and how surely."""
        return Odometry(self.place, frozen(self._covariance))

    def rest(self, look: Look, dt: float) -> None:
        """Standing on both feet: what the gyro says now is bias."""
        self._rested += dt
        if self._rested > SETTLE:
            share = dt / min(self._rested - SETTLE, LONGEST)
            self._bias += min(share, 1.0) * (look.spin[2] - self._bias)
        self._soles = self._seen(look)
        if self._torso is None:
            (a, b), (c, d) = self._soles
            self._torso = (-(a + c) / 2, -(b + d) / 2)

    def walk(self, look: Look, pressure: Vec, dt: float, scale: tuple[float, float]) -> None:
        """Another tick of walking.

        Args:
            pressure: (feet, 4) newtons.
            scale: true way by the one that the joints tell, ahead and sideways.
        """
        carrier, before = self._carrier(pressure), self._soles
        self._heading += (look.spin[2] - self._bias) * dt
        self._soles = self._seen(look)
        dx = before[carrier][0] - self._soles[carrier][0]
        dy = before[carrier][1] - self._soles[carrier][1]
        c, s = cos(self._heading), sin(self._heading)
        ahead, left = scale[0] * (c * dx + s * dy), scale[1] * (c * dy - s * dx)
        x, y = self._torso or (0.0, 0.0)
        self._torso = (x + c * ahead - s * left, y + s * ahead + c * left)
        self._carries = carrier

    def landed(self, seconds: float) -> None:
        """A step is over."""
        place = self.place
        self.stride = self._stepped_at.inverse().then(place)
        self._spread(place, seconds)
        self._stepped_at = place

    def _carrier(self, pressure: Vec) -> int:
        left, right = _loads(pressure, *self._rows)
        if self._carries == 0:
            return 1 if right > FIRMER * left else 0
        return 0 if left > FIRMER * right else 1

    def _seen(self, look: Look) -> tuple[tuple[float, float], tuple[float, float]]:
        """Both soles from the torso's origin, in the axes of the odometry."""
        c, s = cos(self._heading), sin(self._heading)
        (x, y, _), (u, v, _) = look.soles
        return (c * x - s * y, s * x + c * y), (c * u - s * v, s * u + c * v)

    def _spread(self, place: Place, seconds: float) -> None:
        """First-order growth of the covariance by one step."""
        move = place.xy - self._stepped_at.xy
        F = np.array([[1.0, 0.0, -move[1]], [0.0, 1.0, move[0]], [0.0, 0.0, 1.0]])
        drift = GYRO_DRIFT if self._rested < REST else GYRO_DRIFT / 5
        R = self._stepped_at.turn
        own = np.diag((SLIP * np.abs(R.T @ move) + SLIP_FLOOR) ** 2)
        Q = np.zeros((3, 3))
        Q[:2, :2] = R @ own @ R.T
        Q[2, 2] = HEADING_STEP**2 + (drift * seconds) ** 2
        self._covariance = F @ self._covariance @ F.T + Q


@compiled
def _loads(pressure, left, right):
    """Newtons on the soles in these rows."""
    on_left = on_right = 0.0
    for cell in range(pressure.shape[1]):
        on_left += pressure[left, cell]
        on_right += pressure[right, cell]
    return on_left, on_right
