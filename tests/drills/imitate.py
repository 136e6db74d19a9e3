"""Robots and their arms by name, made once."""

from functools import cache

import numpy as np

from olympian.motion.imitate.holy import HolyArms
from olympian.robot import Robot, load_robot


@cache
def robot_of(name: str) -> Robot:
    return load_robot(name)


@cache
def arms_of(name: str) -> HolyArms:
    return HolyArms(robot_of(name))


def unit(vector) -> np.ndarray:
    array = np.asarray(vector, dtype=float)
    return array / np.linalg.norm(array)
