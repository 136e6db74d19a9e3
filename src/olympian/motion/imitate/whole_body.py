"""Imitation with the whole body: arms, head, trunk and feet, the weight always over the soles."""

from math import acos, sin

import numpy as np

from olympian.geometry import Mat3, Vec, Vec3, frozen
from olympian.motion.imitate.body import (
    BodyPose,
    Crouch,
    Facing,
    FootingPhase,
    ImitationFooting,
    LegRoom,
    Neck,
    SquatLegs,
    StanceAim,
    StanceTasks,
    body_pose,
    trunk_of,
)
from olympian.motion.imitate.glide import Glide
from olympian.motion.imitate.holy import HolyArms, forearms
from olympian.motion.imitate.mapping import Mapped, Mask
from olympian.motion.imitate.skeleton import Skeleton
from olympian.records import RobotState, Support
from olympian.robot import Robot

__all__ = ["WholeBodyMapping"]

LEAN_SHARE = 0.7
LEAN_MOST = np.radians([[-12.0, -8.0, -18.0], [12.0, 18.0, 18.0]])
"""Share of a person's lean that is shown, and its bounds in roll, pitch and yaw: a robot's centre
of mass is higher and its feet are shorter."""
TIGHT, ROOMY = 0.05, 0.25
"""rad that the legs' joints have left: a lean, and a foot's way aside, are shown less and less from
the second on, and not at all at the first. Stretched legs and joints at their ends throw a robot:
its soles would not stay flat."""
WEIGHT_MOST = 0.55
"""Share of the way from midway to over one foot that the weight goes while both feet stand."""
DROP_SHARE, SINGLE_DROP = 0.9, 0.15
"""Of the deepest squat, on two feet and on one."""
LIFT_SHARE, LIFT_MOST = 0.5, 0.12
"""Of a person's lift in legs, and the most of it in the robot's."""
ASIDE_MOST = 0.12
"""Legs by which a lifted foot goes ahead, back or outwards."""
SPEED = {"com": 0.25, "drop": 0.5, "lean": 0.9, "swing": 0.4}
"""Legs (rad) a second"""
RUSH = {"com": 0.8, "drop": 2.0, "lean": 4.0, "swing": 2.0}
"""Legs (rad) a second²"""
PULL = 8.0
STANDS_APART = 0.3
"""Legs between the ankles of a person that stands."""


class WholeBodyMapping:
    """HOly's arms in the axes of the trunk, and everything else by stacked tasks.

    The free numbers of the legs (centre of mass, height, lean, free foot) glide to where the person
    is, cut to what keeps the centre of mass over the soles; the legs follow them exactly.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self.arms = HolyArms(robot)
        self._neck = Neck(robot)
        self._tasks = StanceTasks(robot)
        self._room = LegRoom(robot)
        self._deepest = SquatLegs(robot).deepest
        self._crouch = Crouch()
        self._facing = Facing()
        self.footing = ImitationFooting()
        leg = self._tasks.height
        fastest = _numbers(SPEED, leg)
        rush = _numbers(RUSH, leg)
        self._glide = Glide(self._still(), fastest, rush, PULL)

    def step(self, person: Skeleton, q: Vec, state: RobotState, dt: float) -> Mapped:
        """The posture one tick later."""
        body = self._body(person)
        if body is None:
            return self.rest(q, state, dt)
        wanted, followed, reached = self._upper_body(body, q)
        phase = self._feet(body.left_from_right, q, state, dt)
        com = self._com_target(body, phase)
        free = min(max((self._room.least(q) - TIGHT) / (ROOMY - TIGHT), 0.0), 1.0)
        lean = free * np.clip(LEAN_SHARE * body.lean, LEAN_MOST[0], LEAN_MOST[1])
        drop = max(self._drop_target(person, phase), self._slack(com, lean))
        swing = self._swing_target(body.left_from_right, phase, free)
        self._glide.step(np.concatenate([com, [drop], lean, swing]), dt)
        return self._with_legs(wanted, followed, reached, q, dt)

    def rest(self, q: Vec, state: RobotState, dt: float) -> Mapped:
        """First both feet on the ground, then the weight between them, and the arms at rest."""
        self._crouch.reset()
        phase = self._feet(None, q, state, dt)
        target = self._still()
        if phase is not FootingPhase.BOTH:
            target[:2] = self._over_foot()
        self._glide.step(target, dt)
        nobody = np.zeros(self._robot.dof, dtype=np.bool_)
        return self._with_legs(np.array(self._robot.ready), nobody, {}, q, dt)

    def forearms(self, person: Skeleton) -> dict[str, Vec3]:
        """In the axes of the person's trunk."""
        R_world_trunk = trunk_of(person)
        if R_world_trunk is None:
            return {}
        return {side: R_world_trunk.T @ fore for side, fore in forearms(person).items()}

    def forearm(self, side: str, q: Vec) -> Vec3:
        """Where the robot's forearm points in its torso's axes."""
        return self.arms.forearm(side, q)

    def reset(self) -> None:
        """Forget the person; the robot stands ready."""
        self._crouch.reset()
        self._facing.reset()
        self.footing.reset()
        self._glide.reset(self._still())

    def _body(self, person: Skeleton) -> BodyPose | None:
        """The person's body; None while its trunk is not seen."""
        R_world_trunk = trunk_of(person)
        return None if R_world_trunk is None else self._facing_ahead(person, R_world_trunk)

    def _facing_ahead(self, person: Skeleton, R_world_trunk: Mat3) -> BodyPose:
        """The body, turned so that the way the person faces by now is ahead."""
        R_world_facing = self._facing.step(person.t, R_world_trunk)
        return body_pose(person.seen_from(R_world_facing), R_world_facing.T @ R_world_trunk)

    def _upper_body(self, body: BodyPose, q: Vec) -> tuple[Vec, Mask, dict[str, bool]]:
        wanted, followed = np.array(self._robot.ready), np.zeros(self._robot.dof, dtype=np.bool_)
        reached = {}
        for side, arm in self.arms.arms.items():
            pointing = self.arms.point(body.upright, side, q)
            if pointing is not None:
                wanted[arm.places], followed[arm.places] = pointing.q, True
                reached[side] = pointing.reached
        if body.gaze is not None:
            self._neck.look(*body.gaze, wanted)
            followed[self._neck.places] = True
        return wanted, followed, reached

    def _feet(self, feet: Vec3 | None, q: Vec, state: RobotState, dt: float) -> FootingPhase:
        """What the feet do in this tick; None: nobody lifts one."""
        side, now = self.footing.side, self._planned()
        off = float(np.linalg.norm(self._tasks.com(q, side) - self._tasks.over(side)))
        tilt = _tilt(state, self._tasks.up_in_torso(now, side))
        height = None if feet is None else float(feet[2])
        return self.footing.step(height, off, float(now.swing[2]), tilt, dt)

    def _with_legs(
        self, wanted: Vec, followed: Mask, reached: dict[str, bool], q: Vec, dt: float
    ) -> Mapped:
        """Arms as wanted, and legs that balance them where they are now."""
        places = self._tasks.places
        legs = self._tasks.step(q, self.footing.side, self._planned(), dt)
        wanted[places], followed[places] = legs[places], True
        planned = np.zeros(self._robot.dof, dtype=np.bool_)
        planned[places] = True
        return Mapped(wanted, followed, reached, self._support(), planned)

    def _com_target(self, body: BodyPose, phase: FootingPhase) -> Vec:
        if phase is not FootingPhase.BOTH:
            return self._over_foot()
        aside = min(max(body.weight or 0.0, -WEIGHT_MOST), WEIGHT_MOST)
        return np.array([self._tasks.com_ready[0], self._tasks.half_spacing * aside])

    def _over_foot(self) -> Vec:
        """Over the foot that stays, as far ahead as in the ready pose."""
        return np.array([self._tasks.com_ready[0], self._tasks.over(self.footing.side)[1]])

    def _drop_target(self, person: Skeleton, phase: FootingPhase) -> float:
        share = self._crouch.step(person, both=False)
        most = DROP_SHARE if phase is FootingPhase.BOTH else SINGLE_DROP
        return most * self._deepest * share

    def _slack(self, com: Vec, lean: Vec) -> float:
        """m to come down so that no leg is stretched: both slant, and one hip is higher."""
        slant = float(com[1]) ** 2 / (2.0 * self._tasks.height)
        return slant + self._tasks.half_spacing * abs(sin(float(lean[0])))

    def _swing_target(self, feet: Vec3 | None, phase: FootingPhase, free: float) -> Vec:
        """The free foot, as far as the person's is from where it stood; on the ground otherwise.

        It is no further away than high: so it comes home by the time it comes down.
        """
        if phase is not FootingPhase.SINGLE or feet is None:
            return np.zeros(3)
        sign = -1.0 if self.footing.side == "left" else 1.0  # the free foot is on the other side
        outward = max(0.0, abs(float(feet[1])) - STANDS_APART)
        ahead = sign * float(feet[0])
        leg = self._tasks.height
        most = min(free * ASIDE_MOST, max(float(self._glide.at[8]), 0.0) / leg)
        flat = np.clip(LIFT_SHARE * np.array([ahead, outward]), [-most, 0.0], most)
        up = min(LIFT_SHARE * abs(float(feet[2])), LIFT_MOST)
        return leg * np.array([flat[0], sign * flat[1], up])

    def _support(self) -> Support:
        """Which feet carry, in the order of `robot.feet`."""
        alone = self.footing.phase in (FootingPhase.SINGLE, FootingPhase.LOWER)
        sides = [self._robot.limbs[foot.limb].side for foot in self._robot.feet]
        carries = [not alone or side == self.footing.side for side in sides]
        return Support(np.array(carries, dtype=np.bool_), frozen(np.zeros(3)))

    def _planned(self) -> StanceAim:
        x = self._glide.at
        return StanceAim(x[:2], float(x[2]), x[3:6], x[6:9])

    def _still(self) -> Vec:
        return np.concatenate([self._tasks.com_ready, np.zeros(7)])


def _numbers(by_kind: dict[str, float], leg: float) -> Vec:
    com, drop, swing = (leg * by_kind[kind] for kind in ("com", "drop", "swing"))
    return np.array([com, com, drop, *[by_kind["lean"]] * 3, swing, swing, swing])


def _tilt(state: RobotState, up_in_torso: Vec3) -> float:
    """rad between where up is planned to be and where it is felt."""
    if not state.attitude_known:
        return 0.0
    return acos(min(max(float(state.R_world_torso[2] @ up_in_torso), -1.0), 1.0))
