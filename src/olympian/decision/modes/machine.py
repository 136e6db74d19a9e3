"""The first layer: which mode drives the robot (HOly III-D, figure 8)."""

from collections.abc import Mapping
from math import inf, radians

import numpy as np

from olympian.decision.modes.body import Body
from olympian.decision.modes.fight import FightMode
from olympian.decision.modes.mode import Mode, Stock
from olympian.decision.modes.parameter import Parameter
from olympian.decision.modes.run import RunMode
from olympian.decision.modes.stairs import StairsMode
from olympian.decision.modes.stand import StandMode
from olympian.decision.modes.walk import WalkMode
from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec
from olympian.goal import Refusal, Urgency
from olympian.motion import SkillStatus, TopSpeed
from olympian.motion.animate import Animator
from olympian.motion.step import Gait, Stepper
from olympian.motion.walks import Walk
from olympian.records import JointGoal, RobotState, Twist
from olympian.robot import Robot

MODES: tuple[type[Mode], ...] = (
    StandMode,
    WalkMode,
    StairsMode,
    FightMode,
    RunMode,
)
FREEZE = "freeze"
NEAR = radians(0.1)
"""From the ready pose, within which there is no way to go."""
HALT = Twist(), inf
"""What a run is told that is entered by hand."""


class ModeMachine:
    """A skill driven by mode and command names.

    Modes do not change in mid action: a request is kept, the mode is asked to end, and the new one
    begins when it has. `freeze` stops everything at this instant and goes on when pressed again;
    only a run has to come to a stop first. Modes for which the robot lacks a movement, a gait or a
    walk are not offered. Under a control module it is a claimant: what it asks for it may not get,
    and while it is interrupted nothing is obeyed.
    """

    name = "modes"

    def __init__(
        self,
        robot: Robot,
        animator: Animator,
        stepper: Stepper | None = None,
        gaits: Mapping[str, Gait] | None = None,
        walk: Walk | None = None,
    ) -> None:
        """A machine with what there is.

        Args:
            gaits: by name, for the stepper; without one there are none.
            walk: what the run is made with.
        """
        self.body = Body(robot, animator, stepper, walk)
        steps = (gaits or {}) if stepper is not None else {}
        self._stock = Stock(animator.names, steps, walk is not None)
        offered = [mode for mode in MODES if not mode.missing(self._stock)]
        self._modes = {mode.name: mode(self.body, self._stock) for mode in offered}
        self.reset()

    def reset(self) -> None:
        """Stand in the ready pose, nothing kept."""
        self.body.reset()
        for mode in self._modes.values():
            mode.drop()
        self._mode = self._modes[StandMode.name]
        self._asked: Mode | None = None
        self._twist: tuple[Twist, float] = HALT
        self._barred = ""
        self.message = ""
        """One line for the display: what was last said."""

    @property
    def modes(self) -> tuple[str, ...]:
        """Modes this robot has what it takes for."""
        return tuple(self._modes)

    @property
    def mode(self) -> str:
        """Mode in charge."""
        return self._mode.name

    @property
    def state(self) -> str:
        """State of the mode's own machine."""
        return "frozen" if self.body.frozen else self._mode.state

    @property
    def asked(self) -> str | None:
        """Mode that begins when the action has ended."""
        return self._asked.name if self._asked else None

    @property
    def in_action(self) -> bool:
        """Is something under way that no other mode may cut short?"""
        return self._mode.in_action

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Numbers of the mode in charge."""
        return self._mode.parameters

    def tune(self, mode: str, name: str, value: float) -> None:
        """Give a number of a mode another value, kept within the number's ends."""
        self._find(mode).tune(name, value)

    def parameters_of(self, mode: str) -> tuple[Parameter, ...]:
        """Numbers of any mode."""
        return self._find(mode).parameters

    @property
    def status(self) -> SkillStatus:
        """Running while in action."""
        return SkillStatus.RUNNING if self.in_action else SkillStatus.DONE

    def commands(self, mode: str | None = None) -> Mapping[str, str]:
        """What can be pressed in a mode (the present one), and what it does."""
        chosen = self._mode if mode is None else self._find(mode)
        return {**chosen.commands, FREEZE: chosen.freezing}

    def select(self, mode: str) -> None:
        """Change the mode: now, or when the action under way has ended."""
        chosen = self._find(mode)
        self.message, self._twist = "", HALT
        if self._barred:
            self.message = f"{mode} not done: {self._barred}"
        elif chosen is self._mode:
            self._asked = None
        else:
            self._asked = chosen
            self._mode.leave()
            if self.in_action:
                self.message = f"{mode} when {self._mode.action} has ended"
            self._go_on()

    def drive(self, twist: Twist, lasts: float = inf) -> None:
        """Run this way: now, or when the action under way has ended.

        Args: lasts: seconds after which it stops if it was not told again.
        """
        run = self._find(RunMode.name)
        assert isinstance(run, RunMode)
        if self._mode is not run and self._asked is not run:
            self.select(RunMode.name)
        self._twist = twist, lasts
        if self._mode is run:
            self._asked = None
            run.drive(twist, lasts)

    def bar(self, why: str) -> None:
        """Nobody may run for this reason, until it is empty again; a robot that cannot does not."""
        run = self._modes.get(RunMode.name)
        if isinstance(run, RunMode):
            self.message = why or (self.message if self.message != run.barred else "")
            run.bar(why)

    @property
    def top_speed(self) -> TopSpeed:
        """What may be asked of the run."""
        self._find(RunMode.name)
        return self.body.top_speed

    def press(self, command: str) -> None:
        """Obey a command of the mode in charge."""
        if command not in self.commands():
            raise unknown(f"command of mode '{self.mode}'", command, self.commands())
        if self._barred:
            self.message = f"{command} not done: {self._barred}"
        elif command == FREEZE:
            self.message = self._mode.freeze()
        elif self._asked is not None:
            self.message = f"{command} not done: {self._asked.name} is next"
        else:
            self.message = self._mode.press(command)

    def release(self, command: str) -> None:
        """A key was let go; commands that act while held end."""
        if command in self._mode.commands:
            self.message = self._mode.release(command) or self.message

    def pose(self, q: Vec) -> None:
        """Hold a pose made by hand; only while standing."""
        mode = self._mode
        if isinstance(mode, StandMode):
            self.message = mode.pose(q)
        else:
            self.message = f"no pose in mode {mode.name}: select {StandMode.name}"

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        if not self.body.frozen:
            said = self._mode.step(state)
            self.message = self.message if said is None else said
            self._go_on()
        return self.body.step(state, dt)

    @property
    def urgency(self) -> Urgency:
        """How urgently it asks for joints: by what the mode in charge is doing."""
        return self._mode.urgency if self.in_action else Urgency.STAND

    @property
    def wants(self) -> bool:
        """Is something under way, or about to be?"""
        return self.in_action or self._asked is not None

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """Somebody else has a part: the head looks, or a hand waves."""

    def finish(self) -> None:
        """End the action under way as soon as it is safe, and begin no other."""
        self._asked = None
        self.body.frozen = False
        self._mode.leave()

    def interrupt(self, why: str) -> None:
        """The joints are lost: whatever was under way makes no sense any more."""
        self.body.frozen = False
        self.body.hold(self.body.q)
        self._mode.drop()
        self._asked = None
        self._barred = self.message = why

    def begin_at(self, q: Vec) -> None:
        """The joints are back, at `q`: stand."""
        self._barred = self.message = ""
        self._mode = self._modes[StandMode.name]
        self._mode.enter()
        self.body.hold(q)
        ready = self.body.robot.ready
        if np.abs(q - ready).max(initial=0.0) > NEAR:
            self.body.glide(ready)

    def _go_on(self) -> None:
        """Enter the mode that was asked for, as soon as it may begin."""
        if self._asked is not None and not self.in_action:
            self.message = ""  # what was said about waiting is over
        elif self._mode.over:
            self._asked = self._modes[StandMode.name]
        if self._asked is not None and not self.in_action:
            self._mode, self._asked = self._asked, None
            self._mode.enter()
            if isinstance(self._mode, RunMode):
                self._mode.drive(*self._twist)

    def _find(self, name: str) -> Mode:
        if name in self._modes:
            return self._modes[name]
        for kind in MODES:
            if kind.name == name:
                lacks = ", ".join(kind.missing(self._stock))
                raise OlympianError(
                    f"robot '{self.body.robot.name}' has no mode '{name}': {lacks} is missing;"
                    f" choose from {', '.join(self._modes)}"
                )
        raise unknown("mode", name, self._modes)
