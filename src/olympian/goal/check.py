"""Is what a skill wishes a goal at all? The limiter clamps angles; nonsense it cannot mend."""

from collections.abc import Callable
from dataclasses import fields
from math import isfinite

import numpy as np

from olympian.breaker import BadReturnError
from olympian.geometry import Vec
from olympian.records import JointGoal, ServoSettings, Support
from olympian.robot import Robot

NUMBERS = "fiu"
"""Kinds of arrays that hold angles."""


def check_goal(goal: JointGoal, robot: Robot, returned_by: Callable[..., object]) -> None:
    """Refuse what is no goal of this robot.

    Raises: BadReturnError: it is none at all, one for another robot, or an angle is no number.
    """
    problem = _problem(goal, robot)
    if problem:
        raise BadReturnError(problem, returned_by)


def _problem(goal: JointGoal, robot: Robot) -> str:
    if not isinstance(goal, JointGoal):
        return f"a goal is a JointGoal or None, not {type(goal).__name__}"
    dof, mask = len(robot.joint_names), goal.mask
    if type(mask) is not np.ndarray or mask.dtype.kind != "b" or mask.shape != (dof,):
        return f"the mask of a goal is not {dof} times true or false"
    if not _numbers(goal.q, dof):
        return f"'q' of a goal is not {dof} numbers"
    if goal.speed is not None and not _numbers(goal.speed, dof):
        return f"'speed' of a goal is not {dof} numbers"
    if goal.torque is not None and not _numbers(goal.torque, dof):
        return f"'torque' of a goal is not {dof} numbers"
    if goal.support is not None and not _fits(goal.support, len(robot.feet)):
        return f"the support of a goal is not {len(robot.feet)} feet and an acceleration in space"
    if goal.settings is not None or goal.power is not None:
        problem = _bad_servos(goal, dof)
        if problem:
            return problem
    # one sum tells for nearly every tick; only where it is no number, single joints are looked at
    return "" if isfinite(np.add.reduce(goal.q)) else _bad_angle(goal, robot)


def _numbers(values: Vec, dof: int) -> bool:
    """Is it one number for each joint?"""
    return type(values) is np.ndarray and values.shape == (dof,) and values.dtype.kind in NUMBERS


def _bad_angle(goal: JointGoal, robot: Robot) -> str:
    """Joints that push need no angle."""
    turning = goal.mask if goal.torque is None else goal.mask & np.isnan(goal.torque)
    bad = np.flatnonzero(turning & ~np.isfinite(goal.q))
    if not len(bad):
        return ""
    return f"the goal of joint '{robot.joint_names[bad[0]]}' is {goal.q[bad[0]]}"


def _bad_servos(goal: JointGoal, dof: int) -> str:
    """What is wrong with registers and power."""
    power, settings = goal.power, goal.settings
    if power is not None and (
        type(power) is not np.ndarray or power.shape != (dof,) or power.dtype != np.int8
    ):
        return f"the power of a goal is not {dof} times -1, 0 or 1"
    if settings is not None and not isinstance(settings, ServoSettings):
        return f"settings of a goal are ServoSettings or None, not {type(settings).__name__}"
    for field in () if settings is None else fields(settings):
        values = getattr(settings, field.name)
        if values is not None and (
            type(values) is not np.ndarray or values.shape != (dof,) or values.dtype.kind != "f"
        ):
            return f"setting '{field.name}' of a goal is not {dof} numbers"
    return ""


def _fits(support: Support, feet: int) -> bool:
    return np.shape(support.grounded) == (feet,) and np.shape(support.com_acceleration) == (3,)
