"""A dynamic walk: drive a curve, shove the robot, stop, and ask where it believes it is."""

import numpy as np

from olympian import Humanoid, Semantic, Twist

robot = Humanoid("fumanoid", seed=9)
robot.run(1.0)  # standing still shows the gyro's bias
robot.walk(Twist(forward=0.3, turn=0.3)).run(4.0)
robot.simulation.push(np.array([0.0, 12.0, 0.0]), seconds=0.1)  # 1.2 N s
robot.walk(Twist(forward=0.2, left=0.05)).run(4.0)
assert robot.stop().wait().done

odometry = robot.run(1.0).odometry
assert robot.situation.state is Semantic.CONTROLLABLE
x, y, yaw = odometry.place
spread = np.sqrt(np.diag(odometry.covariance))
truth = robot.simulation.true_pose(robot.robot.torso)
print(f"believes it is at ({x:.2f} ± {spread[0]:.2f}, {y:.2f} ± {spread[1]:.2f}) m, {yaw:.2f} rad")
print(f"is at             ({truth[0, 3]:.2f}, {truth[1, 3]:.2f}) m")
for line in robot.log.since(0):
    print(line)
