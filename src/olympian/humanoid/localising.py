"""Whether a robot finds itself by its eyes, and where it is told that it starts."""

from math import atan2

from olympian.backend import Actor, Backend
from olympian.decision.localise import PitchLocaliser
from olympian.geometry import Mat4, Place, T_from
from olympian.humanoid.eyesight import Eyesight
from olympian.robot import Robot
from olympian.state import Localiser
from olympian.vision.camera import Pinhole
from olympian.world import World

__all__ = ["find_localiser"]


def find_localiser(
    robot: Robot,
    world: World,
    body: Backend,
    eyes: Eyesight | None,
    localiser: Localiser | bool | None,
) -> Localiser | None:
    """The one that is given; or one for the field, where there is a field and something sees it."""
    if not isinstance(localiser, bool | None):
        return localiser
    if localiser is False or world.pitch is None or eyes is None or robot.camera is None:
        return None
    focal = Pinhole.of_robot(robot.camera).focal[1]
    return PitchLocaliser(world.pitch, _start(world, body), focal=focal)


def _start(world: World, body: Backend) -> Place:
    """Where people put it down, and told it so."""
    T: Mat4 = world.T_world_start
    if isinstance(body, Actor):
        simulation = body.simulation
        put = simulation.starts[body.index]
        ground = simulation.world.start(body.index, len(simulation.robots))
        T = ground @ T_from((put.x, put.y, 0.0), (0.0, 0.0, put.yaw))
    return Place(float(T[0, 3]), float(T[1, 3]), atan2(T[1, 0], T[0, 0]))
