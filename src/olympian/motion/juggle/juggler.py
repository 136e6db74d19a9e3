"""Whole-body control: paddle, plate and head as tasks of one stack, relative to the right foot."""

from time import perf_counter

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, T_from, Vec
from olympian.kinematics.tasks import (
    Aim,
    ComTask,
    HeadTask,
    MiddlePull,
    OrientationTask,
    PoseTask,
    PostureTask,
    TaskStack,
)
from olympian.motion.juggle.foot_path import PaddleState
from olympian.motion.juggle.outfit import PADDLE, PLATE
from olympian.motion.juggle.stance import JugglingStance
from olympian.robot import Robot

__all__ = ["Juggler", "check_plate"]

PLATE_SPEED = 0.2
"""m/s at which the plate follows the commanded height: a waiter's, not a catapult's."""


class Juggler:
    """Joint angles that bring the paddle where it should be and leave plate and head alone.

    Seventeen rows and 23 joints. As published: six for the paddle, six for the plate, and for the
    head its place over the ground and its attitude. Balanced: instead of the head's place that of
    the centre of mass, over the ankle, which is too weak to hold it anywhere else.
    """

    def __init__(self, robot: Robot, stance: JugglingStance, balanced: bool = False) -> None:
        """Args: robot: with paddle and plate, see `equipped`."""
        posture = stance.posture(robot)
        head = (OrientationTask(stance.head), ComTask("xy"))
        self.stack = TaskStack(
            robot,
            support=stance.support,
            tasks=(
                PoseTask(PADDLE),
                PoseTask(PLATE),
                *(head if balanced else (HeadTask(stance.head, axes="xy"),)),
            ),
            joints=stance.moving(robot),
            gain=1e3,  # the whole error at once: aims are where things should be after the step
            secondary=_habit(robot, stance, posture) if balanced else MiddlePull(),
        )
        self._posture = posture
        self._T_plate: Mat4 = T_from(self.stack.where(posture, PLATE)[:3, 3])
        head_place = self.stack.where(posture, stance.head)[:3, 3]
        self._rest = (Aim(np.eye(3)), Aim(np.zeros(3))) if balanced else (Aim(T_from(head_place)),)
        self.reset()

    def reset(self) -> None:
        """Back to the posture in which juggling starts."""
        self.q: Vec = self._posture.copy()
        self.plate_goal = float(self._T_plate[2, 3])
        self.errors = np.zeros((3, 2))
        """Of paddle, plate and the rest at the start of the last step: metres and radians."""
        self.solve_seconds = 0.0

    def paddle(self) -> Mat4:
        """Pose of the paddle's top in the support frame."""
        return self.stack.where(self.q, PADDLE)

    def step(self, goal: PaddleState, plate: float, dt: float) -> Vec:
        """Joint angles one tick later.

        Args:
            goal: where the paddle should be then.
            plate: commanded height of the plate's top.
        """
        way = float(np.clip(plate - self.plate_goal, -PLATE_SPEED * dt, PLATE_SPEED * dt))
        self.plate_goal += way
        T_plate = self._T_plate.copy()
        T_plate[2, 3] = self.plate_goal
        aims = (Aim(goal.T_support_top), Aim(T_plate), *self._rest)
        started = perf_counter()
        step = self.stack.step(self.q, aims, dt)
        self.solve_seconds = perf_counter() - started
        self.q, self.errors = step.q, step.errors
        return self.q


def _habit(robot: Robot, stance: JugglingStance, posture: Vec) -> PostureTask:
    """Joints stay near the posture with which they started, as far as the tasks leave them free."""
    moving = stance.moving(robot)
    return PostureTask(moving, posture[robot.indices(moving)], gain=1.0)


def check_plate(height: float, stance: JugglingStance) -> None:
    """Refuse a height at which the plate cannot be held whatever the leg does."""
    low, high = stance.plate_m
    if not low <= height <= high:
        raise OlympianError(
            f"plate height {height:g} m is out of reach: choose from {low:g} to {high:g} m"
        )
