"""Running: the dynamic walk, led by keys while they are held; idle → run → stop → idle."""

from collections.abc import Mapping
from math import inf

from olympian.decision.modes.body import Body
from olympian.decision.modes.direction import DIRECTIONS, Direction
from olympian.decision.modes.mode import Mode, Stock
from olympian.decision.modes.parameter import Knobs, Parameter
from olympian.goal import Urgency
from olympian.motion import SkillStatus
from olympian.records import RobotState, Twist

RUN, STOP = "run", "stop"
STILL = Twist()
PARAMETERS = (
    Parameter("speed", "speed", 0.5, 0.1, 1.0, 0.1, "%", 100.0),
    Parameter("turning", "turning", 0.5, 0.1, 1.0, 0.1, "%", 100.0),
)
"""Shares of the walk's top speed. At first half of it: a driver has to stop in a room."""
KNOBS = {
    "faster": ("speed", 1),
    "slower": ("speed", -1),
    "turn_more": ("turning", 1),
    "turn_less": ("turning", -1),
}
MEANINGS = {
    "turn_left": "turn left, running or on the spot",
    "forward": "run ahead",
    "turn_right": "turn right, running or on the spot",
    "left": "run to the left",
    "backward": "run backwards",
    "right": "run to the right",
    STOP: "come to a stop and stand",
    "faster": "faster, up to the top speed",
    "slower": "slower",
    "turn_more": "turn faster",
    "turn_less": "turn slower",
}
HALTED = "a run cannot stop at an instant: it comes to a stop"


class RunMode(Mode):
    """Drives a walk by its velocity; ahead, sideways and turning go together.

    A body that falls from step to step cannot be frozen: `freeze` halts it as soon as it can
    stand, and pressed again lets it go on where the driver wants to go.
    """

    name = "run"
    urgency = Urgency.WALK
    freezing = "come to a stop, or go on"

    def __init__(self, body: Body, stock: Stock) -> None:
        super().__init__(body, stock)
        self._knobs = Knobs(PARAMETERS, KNOBS)
        self.direction = Direction()
        """Where the driver wants to go."""
        self.halted = False
        """Does it stand, or come to a stop, whatever the driver wants?"""
        self.barred = ""
        """Why nobody may walk now, as a referee says; empty: one may."""
        self._twist = Twist()
        """What a program wants, besides the keys of a driver."""
        self._lasts = inf
        self._since: float | None = None
        """When it was told so."""

    @classmethod
    def missing(cls, stock: Stock) -> tuple[str, ...]:
        """A dynamic walk, if the robot has none."""
        return () if stock.runs else ("a dynamic walk ('olympian tune walk' finds one)",)

    @property
    def commands(self) -> Mapping[str, str]:
        """Ways to go, a stop, and how fast."""
        return MEANINGS

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Shares of the top speed."""
        return self._knobs.parameters

    def tune(self, name: str, value: float) -> None:
        """Give one of its numbers another value."""
        if name not in [one.name for one in self.parameters]:
            super().tune(name, value)
        self._knobs.put(name, value)

    @property
    def action(self) -> str:
        """What is under way, in words."""
        return "the run"

    @property
    def in_action(self) -> bool:
        """Does it run, or is it about to?"""
        return self.body.busy or (self._wanted and not self._stands)

    @property
    def _wanted(self) -> bool:
        return bool(self.direction) or self._twist != STILL

    @property
    def _stands(self) -> bool:
        return self.halted or bool(self.barred)

    def drop(self) -> None:
        """Forget where to go."""
        super().drop()
        self.direction, self.halted, self._twist = Direction(), False, STILL

    def leave(self) -> None:
        """Come to a stop and stand."""
        self.drive(STILL)

    def drive(self, twist: Twist, lasts: float = inf) -> None:
        """Go this way from now on, instead of where keys point.

        Args: lasts: seconds after which it stops if it was not told again: a dead man's switch.
        """
        self._twist, self._lasts, self._since = twist, lasts, None
        self._go(Direction())

    def press(self, command: str) -> str:
        """Steer, stop or change the speed."""
        if command in self._knobs:
            said = self._knobs.turn(command)
            self._go(self.direction)
            return said
        way = DIRECTIONS.get(command)
        self._twist = STILL
        self._go(Direction() if way is None else self.direction.blended(way))
        return f"{command} when it may go on: freeze" if way and self.halted else ""

    def release(self, command: str) -> str:
        """Stop doing what a key had asked for as long as it was held."""
        if command in DIRECTIONS:
            self._go(self.direction.without(DIRECTIONS[command]))
        return ""

    def freeze(self) -> str:
        """Halt, or go on."""
        if self.body.frozen:
            return super().freeze()  # from a mode that can be frozen
        self.halted = not self.halted
        self._go(self.direction)
        return HALTED if self.halted else "goes on"

    def bar(self, why: str) -> None:
        """Come to a stop for this reason; with an empty one, go on as the driver wants by then."""
        if why != self.barred:
            self.barred = why
            self._go(self.direction)

    def step(self, state: RobotState) -> str | None:
        """The state is the walk's own; it says why it does not go as asked."""
        walk = self.body.walk()
        if walk.status is SkillStatus.FAILED and self._wanted:
            self.drop()
        self._since = state.t if self._since is None else self._since
        if self._twist != STILL and state.t - self._since > self._lasts:
            self.drive(STILL)
        running = self._wanted and not self._stands
        self.state = RUN if running else STOP if self.body.busy else self.idle
        return walk.reason or self.barred or None

    def _go(self, direction: Direction) -> None:
        """Tell the walk, which keeps to what it can do."""
        self.direction = direction
        walk = self.body.walk()
        if self._stands:
            walk.command(STILL)
            return
        if not direction:
            walk.command(self._twist)
            return
        speed, turning = self._knobs.values
        ahead, left, turn = direction.ahead, direction.left, direction.turn
        walk.command(walk.top_speed.at(speed * ahead, speed * left, turning * turn))
