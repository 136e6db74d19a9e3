"""The body of one step: joint angles that put torso and feet where the plan has them."""

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.motion.walk.arms import SwingingArms
from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.legs import SIDES, Pose, WalkingLegs
from olympian.motion.walk.pendulum import PendulumState, Point
from olympian.motion.walk.senses import Feeling
from olympian.motion.walk.stabilise import Give, hip, press, stretch
from olympian.robot import Robot

__all__ = ["Step", "WalkingBody", "glide"]

ORIGIN = (0.0, 0.0, 0.0)


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
        self._arms = SwingingArms(robot)
        self.order = [self.legs.feet.index(foot) for foot in robot.feet]
        """0 left, 1 right, for each foot of the robot."""
        self._both = np.ones(2, dtype=np.bool_)
        self._alone = [np.array(self.order) == stance for stance in (0, 1)]
        self._com = tuple(self.legs.com_in_torso.tolist())

    def pose(
        self,
        config: WalkConfig,
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
        pattern, swing = config.pattern, step.swing
        height = torso_height + self._com[2]
        bump = glide(1 - abs(2 * step.aloft - 1), pattern.soft) if step.lift else 0.0
        lean = radians(pattern.lean_deg + pattern.lean_by_speed_deg * max(speed, 0.0))
        roll, pitch = hip(config, feeling, height)
        yaw = swing.yaw / 2
        x, y = self._torso(com.place, lean, yaw)
        y = swing.y / 2 + pattern.sway * (y - swing.y / 2)
        z = torso_height + stretch(config, com, feeling, height)
        (roll0, pitch0), (roll1, pitch1) = footing[step.stance], footing[1 - step.stance]
        rise = swing.y * (roll0 + roll1) / 2 - swing.x * (pitch0 + pitch1) / 2
        aloft = (swing.x, swing.y + step.outward * pattern.bow * bump, step.lift * bump + rise)
        # the standing sole presses against the fall, as if the floor were tilted the other way
        press_roll, press_pitch = press(config, feeling, height)
        soles = (
            (step.stance, Pose(ORIGIN, (press_roll + roll0, press_pitch + pitch0, 0.0))),
            (1 - step.stance, Pose(aloft, (roll1, pitch1, swing.yaw))),
        )
        problem = ""
        for leg, sole in soles:
            dx, dy, leg_roll, leg_pitch = give[leg]
            torso = Pose((x + dx, y + dy, z), (roll + leg_roll, lean + pitch + leg_pitch, yaw))
            if not self.legs.solve(leg, torso, sole, q):
                problem = f"the {SIDES[leg]} leg cannot reach so far"
        if pattern.arm_swing_deg:
            self._arms.swing(q, -step.outward * swing.x, pattern.arm_swing_deg)
        return problem

    def carries(self, step: Step, double_support: float) -> NDArray[np.bool_]:
        """Which feet carry weight, in the order of the robot's feet."""
        share, ds = step.t / step.time, double_support / 2
        alone = step.lift and ds < share < 1 - ds
        return self._alone[step.stance] if alone else self._both

    def _torso(self, com: Point, lean: float, yaw: float) -> Point:
        """Where the torso's origin has to be for the centre of mass to be at `com`."""
        com_x, com_y, com_z = self._com
        ahead = cos(lean) * com_x + sin(lean) * com_z
        c, s = cos(yaw), sin(yaw)
        return com[0] - c * ahead + s * com_y, com[1] - s * ahead - c * com_y


def glide(share: float, soft: float) -> float:
    """Share of a way: even speed, with a share `soft` of the time to speed up and as much to brake.

    Servos run at their highest speed in a swing: a law with a lower peak makes longer steps.
    """
    peak = 1 / (1 - soft)
    if share < soft:
        return peak * share * share / (2 * soft)
    if share > 1 - soft:
        return 1 - peak * (1 - share) ** 2 / (2 * soft)
    return peak * (share - soft / 2)
