"""Where a robot believes to be, whoever moves its legs."""

from math import atan2

import numpy as np

from olympian.decision.navigate.journey import Journey
from olympian.geometry import Mat3, Mat4, Vec3, inverse, transform_points
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.look import Eyes, Look
from olympian.motion.walk.odometry import Odometer
from olympian.records import RobotState
from olympian.robot import Robot

__all__ = ["AS_TOLD", "Whereabouts"]

AS_TOLD = (1.0, 1.0)
"""True way by the one that the joints tell, ahead and sideways, for feet that do not slip."""
TURNING = 0.3
"""rad/s above which a robot with nothing to do is turned by somebody: well above gyro noise."""


class Whereabouts:
    """Odometry in the frame a robot drives in: its own start, x the way it faced there.

    A walk's own odometry ends with the walk. This one goes on over modes, gaits and movements, by
    the same means: legs for the way, gyro for the heading. Over a fall the place is kept, and only
    the turn is followed.
    """

    def __init__(self, robot: Robot) -> None:
        """Raises: OlympianError: the robot has no two legs to count steps with."""
        legs = WalkingLegs(robot)
        left, right = (robot.feet.index(foot) for foot in legs.feet)
        self._eyes, self._odometer = Eyes(legs), Odometer((left, right))
        self._journey = Journey()
        self.reset()

    def reset(self) -> None:
        """Here is zero."""
        self._journey.reset()
        self._begin()
        self.T_drive_torso: Mat4 = np.eye(4)
        """The torso in the frame it drives in; zero is the floor under its soles."""

    def _begin(self) -> None:
        self._odometer.reset()
        self._begun = False

    @property
    def place(self) -> Place:
        """Middle between the soles, and where they face."""
        return self._journey.at(self._odometer.place)

    def step(
        self,
        state: RobotState,
        dt: float,
        *,
        idle: bool,
        lost: bool,
        scale: tuple[float, float] = AS_TOLD,
    ) -> None:
        """One more tick.

        Args:
            idle: is nothing under way? Then the gyro shows its bias.
            lost: is it down, or in somebody's hands? Then steps tell nothing.
            scale: of the gait, ahead and sideways.
        """
        if lost:
            self._lose(state)
            return
        self._journey.find(state)
        look = self._eyes.look(state)
        if not self._begun or (idle and abs(look.spin[2]) < TURNING):
            self._rest(look, dt)
        else:
            self._odometer.walk(look, state.sensors.foot_pressure, dt, scale)
        self.T_drive_torso = self._torso(state, look)

    def in_torso(self, point_in_drive: Vec3) -> Vec3:
        """A point of the frame it drives in, as the torso sees it now."""
        return transform_points(inverse(self.T_drive_torso), np.asarray(point_in_drive))

    def _rest(self, look: Look, dt: float) -> None:
        """Soles that stand stay where they are, however the body leans over them."""
        place = self.place
        self._odometer.rest(look, dt)
        self._journey.go_on_from(place.then(self._odometer.place.inverse()))
        self._begun = True

    def _lose(self, state: RobotState) -> None:
        if not self._journey.lost:
            self._journey.lose(self._odometer.odometry, state)
            self._begin()

    def _torso(self, state: RobotState, look: Look) -> Mat4:
        place = self.place
        (ax, ay, _), (bx, by, _) = look.soles
        T = np.eye(4)
        T[:3, :3] = _about_z(place.yaw - _heading(state)) @ state.R_world_torso
        T[:2, 3] = place.xy - place.turn @ np.array([(ax + bx) / 2, (ay + by) / 2])
        T[2, 3] = max(look.lift) - look.com[2]
        return T


def _heading(state: RobotState) -> float:
    return atan2(state.R_world_torso[1, 0], state.R_world_torso[0, 0])


def _about_z(angle: float) -> Mat3:
    R = np.eye(3)
    R[:2, :2] = Place(yaw=angle).turn
    return R
