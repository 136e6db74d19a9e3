"""Balance on the standing foot: what soles and gyro tell becomes small changes of the posture."""

from dataclasses import replace

import numpy as np

from olympian.geometry import T_from, Vec
from olympian.motion.kick.config import Balance
from olympian.motion.step import Stance
from olympian.records import LegState, RobotState
from olympian.robot import Foot


class KickBalance:
    """Stands over the foot by what the soles told beforehand, and answers the torso's tilt.

    A kick is over before a slow loop round the middle of pressure has found its place, and a quick
    one throws the body: ground pushes the other way first. So where the weight really is, is
    measured while both feet stand, and made up for by the time that one of them carries all.
    """

    def __init__(self, config: Balance, feet: tuple[Foot, Foot], order: list[int]) -> None:
        """Args: feet: left and right; order: their places among the robot's feet."""
        self._config, self._feet, self._order = config, feet, order
        self.reset()

    def reset(self) -> None:
        """Nothing felt yet."""
        self._level: tuple[float, float] | None = None
        self._off = np.zeros(2)

    def free(self, state: RobotState, foot: int) -> bool:
        """Does a foot carry next to nothing?"""
        loads = state.loads[self._order]
        total = float(loads.sum())
        return total > 0.0 and float(loads[foot]) < self._config.free * total

    def answer(
        self, state: RobotState, stance: Stance, standing: int | None, share: float
    ) -> Stance:
        """The posture with what is felt worked in.

        Args:
            standing: the foot that carries alone, or None while both do.
            share: of the weight that is brought over that foot, 0 to 1.
        """
        legs = state.legs
        assert legs is not None, "who kicks has two of them"
        if self._level is None:  # however the sensor is screwed on: it stands well
            self._level = _off(legs, stance)
            self._off = self._weight_off(state, stance)
        stance = replace(stance, com=stance.com - share * self._config.weight * self._off)
        if standing is None or not state.attitude_known:
            return stance
        roll, pitch = (x - y for x, y in zip(_off(legs, stance), self._level, strict=True))
        press, lean = self._config.ankle, self._config.hip
        soles = list(stance.soles)
        soles[standing] = soles[standing] @ T_from(rpy=_against(press, roll, pitch, legs.spin))
        rpy = stance.rpy - np.array(_against(lean, roll, pitch, legs.spin))
        return replace(stance, soles=(soles[0], soles[1]), rpy=rpy)

    def _weight_off(self, state: RobotState, stance: Stance) -> Vec:
        """(2,) by which the middle of pressure is off the centre of mass, at most so far.

        Without cells nothing tells, and the weight is taken to be where it is planned.
        """
        pressure = state.sensors.foot_pressure
        if pressure is None:
            return np.zeros(2)
        moment, total = np.zeros(2), 0.0
        for index, place in enumerate(self._order):
            cells, spots = pressure[place], self._feet[index].pressure
            x, y = cells @ spots
            load = float(cells.sum())
            moment += (stance.soles[index] @ np.array([x, y, 0.0, load]))[:2]
            total += load
        if total <= 0.0:
            return np.zeros(2)
        return np.clip(moment / total - stance.com, -self._config.most, self._config.most)


def _off(legs: LegState, stance: Stance) -> tuple[float, float]:
    """Roll and pitch of the torso off the plan."""
    return legs.tilt[0] - float(stance.rpy[0]), legs.tilt[1] - float(stance.rpy[1])


def _against(
    gains: tuple[float, float, float, float],
    roll: float,
    pitch: float,
    spin: tuple[float, float, float],
) -> tuple[float, float, float]:
    return gains[2] * roll + gains[3] * spin[0], gains[0] * pitch + gains[1] * spin[1], 0.0
