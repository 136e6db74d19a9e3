"""The body of one step: joint angles that put torso and feet where the plan has them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Place, Vec
from olympian.motion.walk.legs import SIDES, WalkingLegs
from olympian.motion.walk.pendulum import PendulumState, Point
from olympian.motion.walk.pose_kernel import pose_kernel
from olympian.motion.walk.rules import Rules
from olympian.motion.walk.senses import Feeling
from olympian.motion.walk.stabilise import Give
from olympian.robot import Robot

TRY = 0.1
"""rad by which a joint is moved to see which way the hand goes."""


def swung_joints(robot: Robot) -> Vec:
    """(k, 5) of the arms' joints that swing: index, sense, ready angle, lower and upper limit.

    It is the first joint of each arm that moves its hand ahead; the sense is that of the left arm.
    """
    rows = []
    for side, sign in (("left", 1.0), ("right", -1.0)):
        found = _shoulder(robot, side)
        if found is not None:
            joint, sense = found
            limits = robot.ready[joint], robot.lower[joint], robot.upper[joint]
            rows.append((joint, sign * sense, *limits))
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


def _shoulder(robot: Robot, side: str) -> tuple[int, float] | None:
    """Index of the joint and the sense in which it brings the hand ahead."""
    for limb in robot.limbs.values():
        if limb.kind != "arm" or limb.side != side:
            continue
        chain = limb.chain
        for index in robot.indices(chain.joint_names):
            q = np.array(robot.ready)
            before = robot.forward(chain.tip, q)[0, 3]
            q[index] += TRY
            way = robot.forward(chain.tip, q)[0, 3] - before
            if abs(way) > 1e-3:
                return int(index), float(np.sign(way))
    return None


@dataclass
class Step:
    """One step, in the frame of the sole that stands."""

    stance: int
    time: float
    lift: float
    start: PendulumState
    swing: Place
    """Where the foot is sent now."""
    t: float = 0.0
    aloft: float = 0.0
    """Share of its way through the air."""
    shift: Point = (0.0, 0.0)
    """By which the foot lands off its plan."""

    @property
    def outward(self) -> float:
        """Sense, to the left, in which the other foot stands."""
        return -1.0 if self.stance == 0 else 1.0


class WalkingBody:
    """Legs by closed form under a torso that follows the pendulum, and arms against them."""

    def __init__(self, robot: Robot) -> None:
        self.legs = WalkingLegs(robot)
        self._arms = swung_joints(robot)
        self.order = [self.legs.feet.index(foot) for foot in robot.feet]
        """0 left, 1 right, for each foot of the robot."""
        self._both = np.ones(2, dtype=np.bool_)
        self._alone = [np.array(self.order) == stance for stance in (0, 1)]
        self._com = tuple(self.legs.com_in_torso.tolist())
        self._kernel = pose_kernel()

    def pose(
        self,
        rules: Rules,
        step: Step,
        com: PendulumState,
        feeling: Feeling,
        give: tuple[Give, Give],
        footing: tuple[Point, Point],
        torso_height: float,
        speed: float,
        q: Vec,
    ) -> str:
        """Put the angles of a tick into `q`; why not all of them, if so.

        Args:
            com: of the plan.
            give: how far each leg takes the body to be off its plan.
            footing: roll and pitch of each sole.
            speed: m/s ahead, by which it leans.
        """
        lost = self._kernel(
            rules,
            (step.stance, step.lift, step.aloft),
            step.swing,
            com,
            feeling,
            give,
            footing,
            (torso_height, speed, self._com),
            self.legs.packed,
            self._arms,
            q,
        )
        return f"the {SIDES[lost]} leg cannot reach so far" if lost >= 0 else ""

    def carries(self, step: Step, double_support: float) -> NDArray[np.bool_]:
        """Which feet carry weight, in the order of the robot's feet."""
        share, ds = step.t / step.time, double_support / 2
        alone = step.lift and ds < share < 1 - ds
        return self._alone[step.stance] if alone else self._both
