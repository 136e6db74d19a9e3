"""A humanoid stands in a simulator, with servos as weak as the real ones."""

from olympian.backend import FallWatch, Simulation
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.robot import load_robot

robot = load_robot("fumanoid")
simulation = Simulation(robot, seed=1)
loop = Loop(simulation.actors[0], Hold(robot.ready))
watch = FallWatch(simulation)

for _ in range(300):  # three seconds
    state = loop.tick()
    watch.step()

print(f"{robot.name}: {robot.dof} joints, {robot.tree.mass:.2f} kg")
print(f"after {state.t:.2f} s: {'fallen' if watch.fell else 'standing'}")
print(f"centre of mass {1000 * state.support_margin:.0f} mm inside the support")
assert not watch.fell
