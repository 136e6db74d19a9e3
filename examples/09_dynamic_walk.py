"""A dynamic walk: drive a curve, shove the robot, stop, and ask where it believes it is."""

import numpy as np

from olympian.backend import FallWatch, Simulation
from olympian.loop import Loop
from olympian.motion import SkillStatus
from olympian.motion.walk import DynamicWalk, read_walk
from olympian.records import Twist
from olympian.robot import load_robot

robot = load_robot("fumanoid")
simulation = Simulation(robot, seed=9)
walk = DynamicWalk(robot, read_walk(robot))
loop, watch = Loop(simulation.actors[0], walk), FallWatch(simulation)


def drive(seconds: float, twist: Twist) -> None:
    """Follow a command for a while."""
    walk.command(twist)
    for _ in range(round(seconds / loop.backend.dt)):
        loop.tick()
        watch.step()


drive(1.0, Twist())  # standing still shows the gyro's bias
drive(4.0, Twist(forward=0.3, turn=0.3))
simulation.push(np.array([0.0, 12.0, 0.0]), seconds=0.1)  # 1.2 N s
drive(4.0, Twist(forward=0.2, left=0.05))
drive(3.0, Twist())
assert not watch.fell
assert walk.status is SkillStatus.DONE
odometry = loop.tick().odometry
x, y, yaw = odometry.place
spread = np.sqrt(np.diag(odometry.covariance))
truth = simulation.true_pose(robot.torso)
print(f"believes it is at ({x:.2f} ± {spread[0]:.2f}, {y:.2f} ± {spread[1]:.2f}) m, {yaw:.2f} rad")
print(f"is at             ({truth[0, 3]:.2f}, {truth[1, 3]:.2f}) m after {walk.steps_done} steps")
