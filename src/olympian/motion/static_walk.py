"""The static walk, led by a velocity: steps as long as the speed and their time ask for."""

from math import radians

import numpy as np

from olympian.geometry import Vec
from olympian.motion.skill import SkillStatus
from olympian.motion.step import SIDES, Footstep, Gait, Posed, Stepper, SteppingBody, StepPlanner
from olympian.motion.top_speed import TopSpeed
from olympian.records import JointGoal, RobotState, Twist
from olympian.robot import Robot

STILL = 1e-3
"""m/s and rad/s below which a command means to stand."""
ALONE = "side steps go with nothing else: only the larger part of the command is done"


class StaticWalk:
    """Goes where a `Twist` points by steps of a gait; every change acts at the next step.

    How long a step takes depends on how far it goes, so its time is measured on the way, and the
    next one is made as long as the speed asks for. Turning round needs a stop, which it makes.
    """

    def __init__(self, robot: Robot, gait: Gait) -> None:
        self._stepper = Stepper(robot, gait)
        self._planned = _step_times(robot, gait)
        self.reset()

    def reset(self) -> None:
        """Stand ready."""
        self._stepper.reset()
        self._forget()

    def begin_at(self, q: Vec) -> None:
        """Take over from another skill whose last goal was `q`."""
        self._stepper.begin_at(q)
        self._forget()

    @property
    def status(self) -> SkillStatus:
        """Running while it walks; failed if its steps were out of reach."""
        return self._stepper.status

    @property
    def top_speed(self) -> TopSpeed:
        """That of the gait's own steps; only every other one opens sideways or turns."""
        gait, (ahead, side, turn) = self._stepper.gait, self._planned
        straight = gait.length / ahead
        return TopSpeed(
            straight, straight, gait.side / (2 * side), radians(gait.turn_deg) / (2 * turn)
        )

    @property
    def reason(self) -> str:
        """Why it does not go as asked, if it does not."""
        return self._said or self._stepper.reason

    def command(self, twist: Twist) -> None:
        """Where to go from now on; what is no number is no command, what is too fast is cut."""
        wish, self._said = self.top_speed.admit(twist)
        self._wish = self._one_kind(wish)
        self._lead()

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals of this tick."""
        self._t += dt
        goal = self._stepper.step(state, dt)
        if self._stepper.steps_done > self._steps:
            self._landed()
        if self.status is SkillStatus.FAILED:
            self._wish = Twist()
        elif self.status is SkillStatus.DONE and _moves(self._wish):
            self._lead()
        return goal

    def _forget(self) -> None:
        self._wish = self._going = Twist()
        self._said = ""
        self._steps = 0
        self._t = 0.0
        self._step_time: float | None = None
        """Of the last step, if another one came before it."""
        self._stepping = False

    def _one_kind(self, wish: Twist) -> Twist:
        """Side steps, or steps ahead that may turn; the larger share of the top speed counts."""
        top = self.top_speed
        aside = abs(wish.left) / top.side
        other = max(abs(wish.forward) / top.ahead, abs(wish.turn) / top.turn)
        if min(aside, other) > 0.0:
            self._said = ALONE
        return Twist(left=wish.left) if aside > other else Twist(wish.forward, 0.0, wish.turn)

    def _lead(self) -> None:
        """Tell the stepper, which listens before each step; it stops first where it has to."""
        moving = self.status is SkillStatus.RUNNING
        if not _moves(self._wish) or (moving and not _continues(self._going, self._wish)):
            self._stepper.stop()
            return
        if not moving or _kind(self._going) != _kind(self._wish):
            self._step_time, self._stepping = None, False
        self._going = self._wish
        gait, wish = self._stepper.gait, self._wish
        seconds = self._step_time or self._planned[_kind(wish)]
        self._stepper.walk(
            _within(seconds * wish.forward, gait.length),
            _within(2 * seconds * wish.left, gait.side),
            _within(2 * seconds * wish.turn, radians(gait.turn_deg)),
        )

    def _landed(self) -> None:
        """A step is over: its time tells how long the next one has to be."""
        self._step_time = self._t if self._stepping else None
        self._steps, self._t, self._stepping = self._stepper.steps_done, 0.0, True
        if self.status is SkillStatus.RUNNING and _moves(self._wish):
            self._lead()


def _step_times(robot: Robot, gait: Gait) -> tuple[float, float, float]:
    """Seconds of a step ahead, to the side and in a turn, as the gait's own steps are planned."""
    body = SteppingBody(robot)
    ways = ((gait.length, 0.0, 0.0), (0.0, gait.side, 0.0), (0.0, 0.0, radians(gait.turn_deg)))
    ahead, side, turn = (_step_time(body, gait, *way) for way in ways)
    return ahead, side, turn


def _step_time(body: SteppingBody, gait: Gait, x: float, y: float, yaw: float) -> float:
    """Mean of the third and fourth step: the first two come from standing."""
    planner = StepPlanner(body, Posed(np.array(body.robot.ready), np.zeros(2)), gait)
    planner.enter()
    times = []
    for index in range(4):
        opens = index % 2 == 0
        step = Footstep(SIDES[index % 2], x, y if opens else 0.0, yaw=yaw if opens else 0.0)
        times.append(sum(phase.duration for phase in planner.step(step)))
    return (times[2] + times[3]) / 2


def _moves(wish: Twist) -> bool:
    return max(abs(wish.forward), abs(wish.left), abs(wish.turn)) > STILL


def _kind(wish: Twist) -> int:
    """0 ahead, 1 to the side, 2 turning on the spot."""
    return 1 if wish.left else 0 if abs(wish.forward) > STILL else 2


def _continues(before: Twist, after: Twist) -> bool:
    """Can steps go on this way? Not from ahead to back: the foot would swing twice as far."""
    aside = (_kind(before) == 1) == (_kind(after) == 1)
    return aside and before.forward * after.forward >= 0.0 and before.left * after.left >= 0.0


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)
