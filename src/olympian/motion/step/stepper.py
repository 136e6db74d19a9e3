"""Static stepping as a skill: walk, turn, side step and stairs, one footstep at a time."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import atan2, radians

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, Place, R_from_rpy, T_from, Vec, frozen, inverse
from olympian.motion.animate import settings_of
from olympian.motion.skill import SkillStatus
from olympian.motion.step.body import Posed, SteppingBody
from olympian.motion.step.edge import meets_edge, withdrawn
from olympian.motion.step.gait import Gait
from olympian.motion.step.phase import Phase
from olympian.motion.step.planner import StepPlanner
from olympian.motion.step.plans import SIDES, Footstep, Side
from olympian.records import JointGoal, LegState, RobotState, ServoSettings, Support
from olympian.robot import Robot

SMALLER = (1.0, 0.85, 0.7, 0.5, 0.25)
"""Shares of a step that are tried until one is in reach."""
MOST_TURN, MOST_ASIDE = radians(3.0), 0.006
"""By which a step is turned and moved back at most where feet have slipped, rad and metres."""
WITHDRAW = 0.3
"""Seconds in which a foot comes up from an edge on which it stepped."""
NUDGE, MOST_TOUCHES = 0.006, 6
"""Metres that feet go ahead where one met the edge of a step down, and how often at most."""
RESUME = 0.6
"""Seconds in which a frozen step comes back to its speed: at once, it would throw the robot."""


class StepState(Enum):
    """The walk's own state machine (HOly, figure 8, second layer)."""

    IDLE = "idle"
    INIT = "init"
    LOOP = "loop"
    STOP = "stop"


@dataclass(frozen=True)
class _Wish:
    length: float
    side: float
    turn: float


class Stepper:
    """Steps so that the centre of mass is always over a sole: it can stop at any instant.

    Parameters are read before each step, so a change of `gait` or of the wish acts at the next one.
    """

    def __init__(
        self,
        robot: Robot,
        gait: Gait,
        q_start: Vec | None = None,
    ) -> None:
        """Args: q_start: where the joints were sent before; the ready pose if None."""
        self._body = SteppingBody(robot)
        self.gait = gait
        self._q_start = frozen(robot.ready if q_start is None else q_start)
        left, right = (robot.feet.index(foot) for foot in self._body.feet)
        self._order = [left, right]
        self.reset()

    def reset(self) -> None:
        """Stand where it was made, as if nothing had happened."""
        self.frozen = False
        """While true, time stands still: the goals of the last tick are held."""
        self._pace = 1.0
        self.state = StepState.IDLE
        self.steps_done = 0
        self.reason = ""
        """Why the last step was made smaller or not taken, if it was so."""
        self._failed = False
        self._stepped = False
        self._wish: _Wish | None = None
        self._list: deque[Footstep] = deque()
        self._phases: deque[Phase] = deque()
        self._t = 0.0
        self._taken: tuple[Footstep, list[Phase], list[Mat4]] | None = None
        """The step under way, its phases, and where soles should have been before it."""
        self._loads = np.zeros(2)
        """Newtons on the left and the right sole."""
        self._touches = 0
        """How often in a row a foot met the edge that it should have passed."""
        self._last: Side = "left"
        self._first: Side = "right"
        self._settings: ServoSettings | None = None
        self._planner: StepPlanner | None = None
        self._posed = Posed(np.array(self._q_start), np.zeros(2))
        self._looked = self._feels = False
        self._place = Place()
        """Where it believes it is."""
        self._seen = [np.eye(4), np.eye(4)]
        """Soles, left and right, by the odometry."""
        self._should = [np.eye(4), np.eye(4)]
        """Where they should be by the steps that were asked for."""

    def begin_at(self, q: Vec) -> None:
        """Take over from another skill whose last goal was `q`."""
        self.reset()
        self._posed = Posed(np.array(q), np.zeros(2))

    @property
    def status(self) -> SkillStatus:
        """Done while it stands and nothing is asked of it; failed if a step was out of reach."""
        if self.state is not StepState.IDLE:
            return SkillStatus.RUNNING
        return SkillStatus.FAILED if self._failed else SkillStatus.DONE

    @property
    def phase(self) -> str:
        """What it does now, in a word."""
        return self._phases[0].name if self._phases else "stand"

    @property
    def pose(self) -> int:
        """Which of HOly's nine poses (figure 9) it is on the way to; left first: mirrored."""
        if not self._phases or self._phases[0].name in ("enter", "stand"):
            return 1
        phase, first = self._phases[0], self._last == self._first
        if phase.swing is not None:
            return 9 if self.state is StepState.STOP else 3 if first else 6
        if self.state is StepState.INIT:
            return 2
        halfway = self._t < phase.duration / 2
        # the foot that is about to swing is `_last`: the other one has just landed
        return (7 if halfway else 8) if first else (4 if halfway else 5)

    @property
    def q(self) -> Vec:
        """Last goal of all joints."""
        return self._posed.q

    def walk(self, length: float, side: float = 0.0, turn: float = 0.0) -> None:
        """Walk on until `stop`: metres ahead, metres to the left and radians to the left a step."""
        if not np.isfinite([length, side, turn]).all():
            raise OlympianError(f"a step needs finite numbers, not {length}, {side}, {turn}")
        self._list.clear()
        self._wish = _Wish(length, side, turn)
        self._begin()

    def take(self, steps: Sequence[Footstep], heading: float | None = None) -> None:
        """Take just these steps, then stand.

        Args:
            heading: by the odometry, to which they lead; that of now if None.
        """
        self._wish = None
        self._list = deque(steps)
        if steps:
            self._begin()
        if heading is not None:
            place = self._place
            T_turn = _pose(place.x, place.y, heading) @ inverse(_pose(*place))
            self._should = [T_turn @ T for T in self._should]

    def stop(self) -> None:
        """Finish the step, put the feet side by side and stand."""
        self._wish = None
        self._list.clear()

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals of this tick."""
        self._look(state)
        self._pace = 0.0 if self.frozen else min(1.0, self._pace + dt / RESUME)
        if self._pace and self.state is not StepState.IDLE:
            self._advance(self._pace * dt)
        support = None if self.state is StepState.IDLE else self._support()
        everyone = np.ones(len(self.q), dtype=np.bool_)
        return JointGoal(self.q, everyone, support=support, settings=self._settings)

    def _look(self, state: RobotState) -> None:
        """Where the soles are by the odometry; what steps are counted from is seen at rest."""
        assert state.legs is not None, "who steps has two of them"
        self._place = state.odometry.place
        self._seen = _soles(self._place, state.legs)
        if state.sensors.foot_pressure is not None:  # else no edge is felt
            self._loads = state.loads[self._order]
        self._feels = bool(state.attitude_known and state.contacts.any())
        if not self._looked or self.state is StepState.IDLE:
            self._should = list(self._seen)
        self._looked = True

    def _support(self) -> Support:
        phase = self._phases[0]
        grounded = np.array([phase.grounded[index] for index in self._order])
        R_plan_torso = R_from_rpy(*phase.at(self._t).rpy)
        acceleration = self._pace**2 * np.array([*phase.com_acceleration(self._t), 0.0])
        return Support(grounded, acceleration @ R_plan_torso)

    def _begin(self) -> None:
        if self.state is StepState.IDLE:
            self.state = StepState.INIT
            self._failed = self._stepped = False
            self._planner = StepPlanner(self._body, self._posed, self.gait)
            self._phases.extend(self._planner.enter())
            self._t = 0.0
            self._settings = settings_of(self._body.robot, self.gait.compliance)

    def _advance(self, dt: float) -> None:
        assert self._planner is not None
        self._t += dt
        while self._phases and self._t >= self._phases[0].duration - 1e-9:
            done = self._phases.popleft()
            self._t -= done.duration
            if done.swing is not None and (not self._phases or self._phases[0].swing is None):
                self.steps_done += 1
                if self._taken and self._taken[0].z:
                    self._touches = 0
        if not self._phases and not self._plan_next():
            self.state = StepState.IDLE
            self._t = 0.0
            self._settings = None
            return
        if self._taken and meets_edge(self._phases[0], self._t, self._loads):
            self._withdraw(*self._taken)
        phase = self._phases[0]
        self._posed = self._body.solve(
            phase.at(self._t), self._posed, rounds=2, swing=phase.leg(self._t)
        )

    def _plan_next(self) -> bool:
        """Phases of what comes next; False if all is done."""
        assert self._planner is not None
        planner = self._planner
        planner.gait = self.gait
        if (step := self._next_step()) is not None and (phases := self._reachable(step)):
            self.state = StepState.LOOP if self._stepped else StepState.INIT
            self._first = self._first if self._stepped else step.side
            self._last, self._stepped = step.side, True
            self._phases.extend(phases)
            return True
        self.state = StepState.STOP
        side = self._other(self._last)
        try:
            closing = planner.closing(side)
        except OlympianError as error:
            # a gait whose own stance is out of reach: better to stand as it is than to fall
            self.reason, self._failed, closing = str(error), True, []
        if any(phase.swing is not None for phase in closing):
            self._last = side
        self._phases.extend(closing)
        self._stepped = False
        return bool(closing)

    def _withdraw(self, step: Footstep, phases: list[Phase], should: list[Mat4]) -> None:
        """Put the foot back and try again a little further ahead.

        The first foot down needs the other one to go ahead too: its own reach is used up.
        """
        assert self._planner is not None
        back = withdrawn([*phases[: -len(self._phases)], self._phases[0]], self._t, WITHDRAW)
        self._phases, self._t, self._taken = deque(back), 0.0, None
        self._planner.stand(back[-1].after, self._posed)
        self._should = should
        self._touches += 1
        if self._touches > MOST_TOUCHES:
            self.reason, self._failed = f"step: no room for the {step.side} foot below", True
            self.stop()
            return
        if step.z:
            ahead = (Footstep(step.side, x=NUDGE), Footstep(self._other(step.side)))
            self._list.extendleft((step, *reversed(ahead)))
        else:
            self._list.appendleft(replace(step, x=step.x + NUDGE))

    def _next_step(self) -> Footstep | None:
        if self._list:
            return self._list.popleft()
        if self._wish is None:
            return None
        wish = self._wish
        towards: Side = "left" if (wish.side or wish.turn) > 0 else "right"
        side = self._other(self._last) if self._stepped else towards
        opens = side == towards
        return Footstep(
            side,
            x=wish.length,
            y=wish.side if opens else 0.0,
            yaw=wish.turn if opens else 0.0,
        )

    def _reachable(self, step: Footstep) -> list[Phase]:
        """Phases of a step; one of a walk is made smaller until the legs can do it."""
        assert self._planner is not None
        self.reason, tries = "", SMALLER if self._wish is not None else (1.0,)
        for share in tries:
            smaller = replace(step, x=share * step.x, y=share * step.y, yaw=share * step.yaw)
            # straight on where turning back is out of reach
            for one in dict.fromkeys((self._on_course(smaller), smaller)):
                try:
                    phases = self._planner.step(one)
                except OlympianError as error:
                    self.reason = str(error)
                else:
                    self._taken = smaller, phases, list(self._should)
                    self._ask(smaller)
                    return phases
        self._failed = True
        self.stop()
        return []

    def _ask(self, step: Footstep) -> None:
        """Note where the foot that moves should come to be."""
        assert self._planner is not None
        moving = SIDES.index(step.side)
        self._should[moving] = step.landing(self._should[1 - moving], self._planner.spacing)

    def _on_course(self, step: Footstep) -> Footstep:
        """The step, turned back by what the standing foot has slipped; longer or shorter, if aside.

        Feet turn no further against each other than the gait turns them: heels would meet. Steps
        that do not go aside keep their width: rocking looks like a slip, and feet would spread.
        """
        if not self._feels:
            return step
        standing = 1 - SIDES.index(step.side)
        T_should_seen = inverse(self._should[standing]) @ self._seen[standing]
        slipped = atan2(T_should_seen[1, 0], T_should_seen[0, 0])
        most = max(radians(self.gait.turn_deg), abs(step.yaw))
        yaw = step.yaw - min(max(slipped, -MOST_TURN), MOST_TURN)
        aside = min(max(T_should_seen[1, 3], -MOST_ASIDE), MOST_ASIDE) if step.y else 0.0
        return replace(step, y=step.y - aside, yaw=min(max(yaw, -most), most))

    def _other(self, side: Side) -> Side:
        return SIDES[1 - SIDES.index(side)]


def _soles(place: Place, legs: LegState) -> list[Mat4]:
    """`T_start_sole` of both feet, the middle between them at `place`."""
    (x, y, _), (u, v, _) = legs.soles
    T_start_torso = _pose(*place) @ _pose(-(x + u) / 2, -(y + v) / 2, 0.0)
    return [T_start_torso @ _pose(*sole) for sole in legs.soles]


def _pose(x: float, y: float, yaw: float) -> Mat4:
    return T_from((x, y, 0.0), (0.0, 0.0, yaw))
