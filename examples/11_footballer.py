"""A footballer: it sees the ball, goes behind it, and kicks it into the goal by itself."""

from dataclasses import replace

import numpy as np

from olympian import Humanoid, load_robot, parse_world
from olympian.backend import CameraOptions, Simulation, SimulationOptions, Start
from olympian.football import FootballPlayer, Kit

world = parse_world("field")
world = replace(world, ball=replace(world.ball, at=(3.2, 0.3)), T_world_start=np.eye(4))
options = SimulationOptions(camera=CameraOptions(rate=15.0))
body = load_robot("fumanoid")
simulation = Simulation(body, world, 1, options, starts=[Start(2.6, 0.0, 0.4)])
robot = Humanoid(body, simulation.actors[0], world=world, eyes=True)
player = FootballPlayer(Kit.alone(robot))

while robot.world_model.ball is None or robot.world_model.ball.x < 4.4:
    player.step()
    robot.tick()
    if round(simulation.t, 2) % 1.0 == 0.0:
        print(f"{simulation.t:4.1f} s  {player.doing}")
    assert simulation.t < 30.0, "it scores sooner"
print(player.trace)
