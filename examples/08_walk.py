"""Walk, freeze in mid step, go on, turn on the spot: one stepping engine, gaits from text files."""

from olympian.backend import FallWatch, Simulation
from olympian.loop import Loop
from olympian.motion import SkillStatus
from olympian.motion.step import Stepper, read_gait, turn_steps
from olympian.robot import load_robot

robot = load_robot("bioloid")
simulation = Simulation(robot, seed=8)
body = simulation.actors[0]
stepper = Stepper(robot, read_gait("bioloid", "walk"))
loop, watch = Loop(body, stepper), FallWatch(simulation)


def until_it_stands() -> None:
    """Tick on until the last step is done."""
    while stepper.status is SkillStatus.RUNNING:
        loop.tick()
        watch.step()


stepper.walk(length=0.06)
loop.run(3.3)
stepper.frozen = True
print(f"frozen in '{stepper.phase}', pose {stepper.pose} of HOly's nine")
loop.run(1.0)
stepper.frozen = False
stepper.walk(length=0.04, turn=0.15)  # from the next step on
loop.run(2.0)
stepper.stop()
until_it_stands()
print(f"walked {simulation.true_pose('torso')[0, 3]:.2f} m in {stepper.steps_done} steps")

stepper.gait = read_gait("bioloid", "turn")
stepper.take(turn_steps(stepper.gait, angle=1.57))
until_it_stands()
assert not watch.fell
