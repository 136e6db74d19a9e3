"""What the robot sees: colour from its own camera, and depth, which only a simulator knows."""

from olympian import Humanoid, Simulation, load_robot, parse_world
from olympian.backend import CameraOptions, SimulationOptions

robot = load_robot("fumanoid")
options = SimulationOptions(camera=CameraOptions(rate=10))  # OpenGL, or rays where there is none
(body,) = Simulation(robot, parse_world("stairs"), options=options).actors
climber = Humanoid(robot, body)
climber.look_at(0.4, 0.0)  # on the floor, ahead

pictures = []
for _ in range(150):
    sensors = climber.tick().sensors
    if sensors.camera is not None:
        pictures.append(sensors.camera)
depth = body.picture().depth  # no real camera has it, nor do the sensors
climber.close()

last = pictures[-1]
print(f"{len(pictures)} pictures of {last.rgb.shape[1]}×{last.rgb.shape[0]}")
print(f"nearest thing in view: {depth.min():.2f} m")
