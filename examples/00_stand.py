"""A humanoid stands in a simulator, with servos as weak as the real ones."""

from olympian import Humanoid

robot = Humanoid("fumanoid", seed=1)
state = robot.run(3.0)

print(f"{robot.robot.name}: {robot.robot.dof} joints, {robot.robot.tree.mass:.2f} kg")
print(f"after {state.t:.2f} s: {robot.situation.state.value}")
print(f"centre of mass {1000 * state.support_margin:.0f} mm inside the support")
assert not robot.situation.state.is_down
