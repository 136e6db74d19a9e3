"""A body whose servos and inertial sensor are read and written through its calibration."""

from dataclasses import replace

from olympian.backend.protocol import Backend
from olympian.geometry import R_from_rpy, frozen
from olympian.records import Imu, JointGoal, Sensors
from olympian.robot import Calibration
from olympian.servo import ServoBank

__all__ = ["CalibratedBackend"]


class CalibratedBackend:
    """Any backend, with joint angles and inertial readings as they would be on a true robot."""

    def __init__(self, backend: Backend, calibration: Calibration) -> None:
        self.inner = backend
        self.robot = backend.robot
        self.dt = backend.dt
        self._zeros = calibration.zeros
        self._R_place_chip = R_from_rpy(*calibration.imu_rpy)

    @property
    def servos(self) -> ServoBank | None:
        """Those of the body, in angles that are not corrected."""
        return self.inner.servos

    def read(self) -> Sensors:
        """What the robot feels, corrected."""
        sensors, R = self.inner.read(), self._R_place_chip
        imu = sensors.imu
        if imu is not None:
            imu = Imu(frozen(R @ imu.gyro), frozen(R @ imu.accelerometer))
        return replace(sensors, q=frozen(sensors.q - self._zeros), imu=imu)

    def write(self, goal: JointGoal) -> None:
        """Send goals, corrected, and let one tick pass."""
        self.inner.write(replace(goal, q=goal.q + self._zeros))

    def close(self) -> None:
        """Let go of the body."""
        self.inner.close()
