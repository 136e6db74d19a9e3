"""An attacker that walks into its opponent, hands first, and backs off when it gives way."""

from dataclasses import replace
from enum import Enum

import numpy as np

from olympian.geometry import Place
from olympian.motion import SkillStatus
from olympian.motion.animate import Animator, load_movement
from olympian.motion.walk import DynamicWalk, read_walk
from olympian.records import JointGoal, RobotState, Twist
from olympian.robot import Robot

DISTANCE = 0.30
"""Metres between two fighters' feet at the bell: the ring's rule, and all that is known beforehand
of where the opponent stands. Hands in their guard do not touch."""
GUARD, REACH = MOVEMENTS = ("fight_guard", "fight_reach")
"""Of the arms: before the bell, and from then on."""
HASTE, CARE = 0.9, 0.4
"""Shares of the top speed to charge and to back off with."""
LEAN_DEG = 7.0
"""How far the torso leans ahead in a charge: hands reach further, so that feet stay away from those
of who falls, and the push that comes back straightens the body instead of bending it back."""
BRAKE = 1.0
"""m/s² to stop and turn back with: at the walk's own pace it would go on for another 20 cm."""
THROUGH = 0.06
"""Metres to push on after the hands met somebody: a stance tips within 5 cm, and further on lie the
feet of who fell."""
FREE, NEAREST, FURTHEST = 0.05, 0.08, 0.21
"""Metres from the bell's place: so far the hands are taken to be free; from here on they meet a
body and not only its fists; there nobody is who may still stand."""
FURTHER = 0.05
"""Metres to go beyond that with each new charge: who still stands was shoved away."""
LEAST = 0.03
"""Metres from the bell's place to which it backs off before it charges again."""
PATIENCE = 4.0
"""Seconds of pushing against what does not move."""
RETREAT, PAUSE = 4.0, 0.5
"""Seconds of backing off at most, and of standing before the next charge."""
LOSING, OFF_BALANCE = 0.2, 0.1
"""Sine of how far the torso is bent back: so far the other one wins the push, and from there on it
backs off at its top speed, to get its feet below its body again."""
SMOOTH = 0.1
"""Share of a new reading in the shoulders' load in free air."""
FELT = 0.03
"""Change of a shoulder's load, a share of the stall torque, that says the hands met something: in
free air it stays within 0.01."""


class FightState(Enum):
    """What the fighter is about."""

    GUARD = "guard"
    """Standing: before the bell, and when a charge met nobody."""
    CHARGE = "charge"
    BACK_OFF = "back off"
    PAUSE = "pause"


class Fighter:
    """A skill for one round: raises its guard, and attacks from the bell (`begin`) on.

    Two robots that push each other get the same push. A walk answers it with its next step, and a
    stance has no answer: so it leans into the opponent and walks until that has tipped, and backs
    off before it stumbles over it, or when it is bent back itself. It has its own sensors and
    nothing else; its hands feel through the shoulders' loads whether anybody is there.
    """

    def __init__(self, robot: Robot) -> None:
        walk = read_walk(robot)
        acceleration = (BRAKE, *walk.limits.acceleration[1:])
        self._agile = walk.changed({"limits.acceleration": acceleration})
        self._leaning = walk.changed({"pattern.lean_deg": LEAN_DEG})
        self._walk = DynamicWalk(robot, self._agile)
        self._arms = robot.indices([name for arm in robot.arms for name in arm.chain.joint_names])
        self._shoulders = robot.indices([arm.chain.joint_names[0] for arm in robot.arms])
        sets = [load_movement(robot, name) for name in MOVEMENTS]
        self._hands = Animator(robot, sets, robot.ready)
        self.reset()

    def reset(self) -> None:
        """Standing ready, before the bell."""
        self._walk.config = self._agile
        self._walk.reset()
        self._hands.reset()
        self._hands.play(GUARD, loops=1)
        self._bell = False
        self._place = Place()
        self._furthest = FURTHEST
        self._since = 0.0
        self._bent_back = 0.0
        self._bell_at: Place | None = None
        self._ahead = 0.0
        """Metres from where it heard the bell, by its odometry."""
        self._free_load = np.zeros(len(self._shoulders))
        self._met_at: float | None = None
        self.doing = FightState.GUARD
        self.landed = 0
        """Charges that met something."""

    @property
    def status(self) -> SkillStatus:
        """It fights on until the round is over, which it is not asked about."""
        return SkillStatus.RUNNING

    def begin(self) -> None:
        """The bell."""
        self._bell = True

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick: legs by the walk, arms in their guard."""
        self._since += dt
        self._place = state.odometry.place
        if self._bell_at is not None:
            self._ahead = self._bell_at.inverse().then(self._place).x
        self._feel(state)
        self._decide()
        self._walk.command(self._command())
        arms = self._hands.step(state, dt)
        goal = self._walk.step(state, dt)
        if goal is None or arms is None:
            return goal
        q = np.array(goal.q)
        q[self._arms] = arms.q[self._arms]
        return replace(goal, q=q)

    def _command(self) -> Twist:
        top = self._walk.top_speed
        if self.doing is FightState.CHARGE:
            return top.at(HASTE)
        if self.doing is FightState.BACK_OFF:
            return top.at(-1.0 if self._bent_back > OFF_BALANCE else -CARE)
        return Twist()

    def _feel(self, state: RobotState) -> None:
        """Has it met somebody? What the arms weigh is felt on the way there."""
        self._bent_back = float(state.R_world_torso[2, 0])
        if self.doing is not FightState.CHARGE:
            return
        load = state.sensors.load[self._shoulders]
        if self._bent_back > LOSING:
            self._met_at = self._ahead
        elif self._ahead < FREE:
            self._free_load += SMOOTH * (load - self._free_load)
        elif self._met_at is None and self._ahead > NEAREST:
            felt = np.abs(load - self._free_load).max() > FELT
            self._met_at = self._ahead if felt else None

    def _decide(self) -> None:
        """What to do after what has just ended."""
        if self.doing is FightState.GUARD:
            if self._bell:
                self._bell = False
                self._bell_at, self._ahead = self._place, 0.0
                self._hands.play(REACH, loops=1)
                self._go(FightState.CHARGE)
        elif self.doing is FightState.CHARGE:
            met = self._met_at is not None
            end = self._met_at + THROUGH if self._met_at is not None else self._furthest
            lost = self._bent_back > LOSING or self._since > PATIENCE
            if lost or self._ahead > end:
                self.landed += met
                self._go(FightState.BACK_OFF)
        elif self.doing is FightState.BACK_OFF:
            if self._ahead < LEAST or self._since > RETREAT:
                self._go(FightState.PAUSE)
        elif self._since > PAUSE:
            self._furthest += FURTHER
            self._go(FightState.CHARGE if self._met_at is not None else FightState.GUARD)

    def _go(self, doing: FightState) -> None:
        self.doing, self._since = doing, 0.0
        self._walk.config = self._leaning if doing is FightState.CHARGE else self._agile
        if doing is FightState.CHARGE:
            self._met_at = None
