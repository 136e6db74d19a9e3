"""A walk by name, in physics, as a recording that others can look at."""

from olympian.backend import FallWatch, Recording, Simulation
from olympian.breaker import STRICT
from olympian.errors import OlympianError
from olympian.humanoid import BareHumanoid
from olympian.motion.walks import make_walk
from olympian.records import Twist
from olympian.robot import Robot

__all__ = ["record_walk"]

PACE = 0.5
"""Share of the walk's top speed."""
STAND = 1.0
"""Seconds of standing before it, which are not recorded."""


def record_walk(robot: Robot, name: str, distance: float, seed: int = 0) -> Recording:
    """What the robot measured while it walked so far straight ahead, by its own odometry."""
    simulation = Simulation(robot, seed=seed)
    actor, watch = simulation.actors[0], FallWatch(simulation)
    walk = make_walk(robot, name)
    one = BareHumanoid(robot, walk, actor, breaker=STRICT)
    state = one.run(STAND)
    speed = PACE * walk.top_speed.ahead
    walk.command(Twist(forward=speed))
    records = []
    while state.odometry.place.x < distance:
        state = one.tick()
        records.append(state.sensors)
        if watch.step():
            raise OlympianError(f"{robot.name} fell after {state.odometry.place.x:.2f} m")
        if len(records) * actor.dt > 10.0 + 5.0 * distance / speed:
            raise OlympianError(f"{robot.name} does not get {distance:g} m ahead: {walk.reason}")
    return Recording(robot.name, robot.joint_names, actor.dt, tuple(records))
