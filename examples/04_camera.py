"""What the robot sees: colour and depth from its own camera."""

from olympian.backend import CameraOptions, Simulation, SimulationOptions
from olympian.records import JointGoal
from olympian.robot import load_robot
from olympian.world import parse_world

robot = load_robot("fumanoid")
options = SimulationOptions(
    camera=CameraOptions(rate=10)
)  # by OpenGL, or by rays where there is none
simulation = Simulation(robot, parse_world("stairs"), options=options)
actor = simulation.actors[0]
look_down = JointGoal.all(robot.joint_vector({"neck_pitch": 0.6}, robot.ready))

pictures = []
for _ in range(100):
    sensors = actor.read()
    if sensors.camera is not None:
        pictures.append(sensors.camera)
    actor.write(look_down)
depth = actor.picture().depth  # no real camera has it, nor do the sensors
actor.close()

last = pictures[-1]
print(f"{len(pictures)} pictures of {last.rgb.shape[1]}×{last.rgb.shape[0]}")
print(f"nearest thing in view: {depth.min():.2f} m")
