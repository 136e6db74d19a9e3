"""Two robots face each other in the ring; one gets a shove, falls, and gets up again."""

import numpy as np

from olympian import Humanoid, Simulation, load_robot, parse_world

bioloid = load_robot("bioloid")
ring = parse_world("ring:radius=1.0")
simulation = Simulation([bioloid, bioloid], ring, seed=2)
robots = [Humanoid(bioloid, body, world=ring) for body in simulation.actors]


def run(seconds: float) -> None:
    """Time passes when the last of them has moved."""
    while seconds > 0.0:
        for robot in robots:
            robot.tick()
        seconds -= robots[0].body.dt


run(1.0)
simulation.push(np.array([0.0, 25.0, 0.0]), seconds=0.1, robot=0)
run(1.0)
print("after the shove:", [robot.situation.state.value for robot in robots])
assert robots[0].situation.state.is_down
run(6.0)
print("six seconds later:", [robot.situation.state.value for robot in robots])
assert not any(robot.situation.state.is_down for robot in robots)
