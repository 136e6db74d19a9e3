"""A movement from a text file, played in the simulator; and poses that add up."""

from olympian.backend import FallWatch, Simulation
from olympian.loop import Loop
from olympian.motion import SkillStatus
from olympian.motion.animate import Animator, load_movement
from olympian.motion.pose import LimbPose, RoboPose, default_pose, solve_pose
from olympian.robot import load_robot

robot = load_robot("bioloid")
simulation = Simulation(robot, seed=4)
watch = FallWatch(simulation)
animator = Animator(robot, [load_movement(robot, "one_leg")], q_start=robot.ready)
loop = Loop(simulation.actors[0], animator)

animator.play("one_leg", loops=1)
state = loop.tick()
while animator.status is SkillStatus.RUNNING:
    state = loop.tick()
    watch.step()
print(f"one_leg: {state.t:.1f} s, {'fell' if watch.fell else 'did not fall'}")
assert not watch.fell

lift = RoboPose("lift", {"left_leg": LimbPose(z=0.02)})
ahead = RoboPose("ahead", {"left_leg": LimbPose(x=0.03)})
step = (default_pose(robot) + lift + ahead).named("step")
solution = solve_pose(robot, step, robot.ready)
print(f"{step.name}: left knee at {solution.q[robot.joint_index['left_knee']]:.2f} rad")
print("mirrored:", sorted((lift + ahead).mirrored().limbs))
