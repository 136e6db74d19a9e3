"""The robot that a page shows: the simulated one, or its joints alone."""

from collections.abc import Callable

import mujoco

from olympian.backend import Simulation
from olympian.geometry import T_from, Vec
from olympian.kinematics import Kinematics
from olympian.robot import Robot

__all__ = ["picture_of"]


def picture_of(
    robot: Robot, simulation: Simulation | None, q: Callable[[], Vec]
) -> tuple[mujoco.MjModel, Callable[[], mujoco.MjData]]:
    """A model, and what fills its data with the robot as it is now.

    Args:
        q: joint angles of a robot without physics, which then stands on its first foot.
    """
    if simulation is not None:
        world = simulation
        return world.model, lambda: world.data
    kinematics = Kinematics(robot)
    T_sole = T_from()
    sole = robot.require_feet()[0].link

    def stand() -> mujoco.MjData:
        return kinematics.data_at(kinematics.standing(q(), sole, T_sole))

    return kinematics.model, stand
