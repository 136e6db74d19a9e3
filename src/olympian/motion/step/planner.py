"""Footsteps become stances: shift over one foot, swing the other, and so on."""

from dataclasses import replace
from itertools import pairwise
from math import radians, sqrt

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import GRAVITY, Mat4, T_from, Vec, inverse, rpy_from_R
from olympian.motion.step.body import Posed, SteppingBody
from olympian.motion.step.gait import Gait
from olympian.motion.step.leg_swing import KNOTS, LegSwing
from olympian.motion.step.phase import Phase
from olympian.motion.step.plans import SIDES, Footstep, Side
from olympian.motion.step.stance import Stance
from olympian.motion.trajectory import Policy

BESIDE = 1e-3
"""Metres and radians by which feet may be off and still stand side by side."""


class StepPlanner:
    """Knows where the soles are in its plan, and what stance comes next."""

    def __init__(self, body: SteppingBody, posed: Posed, gait: Gait) -> None:
        self.gait = gait
        self._body = body
        self._shift_time, self._swing_time = gait.shortest_shift, gait.shortest_swing
        self._ready = np.array(body.robot.ready)
        self._now = self._present(posed)
        self._posed = body.solve(self._now, posed)

    def enter(self) -> list[Phase]:
        """Into the gait's own stance on both feet."""
        return [self._go("enter", self._on_both(self._now.soles), self.gait.shortest_shift)]

    def step(self, step: Footstep) -> list[Phase]:
        """Shift over the standing foot, then swing the other one to its landing.

        Raises:
            OlympianError: a leg cannot reach what it would need; nothing has changed then.
        """
        before = self._now, self._posed
        try:
            return self._step(step)
        except OlympianError:
            self._now, self._posed = before
            raise

    def _step(self, step: Footstep) -> list[Phase]:
        swing = SIDES.index(step.side)
        stance = 1 - swing
        landing = step.landing(self._now.soles[stance], self.spacing)
        height = self._height(landing, *self._now.soles)
        gait = self.gait
        speed = self._speed(step)
        # the knees bend for a lower landing only once the foot goes down: folded legs lift none
        now = self._height(*self._now.soles)
        over = self._on_one(stance, self._now.soles, now, speed, -0.5)
        if self._apart(swing):
            over = replace(over, rpy=over.rpy + np.array([0.0, radians(gait.tip_deg), 0.0]))
        phases = [self._go(f"shift {SIDES[stance]}", over, gait.shortest_shift)]
        self._shift_time = phases[0].duration
        phases += self._swing(swing, landing, height, speed)
        if gait.dwell:
            phases.append(self._go("dwell", self._now, gait.dwell))
        return phases

    def stand(self, now: Stance, posed: Posed) -> None:
        """Go on from another stance than the planned one."""
        self._now, self._posed = now, posed

    def closing(self, side: Side) -> list[Phase]:
        """Feet side by side, weight on both; nothing if it is so already.

        Raises:
            OlympianError: the gait's stance is out of reach; nothing has changed then.
        """
        before = self._now, self._posed
        try:
            return self._closing(side)
        except OlympianError:
            self._now, self._posed = before
            raise

    def _closing(self, side: Side) -> list[Phase]:
        beside = Footstep(side)
        moving = SIDES.index(side)
        landing = beside.landing(self._now.soles[1 - moving], self.spacing)
        phases = [] if _near(landing, self._now.soles[moving]) else self.step(beside)
        home = self._on_both(self._now.soles)
        if phases or np.abs(home.com - self._now.com).max() > BESIDE:
            phases.append(self._go("stand", home, self.gait.shortest_shift))
        return phases

    @property
    def spacing(self) -> float:
        """Between the soles of feet that stand side by side."""
        if self.gait.spacing is not None:
            return self.gait.spacing
        left, right = self._body.soles(self._ready)
        return float(left[1, 3] - right[1, 3])

    def _speed(self, step: Footstep) -> float:
        """How fast the centre of mass moves ahead all the time, if it shall not rest."""
        if not self.gait.glide or self.gait.split:
            return 0.0
        return step.x / (self._shift_time + self._swing_time)

    def _swing(self, swing: int, landing: Mat4, height: float, speed: float) -> list[Phase]:
        gait, stance = self.gait, 1 - swing
        soles = list(self._now.soles)
        away = soles[swing]
        soles[swing] = landing
        after = self._on_one(stance, (soles[0], soles[1]), height, speed, 0.5)
        side = SIDES[swing]
        if not gait.split:
            phase = self._go(f"swing {side}", after, gait.shortest_swing, swing, gait.height)
            self._swing_time = phase.duration
            return [phase]
        top = max(away[2, 3], landing[2, 3]) + gait.height
        if self._apart(swing):
            after = replace(after, height=after.height + gait.rise)
        phases = []
        for name, place in (("lift", _raised(away, top)), ("advance", _raised(landing, top))):
            soles[swing] = place
            high = max(after.height, self._now.height)
            over = replace(self._now, soles=(soles[0], soles[1]), height=high)
            phases.append(self._go(f"{name} {side}", over, gait.shortest_swing, swing))
        return [*phases, self._go(f"lower {side}", after, gait.shortest_swing, swing)]

    def _go(
        self, name: str, after: Stance, shortest: float, swing: int | None = None, lift: float = 0.0
    ) -> Phase:
        """A move from the present stance, which `after` then becomes."""
        trial = Phase(name, self._now, after, shortest, swing)
        way = [self._posed]
        for share, ahead, up in KNOTS if lift else ((1.0, 1.0, 0.0),):
            t = share * shortest
            stance = trial.aloft(t, ahead, up * lift, up * self.gait.bow) if lift else trial.at(t)
            way.append(self._body.solve(stance, way[-1]))
        travel = sum(float(np.abs(b.q - a.q).max()) for a, b in pairwise(way))
        duration = 2 * sqrt(travel / radians(self.gait.acceleration_deg_s2))
        phase = replace(trial, duration=max(duration, shortest, self._swayed(after, shortest)))
        if swing is not None and lift:
            knots = np.array([self._body.leg(swing, one.q) for one in way])
            phase = replace(phase, leg_swing=LegSwing(swing, knots))
        self._now, self._posed = after, way[-1]
        return phase

    def _swayed(self, after: Stance, shortest: float) -> float:
        """Seconds that moving the centre of mass takes if the ground's push shall stay near it."""
        gliding = shortest * (self._now.com_velocity + after.com_velocity) / 2
        way = float(np.linalg.norm(after.com - self._now.com - gliding))
        push = self.gait.sway * GRAVITY / after.height
        return sqrt(Policy.QUINTIC.peak_acceleration * way / push)

    def _apart(self, swing: int) -> bool:
        """Does the foot that is about to move stand on another level than the other one?"""
        away, standing = self._now.soles[swing], self._now.soles[1 - swing]
        return bool(abs(away[2, 3] - standing[2, 3]) > BESIDE)

    def _height(self, *soles: Mat4) -> float:
        height = self.gait.torso_height
        if height is None:
            height = -self._body.soles(self._ready)[0][2, 3]
        return float(height + min(sole[2, 3] for sole in soles))

    def _arms(self, raised: int | None = None) -> Vec:
        """The gait's arms on top of the ready pose; one of them raised sideways for balance."""
        robot, gait = self._body.robot, self.gait
        angles = {name: radians(angle) for name, angle in gait.arms_deg.items()}
        q = robot.joint_vector(angles, self._ready)
        if raised is not None and gait.arm_raise_deg:
            joint = robot.joint_index[f"{SIDES[raised]}_shoulder_roll"]
            q[joint] += (1.0, -1.0)[raised] * radians(gait.arm_raise_deg)
        return np.clip(q, robot.lower, robot.upper)

    def _yaw(self, soles: tuple[Mat4, Mat4]) -> float:
        """Midway between the feet, counted on over half a turn."""
        return self._now.rpy[2] + _turn(self._now.rpy[2], _middle_yaw(soles))

    def _on_both(self, soles: tuple[Mat4, Mat4]) -> Stance:
        yaw = self._yaw(soles)
        middle = (soles[0][:2, 3] + soles[1][:2, 3]) / 2
        ahead = np.array([np.cos(yaw), np.sin(yaw)])
        return Stance(
            soles=soles,
            com=middle + self.gait.centre * ahead,
            height=self._height(*soles),
            rpy=np.array([0.0, radians(self.gait.lean_deg), yaw]),
            arms=self._arms(),
            com_velocity=np.zeros(2),
        )

    def _on_one(
        self,
        stance: int,
        soles: tuple[Mat4, Mat4],
        height: float,
        speed: float,
        share: float,
    ) -> Stance:
        """Over one foot; `share` of a swing from its middle, at `speed` ahead."""
        gait, outward = self.gait, (1.0, -1.0)[stance]
        x, y = gait.over
        ahead = x + share * speed * self._swing_time
        now = inverse(soles[stance]) @ np.array([*self._now.com, 0.0, 1.0])
        if speed and (ahead - now[0]) * speed < 0.0:
            ahead = now[0]  # from standing: what is ahead already need not go back
        place = soles[stance] @ np.array([ahead, outward * y, 0.0, 1.0])
        velocity = speed * soles[stance][:2, 0]
        arms = self._arms(raised=stance)
        roll = -outward * radians(gait.roll_deg)
        pitch, yaw = radians(gait.lean_deg), self._yaw(soles)
        return Stance(soles, place[:2], height, np.array([roll, pitch, yaw]), arms, velocity)

    def _present(self, posed: Posed) -> Stance:
        """How the robot stands now, in a plan that begins midway between its soles."""
        T_torso_soles = self._body.soles(posed.q)
        R = T_torso_soles[0][:3, :3]
        middle = (T_torso_soles[0][:3, 3] + T_torso_soles[1][:3, 3]) / 2
        T_plan_torso = inverse(T_from(middle, R=R))
        left, right = (T_plan_torso @ sole for sole in T_torso_soles)
        com = self._body.com(posed.q, T_plan_torso)
        rpy = rpy_from_R(T_plan_torso[:3, :3])
        return Stance((left, right), com, float(T_plan_torso[2, 3]), rpy, posed.q, np.zeros(2))


def _middle_yaw(soles: tuple[Mat4, Mat4]) -> float:
    left, right = (rpy_from_R(sole[:3, :3])[2] for sole in soles)
    return left + _turn(left, right) / 2


def _turn(start: float, end: float) -> float:
    """The short way from one direction to another."""
    return float((end - start + np.pi) % (2 * np.pi) - np.pi)


def _raised(sole: Mat4, z: float) -> Mat4:
    T = sole.copy()
    T[2, 3] = z
    return T


def _near(a: Mat4, b: Mat4) -> bool:
    return bool(np.abs(a - b).max() < BESIDE)
