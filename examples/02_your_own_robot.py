"""Any URDF: load it, see what was recognised, simulate it."""

import tempfile
from pathlib import Path

from olympian import Humanoid
from olympian.kinematics import closed_form, closed_form_arm
from olympian.robot import load_robot

# Your own file would do; here the library's is copied and its thigh made 10 mm longer.
library = load_robot("bioloid").directory
assert library is not None
text = (library / "bioloid.urdf").read_text()
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "mine.urdf"
    path.write_text(text.replace("-0.08", "-0.09").replace('name="bioloid"', 'name="mine"'))
    robot = load_robot(path)

print(f"{robot.name}: {robot.dof} joints, {robot.tree.mass:.2f} kg")
for limb in robot.limbs.values():
    solve = closed_form if limb.kind == "leg" else closed_form_arm
    form = "closed form" if solve(limb.chain) else "numeric"
    print(f"  {limb.name}: {limb.chain.dof} joints, {form}")
for sentence in robot.tree.warnings:
    print("  note:", sentence)

mine = Humanoid(robot)
mine.run(0.5)
torso = mine.simulation.true_pose(robot.torso)
print("torso height after half a second:", torso[2, 3].round(3))
