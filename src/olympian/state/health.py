"""What is wrong with the hardware, from what it reports itself."""

from collections.abc import Sequence
from math import isfinite, isnan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from olympian.records import HealthReport, JointGoal, Sensors
from olympian.robot import Robot
from olympian.state.health_config import HealthConfig
from olympian.state.symptoms import Debounce, Symptoms, ail

Mask = NDArray[np.bool_]
Names = tuple[str, ...]
Named = tuple[Names, Names, bool, Names, Names, Names, bool]
"""The fields of a report after `battery`."""

CELLS = 4
"""Of pressure under each sole."""
LONGEST_TICK = 0.05
"""Seconds; a longer gap is a program that paused, and one old reading is no proof of more."""


class Health:
    """Watches servos, IMU, soles and battery, one record after the other.

    Stale means unchanged. Noise never repeats itself, so an IMU or a loaded pressure cell that does
    is dead. Servos at rest do repeat themselves; they are missing if their driver got no answer
    (`Sensors.answered`) or if the answer stays the same although their goal moves.
    """

    def __init__(
        self,
        robot: Robot,
        temperature_limit_c: ArrayLike,
        supply_v: float,
        config: HealthConfig | None = None,
    ) -> None:
        """A check of one robot's hardware.

        Args:
            temperature_limit_c: (n,) where each servo switches itself off.
            supply_v: voltage of a charged battery, as the servos report it.
        """
        self._config = config = config or HealthConfig()
        self._names = robot.joint_names
        self._legs = tuple(foot.limb for foot in robot.feet)
        self._limbs = {
            name: robot.indices(limb.chain.joint_names)
            for name, limb in robot.limbs.items()
            if limb.chain.joint_names
        }
        self._supply_v = supply_v
        self._imu, self._voltage = robot.dof, robot.dof + 1
        on_s = np.full(robot.dof + 2 + len(self._legs), config.stale_s)
        on_s[self._imu], on_s[self._voltage] = config.imu_stale_s, config.voltage_s
        self._patience = Debounce(on_s, config.back_s)
        self._showing = np.zeros(len(on_s), dtype=np.bool_)
        limits_c, feet = np.asarray(temperature_limit_c, dtype=float), len(self._legs)
        self._symptoms = Symptoms(limits_c, feet, CELLS, self._showing, config)
        self.reset()

    def reset(self) -> None:
        """A robot about which nothing is known."""
        self._patience.reset()
        self._symptoms.reset()
        self._last_t: float | None = None
        self._motion: list[float] = []
        self._found: bytes | None = None
        self._tripped = np.zeros(len(self._names))
        """Seconds for which a servo that gave up still counts as such."""
        self._ailing = np.zeros((2, len(self._names)), dtype=np.bool_)
        """Servos that gave up, and those that are too hot."""
        self._battery = self._supply_v

    def step(self, sensors: Sensors, goal: JointGoal | None = None) -> HealthReport:
        """What is wrong after one more record.

        Args:
            goal: what was sent after the record before; without it, a servo that only repeats
                itself is found only if it repeats that it turns.
        """
        last, self._last_t = self._last_t, sensors.t
        dt = 0.0 if last is None else min(max(sensors.t - last, 0.0), LONGEST_TICK)
        showing, volts = self._showing, self._symptoms.step(sensors, goal)
        showing[self._imu] = self._imu_repeats(sensors)
        showing[self._voltage] = self._runs_low(volts, 1.0 if last is None else self._follow(dt))
        ill = self._patience.step(showing, dt)
        fault = np.asarray(sensors.fault, dtype=np.uint8)
        ail(fault, self._symptoms.hot, self._config.back_s, dt, self._tripped, self._ailing)
        return self._report(ill)

    def _report(self, ill: Mask) -> HealthReport:
        """The report; names are looked up only when something has changed."""
        found = self._ailing.tobytes() + ill.tobytes()
        if found != self._found:
            self._found, self._named = found, self._name(ill)
        return HealthReport(self._battery, *self._named)

    def _name(self, ill: Mask) -> Named:
        missing, (tripped, hot) = ill[: self._imu], self._ailing
        return (
            _chosen(self._names, missing),
            tuple(name for name, rows in self._limbs.items() if missing[rows].all()),
            bool(ill[self._imu]),
            _chosen(self._legs, ill[self._voltage + 1 :]),
            _chosen(self._names, tripped),
            _chosen(self._names, hot),
            bool(ill[self._voltage]),
        )

    def _imu_repeats(self, sensors: Sensors) -> bool:
        """The same six numbers again, or no numbers at all; what is not there repeats nothing."""
        if sensors.imu is None:
            return False
        motion = sensors.imu.gyro.tolist() + sensors.imu.accelerometer.tolist()
        repeats = motion == self._motion or not isfinite(sum(motion))
        self._motion = motion
        return repeats

    def _runs_low(self, volts: float, follow: float) -> bool:
        """Is the supply below what it should be? Also keeps `battery` up to date.

        Args:
            volts: mean of the servos; NaN if none answered.
            follow: share of it in `battery`.
        """
        low = bool(self._patience.lasting[self._voltage])
        if isnan(volts):
            return low
        self._battery += follow * (volts - self._battery)
        share = self._config.good_voltage if low else self._config.low_voltage
        return volts < share * self._supply_v

    def _follow(self, dt: float) -> float:
        return dt / (self._config.battery_s + dt)


def _chosen(names: Sequence[str], mask: Mask) -> tuple[str, ...]:
    return tuple(names[index] for index in np.flatnonzero(mask).tolist())
