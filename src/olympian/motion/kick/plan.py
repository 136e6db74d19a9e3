"""The whole kick as a spline through eight postures, in the frame midway between the feet."""

from dataclasses import replace
from math import cos, radians, sin, sqrt
from typing import NamedTuple

import numpy as np

from olympian.geometry import Mat4, T_from, Vec, inverse, rpy_from_R
from olympian.motion.kick.config import KickConfig
from olympian.motion.kick.spline import KeySpline
from olympian.motion.kick.strike import Face, Feet, FootStrike
from olympian.motion.step import Posed, Stance, SteppingBody
from olympian.motion.walk import swung_joints
from olympian.robot import Robot

SHIFT, DRAW, SWING, THROUGH, BACK, LOWER, SETTLE = range(7)
"""Parts of the plan in order; key `n` is where part `n` begins."""
NAMES = ("shift", "draw", "swing", "swing through", "back", "lower", "settle")
FAINTEST = 0.15
"""Least power: a foot that hardly moves hits nothing."""


STEP = 0.004
"""Metres of the foot's way at the ball over which the speeds of its joints are taken."""


class _Key(NamedTuple):
    """The body at one instant; a row of the spline."""

    com: tuple[float, float]
    height: float
    rpy: tuple[float, float, float]
    lift: float
    """Of the kicking foot over its place, where it does not swing."""
    arms: float
    """rad by which the arm of the standing side is ahead, and the other one back."""
    over: float
    """Share of the weight that is on its way over the standing foot."""
    home: float
    """Share of the way of the other joints to the ready pose."""

    def row(self) -> list[float]:
        return [*self.com, self.height, *self.rpy, self.lift, self.arms, self.over, self.home]


class Planned(NamedTuple):
    """What a plan says for one instant."""

    stance: Stance
    acceleration: Vec
    """(2,) of the centre of mass."""
    over: float
    """Share of the weight that is on its way over the standing foot."""
    swing: tuple[int, Vec] | None = None
    """The kicking leg and its angles, while it swings."""


class KickPlan:
    """Where the body and the kicking leg are at every instant of a kick.

    The leg swings in its joints: each of them speeds up evenly from rest to what the foot needs at
    the ball, and slows down evenly behind it. So all of them help, none turns round on the way, and
    servos that are at their limit are so together.
    """

    def __init__(
        self,
        body: SteppingBody,
        start: Posed,
        strike: FootStrike,
        config: KickConfig,
        power: float,
    ) -> None:
        self.strike = strike
        self._q, self._arms = start.q, _arms(body.robot, strike.foot)
        self._ready = body.robot.ready
        self._limits = body.robot.lower, body.robot.upper
        self._soles, self._present = _present(body, start)
        self._rest = self._soles[strike.foot]
        self._landing, self._last = _ready(body, self._soles, strike.foot)
        self._standing = self._soles[1 - strike.foot]
        share = 1.0 if strike.face is Face.TOES else config.swing.outside
        speed = share * config.swing.speed * min(max(power, FAINTEST), 1.0)
        times, (run_up, run_out) = config.times, config.swing.seconds
        # the same acceleration on a longer way
        wider = sqrt(max(_apart(self._soles) / _apart(body.soles(body.robot.ready)), 1.0))
        shift, settle = wider * times.shift, wider * times.settle
        parts = (shift, times.draw, run_up, run_out, times.back, times.lower, settle)
        ends = np.array([0.0, *np.cumsum(parts)])
        rows = np.array([key.row() for key in self._keys(config)])
        velocities = np.zeros_like(rows)
        velocities[THROUGH] = (rows[BACK] - rows[SWING]) / (ends[BACK] - ends[SWING])
        self.spline = KeySpline(ends, rows, velocities)
        self._swing = self._leg(body, start, config, speed)

    def at(self, t: float) -> Planned:
        """The posture at `t`."""
        planned = self._body_at(t)
        if not DRAW <= self.spline.segment(t) < LOWER:
            return planned
        return planned._replace(swing=(self.strike.foot, self._swing.at(t)[0]))

    def _body_at(self, t: float) -> Planned:
        """Without the swing."""
        row, acceleration = self.spline.at(t)
        soles = list(self._soles)
        before = self.spline.segment(t) < BACK
        soles[self.strike.foot] = _raised(self._rest if before else self._landing, float(row[6]))
        q = self._q + row[9] * (self._ready - self._q)
        stance = Stance(
            soles=(soles[0], soles[1]),
            com=row[:2],
            height=float(row[2]),
            rpy=row[3:6],
            arms=np.clip(q + row[7] * self._arms, *self._limits),
            com_velocity=np.zeros(2),
        )
        return Planned(stance, acceleration[:2], float(row[8]))

    def _leg(self, body: SteppingBody, start: Posed, config: KickConfig, speed: float) -> KeySpline:
        """Angles of the kicking leg from where it leaves the ground to where it is over it again.

        Raises: OlympianError: it cannot reach the ball.
        """
        foot, swing = self.strike.foot, config.swing
        ends = self.spline.times[DRAW : LOWER + 1]
        rest, over = (self._solved(body, start, t) for t in (ends[0], ends[-1]))
        sole, direction = self.strike.sole, self.strike.direction
        at_ball = self._body_at(float(ends[2])).stance

        def met(along: float) -> Vec:
            x, y = sole.x + along * cos(direction), sole.y + along * sin(direction)
            turned = swing.flick * along / swing.speed
            T = T_from((x, y, swing.lift), (0.0, radians(swing.pitch_deg) - turned, sole.yaw))
            soles = [T if index == foot else one for index, one in enumerate(at_ball.soles)]
            stance = replace(at_ball, soles=(soles[0], soles[1]))
            return body.leg(foot, body.solve(stance, start).q)

        turning = (met(STEP) - met(-STEP)) / (2 * STEP) * speed
        ball, (run_up, run_out) = met(0.0), swing.seconds
        keys = [rest, ball - turning * run_up / 2, ball, ball + turning * run_out / 2, over]
        legs = body.robot.legs
        chain = next(leg.chain for leg in legs if leg.side == self.strike.side)
        rows = body.robot.indices(chain.joint_names)
        low, high = (limit[rows] for limit in self._limits)
        values = np.clip(np.array(keys), low, high)
        velocities = np.zeros_like(values)
        velocities[2] = turning
        return KeySpline(ends, values, velocities)

    def _solved(self, body: SteppingBody, start: Posed, t: float) -> Vec:
        """Angles of the kicking leg with its foot at its place."""
        return body.leg(self.strike.foot, body.solve(self._body_at(t).stance, start).q)

    def _keys(self, config: KickConfig) -> list[_Key]:
        strike, stance, swing = self.strike, config.stance, config.swing
        way = np.array([cos(strike.direction), sin(strike.direction)])
        outer = -strike.outer  # of the foot that stands
        over = (self._standing @ np.array([stance.over[0], outer * stance.over[1], 0.0, 1.0]))[:2]
        roll = -outer * radians(stance.roll_deg)
        first = _Key(
            _pair(self._present.com),
            self._present.height,
            _triple(self._present.rpy),
            lift=0.0,
            arms=0.0,
            over=0.0,
            home=0.0,
        )
        shifted = first._replace(
            com=_pair(over), height=stance.height, rpy=(roll, 0.0, 0.0), over=1.0
        )
        yaw = stance.turn * strike.sole.yaw
        towards = strike.direction - yaw
        swings = [
            shifted._replace(
                com=_pair(over + ahead * way),
                rpy=(roll - radians(lean) * sin(towards), radians(lean) * cos(towards), yaw),
                arms=radians(arm),
            )
            for ahead, lean, arm in zip(stance.ahead, stance.lean_deg, stance.arm_deg, strict=True)
        ]
        above = shifted._replace(lift=swing.landing)
        last = first._replace(
            com=_pair(self._last.com),
            height=self._last.height,
            rpy=_triple(self._last.rpy),
            home=1.0,
        )
        return [first, shifted, *swings, above, shifted, last]


def _raised(sole: Mat4, lift: float) -> Mat4:
    T = sole.copy()
    T[2, 3] += lift
    return T


def feet_of(body: SteppingBody) -> Feet:
    """What strikes must know of the soles of a robot."""
    left = body.feet[0].outline
    return Feet(
        spacing=_apart(body.soles(body.robot.ready)),
        toe=float(left[:, 0].max()),
        outside=float(left[:, 1].max()),
        middle=float(left[:, 0].max() + left[:, 0].min()) / 2,
    )


def _apart(soles: tuple[Mat4, Mat4]) -> float:
    """Metres between two soles, seen from above."""
    return float(np.linalg.norm(soles[0][:2, 3] - soles[1][:2, 3]))


def _present(body: SteppingBody, posed: Posed) -> tuple[tuple[Mat4, Mat4], Stance]:
    """Soles and posture as the robot stands now, in a frame midway between its soles."""
    T_torso_soles = body.soles(posed.q)
    R = T_torso_soles[0][:3, :3]
    middle = (T_torso_soles[0][:3, 3] + T_torso_soles[1][:3, 3]) / 2
    T_plan_torso = inverse(T_from(middle, R=R))
    left, right = (T_plan_torso @ sole for sole in T_torso_soles)
    com = body.com(posed.q, T_plan_torso)
    rpy = rpy_from_R(T_plan_torso[:3, :3])
    stance = Stance((left, right), com, float(T_plan_torso[2, 3]), rpy, posed.q, np.zeros(2))
    return (left, right), stance


def _ready(body: SteppingBody, soles: tuple[Mat4, Mat4], foot: int) -> tuple[Mat4, Stance]:
    """Where a foot lands beside the other one for the ready pose, and that pose."""
    q = np.array(body.robot.ready)
    T_torso_soles = body.soles(q)
    T_plan_torso = soles[1 - foot] @ inverse(T_torso_soles[1 - foot])
    left, right = (T_plan_torso @ sole for sole in T_torso_soles)
    com, rpy = body.com(q, T_plan_torso), rpy_from_R(T_plan_torso[:3, :3])
    stance = Stance((left, right), com, float(T_plan_torso[2, 3]), rpy, q, np.zeros(2))
    return (left, right)[foot], stance


def _pair(values: Vec) -> tuple[float, float]:
    x, y = values.tolist()
    return x, y


def _triple(values: Vec) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z


def _arms(robot: Robot, foot: int) -> Vec:
    """(dof,) rad that each joint turns where the arm of the standing side goes a radian ahead."""
    turns = np.zeros(robot.dof)
    for joint, sense, *_ in swung_joints(robot):
        turns[int(joint)] = sense if foot == 1 else -sense
    return turns
