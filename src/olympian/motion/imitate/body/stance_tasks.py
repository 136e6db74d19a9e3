"""Legs that bring torso, centre of mass and a free foot where they should be."""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Mat3, R_from_rpy, Vec, Vec2, Vec3
from olympian.kinematics.tasks import (
    Aim,
    ComTask,
    OrientationTask,
    PoseTask,
    PositionTask,
    TaskStack,
)
from olympian.motion.walk import WalkingLegs
from olympian.motion.walk.legs import SIDES
from olympian.robot import Robot

__all__ = ["StanceAim", "StanceTasks"]

GAIN = 60.0
"""1/s: six tenths of an error go in a tick; aims move slowly, so errors stay below a millimetre."""
FIRM, FIRM_TURN, YIELDING = 10.0, 3.0, 0.5
"""Weights of places, of a sole's tilt, and of the torso's lean: where joints are at their limits,
the lean is what must give way."""


@dataclass(frozen=True, slots=True)
class StanceAim:
    """What the legs are for, relative to the ready pose."""

    com: Vec2
    """m ahead and to the left of midway between the soles' middles"""
    drop: float
    """m by which the torso is lower"""
    lean: Vec3
    """Roll, pitch and yaw of the torso, rad"""
    swing: Vec3
    """m of the free foot from where it stands: ahead, to the left, up"""


class StanceTasks:
    """Stacked tasks of both legs, seen from the foot that stays."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        legs = WalkingLegs(robot)
        self.height = legs.ready_height
        self.places = np.concatenate(legs.places)
        joints = [robot.joint_names[place] for place in self.places]
        links = {side: foot.link for side, foot in zip(SIDES, legs.feet, strict=True)}
        self._stacks = {
            side: TaskStack(
                robot,
                links[side],
                (
                    PoseTask(links[other], weight=FIRM, turn_weight=FIRM_TURN),
                    OrientationTask(robot.torso, turn_weight=YIELDING),
                    PositionTask(robot.torso, axes="z", weight=FIRM),
                    ComTask(axes="xy", weight=FIRM),
                ),
                joints,
                gain=GAIN,
            )
            for side, other in (SIDES, SIDES[::-1])
        }
        ready = robot.ready
        self._T_side_other = {
            side: self._stacks[side].where(ready, links[other])
            for side, other in (SIDES, SIDES[::-1])
        }
        self._T_side_torso = {side: self._stacks[side].where(ready, robot.torso) for side in SIDES}
        self._sole = {
            side: 0.5 * (foot.outline.min(axis=0) + foot.outline.max(axis=0))
            for side, foot in zip(SIDES, legs.feet, strict=True)
        }
        self.com_ready = self.com(ready)
        """m ahead and to the left of midway between the soles, in the ready pose"""
        self.half_spacing = float(0.5 * np.linalg.norm(self._T_side_other["left"][:2, 3]))

    def over(self, side: str) -> Vec2:
        """Place of the middle of one sole, from midway between both."""
        return self._sole[side] - self._midway(side)

    def com(self, q: Vec, side: str = "left") -> Vec2:
        """Centre of mass at `q` from midway between the soles, the foot of `side` on the ground."""
        return self._stacks[side].com(q)[:2] - self._midway(side)

    def up_in_torso(self, aim: StanceAim, side: str) -> Vec3:
        """Which way is up for a torso that leans as planned."""
        return self._R_side_torso(aim, side).T[:, 2]

    def step(self, q: Vec, side: str, aim: StanceAim, dt: float) -> Vec:
        """Every joint, the legs one tick nearer to `aim`, the foot of `side` held still."""
        T_other = self._T_side_other[side].copy()
        T_other[:3, 3] += aim.swing
        height = self._T_side_torso[side][:3, 3] - np.array([0.0, 0.0, aim.drop])
        com = np.append(aim.com + self._midway(side), 0.0)
        aims = (
            Aim(T_other),
            Aim(self._R_side_torso(aim, side)),
            Aim(height),
            Aim(com),
        )
        return self._stacks[side].step(q, aims, dt).q

    def _R_side_torso(self, aim: StanceAim, side: str) -> Mat3:  # noqa: N802
        return R_from_rpy(*aim.lean) @ self._T_side_torso[side][:3, :3]

    def _midway(self, side: str) -> Vec2:
        """Midway between the soles' middles, in the frame of one sole as the robot stands ready."""
        other = SIDES[1 - SIDES.index(side)]
        return 0.5 * (self._sole[side] + self._sole[other] + self._T_side_other[side][:2, 3])
