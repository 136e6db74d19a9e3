"""What the tree knows and what it decides: the only thing its elements share."""

from collections.abc import Sequence
from enum import Enum, auto
from math import radians

import numpy as np
from numpy.typing import NDArray

from olympian.decision.hcm.config import HcmConfig
from olympian.decision.hcm.reasons import Why, in_words
from olympian.decision.hcm.wishes import Wishes
from olympian.decision.modes import Body
from olympian.geometry import Vec, Vec3
from olympian.goal import Urgency
from olympian.records import FallDirection, RobotState, Semantic, Situation
from olympian.robot import Robot
from olympian.state import lying_on, side_down
from olympian.state.lean import StandingLean

UPRIGHT = 0.87
"""Cosine of the tilt (30°) up to which a robot in somebody's hands is not falling."""
STRAIGHT = 0.985
"""The same (10°) for one that is down and limp: if it leans at all, it leans on something."""
TIPPED = 0.82
"""Cosine of the angle (35°) by which a sitting robot may lean otherwise than when it sat down."""
LEAN_SHARE, LEAN_MORE = 1.2, 0.4
"""Of the lean that was felt while standing, made up for on the way up: a robot that bends leans by
more of what its knees and hips are off. Every further attempt adds as much: what failed once fails
again. By hand, on the 14 `fumanoid`s on which it was chosen (most have the worst zeros of 600): 27
of 28 get-ups at the first attempt instead of 20."""
LEAN_MOST = radians(6.0)
"""Beyond, the soles would not lie flat on any floor."""
STEADY = 0.2
"""Seconds of standing still before the soles are listened to."""
GYRO_SHARE = 0.1
"""Of a new rate of turn in its running mean: 0.1 s at 100 ticks per second."""


class Permission(Enum):
    """How much skills may do."""

    FREE = auto()
    ENDING = auto()
    """Only what is under way, and that is to come to an end."""
    NONE = auto()
    """Nothing: what was under way is forgotten."""
    WAITING = auto()
    """Nothing yet: what is asked for now begins when the robot is ready."""


class Seat(Enum):
    """Is it down on the floor by its own will, or on the way there or back?"""

    NO = auto()
    SINKING = auto()
    SITTING = auto()
    """In the pose from which `rise` gets up."""
    RISING = auto()


class Blackboard:
    """Facts are put on it before the tree is asked; actions write what they decide."""

    def __init__(self, robot: Robot, config: HcmConfig, body: Body) -> None:
        """Args: body: plays the module's own movements."""
        self.robot = robot
        self.config = config
        self.body = body
        self.wishes = Wishes()
        self.lean = StandingLean(robot)
        """Of zeros that are off, or of a slope: both are made up for alike."""
        self.reset()

    def reset(self) -> None:
        """As if just switched on, with the motors on."""
        self.situation = Situation(Semantic.STARTUP, "just switched on", 0.0)
        self.permission = Permission.WAITING
        self.acting = False
        """Does the module itself move the joints in this tick?"""
        self.t = 0.0
        """Time of this tick."""
        self.started = False
        self.down = False
        """Has it fallen, and not stood since? Then it cannot fall any deeper."""
        self.braced = False
        """Has the last fall's protective posture been reached, as far as it was commanded?"""
        self.dives = False
        """Is the fall that begins one of its own will?"""
        self.seat = Seat.NO
        self._sat: Vec3 = np.array([0.0, 0.0, 1.0])
        """The way up, in torso axes, when it came to sit."""
        self.attempts = 0
        """To get up, since it last stood."""
        self.q_goal: Vec = self.robot.ready
        """Where the joints were sent last."""
        self.permitted = Semantic.STARTUP
        """The state in which skills were last free to act."""
        self.last_moved: dict[Urgency, float] = {}
        """When something was last moved with each urgency."""
        self.last_wish = 0.0
        """When somebody last wanted something."""
        self.ending_since: float | None = None
        self.unloaded_since: float | None = None
        self.quiet_since: float | None = None
        self.toppling: FallDirection | None = None
        """Which side the sense of falling expects to be down, whatever was made of it."""
        self._turning = 0.0
        self._limp = False
        self._power: NDArray[np.int8] | None = None
        self._soft: frozenset[str] = frozenset()
        self._tried: dict[str, float] = {}
        self.lean.reset()

    def look(self, state: RobotState) -> None:
        """The facts of this tick."""
        self.t, self.state, self.health = state.t, state, state.health
        toppling = state.toppling
        x, y, z = state.angular_velocity_in_torso.tolist()
        self._turning += GYRO_SHARE * ((x * x + y * y + z * z) ** 0.5 - self._turning)
        quiet = self._turning < self.config.still
        self.quiet_since = (self.quiet_since or state.t) if quiet else None
        R, leans = state.R_world_torso, state.R_world_torso[2, 2] < UPRIGHT
        # one that went down and hangs half-way, on its hands or on something, has not got up
        askew = R[2, 2] < (STRAIGHT if self._limp else UPRIGHT)
        self.lying = side_down(R) if self.down and askew else lying_on(R)
        if self.seat is not Seat.NO:
            toppling = None
            self._watch_seat()
        self.toppling = toppling
        # one that lies and still moves has not come to the end of its fall
        lands = toppling if self.lying is None else None if quiet else self.lying
        dive = self._wished_dive()
        self.dives = lands is None and dive is not None
        self.falling = None if self.down else lands or dive
        unloaded = not (state.contacts.any() or leans) and self.seat is Seat.NO
        self.unloaded_since = (self.unloaded_since or state.t) if unloaded else None
        self.acting = False

    def _wished_dive(self) -> FallDirection | None:
        """The side to which it is to fall on purpose, if it may and knows how; asked for once."""
        side, self.wishes.dive = self.wishes.dive, None
        if side is None or self.permission is not Permission.FREE or self.seat is not Seat.NO:
            return None
        return side if self.knows(f"dive_{side}") else None

    def _watch_seat(self) -> None:
        """Who sits down on purpose does not fall, but one that then lies otherwise tipped over."""
        up = self.state.R_world_torso[2]
        if self.seat is not Seat.SITTING:
            self._sat = up
        tipped = float(up @ self._sat) < TIPPED
        self.lying = side_down(self.state.R_world_torso) if tipped else None
        if tipped and self.quiet_since is not None:
            self.seat, self.down = Seat.NO, True

    @property
    def at_ready(self) -> bool:
        """Were the joints sent to the ready pose?"""
        return self.q_goal is self.robot.ready

    def be(
        self, state: Semantic, reason: str = "", permission: Permission = Permission.NONE
    ) -> None:
        """What the robot is about from now on."""
        now = self.situation
        if state is not now.state or reason != now.reason:
            self.situation = Situation(state, reason, self.t)
        self.permission = permission
        if permission is Permission.FREE:
            self.permitted = state

    def words(self, why: Why) -> str:
        """A reason of the tree, with the culprit."""
        return in_words(why, self.wishes, self.health)

    def recently(self, urgency: Urgency, seconds: float) -> bool:
        """Was something moved with this urgency within the last seconds?"""
        last = self.last_moved.get(urgency)
        return last is not None and self.t - last <= seconds

    @property
    def down_because(self) -> str:
        """Why a lying robot stays down, if it has to."""
        if self.lying is not None and not self.knows(f"getup_{self.lying.value}"):
            return f"knows no way up from its {self.lying.value}"
        if not (self.config.get_up or self.wishes.get_up):
            return "waits to be told to get up"
        if self.attempts >= self.config.attempts and not self.wishes.get_up:
            return f"did not get up in {self.attempts} attempts: tell it to try again"
        return ""

    def knows(self, movement: str) -> bool:
        """Can the module play it?"""
        return self.body.animator.knows(movement)

    def begin(self, movement: str) -> None:
        """Play one of the module's movements; where the robot has none, hold."""
        if self.knows(movement):
            self.body.play(movement)
        else:
            self.body.hold(self.q_goal)

    def take_power(self) -> NDArray[np.int8] | None:
        """Which motors are to be switched in this tick, as a goal says it; then it is said."""
        power, self._power = self._power, None
        return power

    def begin_to_rise(self, movement: str) -> None:
        """Play one that ends on the feet; its soles make up for the lean, if they may."""
        self.begin(movement)
        share = LEAN_SHARE + LEAN_MORE * max(self.attempts - 1, 0)
        self.body.animator.tilt_soles(np.clip(share * self.lean.lean, -LEAN_MOST, LEAN_MOST))

    def learn_lean(self, dt: float) -> None:
        """Listen to the soles, if it has been standing still for a while."""
        quiet = self.quiet_since
        if quiet is not None and self.t - quiet >= STEADY:
            self.lean.step(self.state, dt)

    def go_limp(self) -> None:
        """Let go of all joints, again and again where one does not hear."""
        self._limp = True
        self._switch(False, np.flatnonzero(self.state.sensors.torque_on))

    def wake(self) -> None:
        """Hold all joints where they are; `revive` looks after those that do not hear."""
        if self._limp:
            self._limp = False
            self._switch(True)
            self.q_goal = self.state.q
            self.body.hold(self.state.q)

    def soften(self, limbs: frozenset[str]) -> None:
        """Let go of some limbs, and hold the others."""
        for limb in self._soft ^ limbs:
            joints = self.robot.indices(self.robot.limb(limb).chain.joint_names)
            self._switch(limb not in limbs, joints)
        self._soft = limbs

    def revive(self) -> None:
        """Switch servos on that went limp by themselves: a plug that was out, heat that is over."""
        on = self.state.sensors.torque_on
        if not on.all():
            names = self.robot.joint_names
            self.try_again([names[joint] for joint in np.flatnonzero(~on)])

    def try_tripped(self) -> None:
        """Give servos that switched themselves off another chance."""
        tripped = self.health.overloaded + self.health.overheated
        if tripped:
            self.try_again(tripped)

    def try_again(self, joints: Sequence[str]) -> None:
        """Switch servos on again, each once in a while, where they are."""
        due = [name for name in joints if self.t >= self._tried.get(name, 0.0)]
        if due:
            rows = self.robot.indices(due)
            self._switch(True, rows)  # one that is to be limp is so again in the next tick
            self._tried |= dict.fromkeys(due, self.t + self.config.retry_s)
            q_goal = np.array(self.q_goal)
            q_goal[rows] = self.state.q[rows]
            self.q_goal = q_goal

    def _switch(self, on: bool, joints: NDArray[np.intp] | None = None) -> None:
        """Have the goal of this tick switch motors, all of them unless some are given."""
        if joints is not None and not len(joints):
            return
        if self._power is None:
            self._power = np.zeros(self.robot.dof, dtype=np.int8)
        self._power[... if joints is None else joints] = 1 if on else -1
