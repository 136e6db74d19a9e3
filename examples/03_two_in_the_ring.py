"""Two robots face each other in the ring; one gets a shove."""

import numpy as np

from olympian.backend import FallWatch, Simulation
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.robot import load_robot
from olympian.world import parse_world

robots = [load_robot("bioloid"), load_robot("bioloid")]
simulation = Simulation(robots, parse_world("ring:radius=0.6"), seed=2)
loops = [
    Loop(actor, Hold(robot.ready)) for actor, robot in zip(simulation.actors, robots, strict=True)
]
watches = [FallWatch(simulation, index) for index in range(2)]

for tick in range(200):
    if tick == 100:
        simulation.push(np.array([15.0, 0.0, 0.0]), seconds=0.1, robot=0)
    for loop in loops:  # time passes when the last one has written
        loop.tick()
    for watch in watches:
        watch.step()

print("after the shove:", ["fallen" if watch.fell else "standing" for watch in watches])
assert not watches[1].fell
