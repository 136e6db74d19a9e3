"""A movement from a text file, played in the simulator; and poses that add up."""

from olympian import Humanoid
from olympian.motion.pose import LimbPose, RoboPose, default_pose, solve_pose

bioloid = Humanoid("bioloid", seed=4)
played = bioloid.play("one_leg").wait()
print(f"{played} after {bioloid.simulation.t:.1f} s")
assert played.done

robot = bioloid.robot
lift = RoboPose("lift", {"left_leg": LimbPose(z=0.02)})
ahead = RoboPose("ahead", {"left_leg": LimbPose(x=0.03)})
step = (default_pose(robot) + lift + ahead).named("step")
solution = solve_pose(robot, step, robot.ready)
print(f"{step.name}: left knee at {solution.q[robot.joint_index['left_knee']]:.2f} rad")
print("mirrored:", sorted((lift + ahead).mirrored().limbs))
