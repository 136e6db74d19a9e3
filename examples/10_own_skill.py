"""A skill of your own: beckon with one arm while the legs walk."""

from math import cos, pi

from olympian import Humanoid, JointGoal, Robot, RobotState, SkillStatus, Twist


class Beckon:
    """Bends the left elbow three times."""

    parts = ("left_arm",)

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self.reset()

    def reset(self) -> None:
        """Begin anew."""
        self._t = 0.0
        self.status = SkillStatus.RUNNING

    def step(self, state: RobotState, dt: float) -> JointGoal:  # noqa: ARG002
        """Goals for this tick."""
        self._t = min(self._t + dt, 3.0)
        if self._t == 3.0:
            self.status = SkillStatus.DONE
        bend = 0.5 - 0.5 * cos(2.0 * pi * self._t)
        return JointGoal.of(self._robot, {"left_elbow": -0.9 - 1.2 * bend})


robot = Humanoid("fumanoid", seed=1)
walk = robot.walk(Twist(forward=0.2)).run(1.0)
beckon = robot.perform(Beckon(robot.robot)).run(1.5)
print(dict(robot.hcm.verdict.owners))
beckon.wait()
print(beckon, "-", robot.situation.state.value, f"after {robot.place.x:.2f} m")
assert beckon.done
assert walk.running

# somebody else has the arm: the result says who
robot.hold({"left_elbow": -1.0})
refused = robot.perform(Beckon(robot.robot)).wait()
print(refused)
assert not refused.done
