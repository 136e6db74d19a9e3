"""Walk, freeze in mid step, go on, turn on the spot: one stepping engine, gaits from text files."""

from olympian import BareHumanoid, SkillStatus, load_robot
from olympian.backend import FallWatch
from olympian.motion.step import Stepper, read_gait, turn_steps

robot = load_robot("bioloid")
stepper = Stepper(robot, read_gait("bioloid", "walk"))
one = BareHumanoid(robot, stepper, seed=8)  # the engine alone: nobody gets it up after a fall
watch = FallWatch(one.simulation)


def until_it_stands() -> None:
    """Tick on until the last step is done."""
    while stepper.status is SkillStatus.RUNNING:
        one.tick()
        watch.step()


stepper.walk(length=0.06)
one.run(3.3)
stepper.frozen = True
print(f"frozen in '{stepper.phase}', pose {stepper.pose} of HOly's nine")
one.run(1.0)
stepper.frozen = False
stepper.walk(length=0.04, turn=0.15)  # from the next step on
one.run(2.0)
stepper.stop()
until_it_stands()
print(f"walked {one.simulation.true_pose('torso')[0, 3]:.2f} m in {stepper.steps_done} steps")

stepper.gait = read_gait("bioloid", "turn")
stepper.take(turn_steps(stepper.gait, angle=1.57))
until_it_stands()
assert not watch.fell
