"""Where is the foot, and which joint angles bring it elsewhere?"""

import numpy as np

from olympian.geometry import T_from
from olympian.kinematics import Kinematics, closed_form
from olympian.robot import load_robot

robot = load_robot("fumanoid")
leg = robot.limb("left_leg").chain
q_leg = robot.ready[robot.indices(leg.joint_names)]

T_torso_sole = leg.forward(q_leg)
print("sole in torso coordinates:", T_torso_sole[:3, 3].round(4))

# Lift the foot by 3 cm, move it 4 cm ahead and turn the toes out by 10°.
T_goal = T_from((0.04, 0.0, 0.03)) @ T_torso_sole @ T_from(rpy=(0, 0, np.radians(10)))
solver = closed_form(leg)
assert solver is not None
print("all solutions inside the limits:", len(solver.solve_all(T_goal)))
nearest = solver.nearest(T_goal, q_leg)
print("nearest:", np.degrees(nearest.q).round(1), nearest.status.name)
assert np.allclose(leg.forward(nearest.q), T_goal, atol=1e-9)

# The whole robot: centre of mass and Jacobian of any link.
posture = Kinematics(robot).at(robot.ready)
print("centre of mass:", posture.com.round(4))
print("Jacobian of the right sole:", posture.jacobian("right_sole").shape)
