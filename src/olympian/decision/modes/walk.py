"""Walking: idle → init → loop → stop (HOly III-D1), steered while it goes on."""

from collections.abc import Mapping

from olympian.decision.modes.body import Body
from olympian.decision.modes.direction import DIRECTIONS, Direction
from olympian.decision.modes.mode import Mode, Stock
from olympian.decision.modes.parameter import Parameter
from olympian.decision.modes.tuning import GaitTuning
from olympian.goal import Urgency
from olympian.motion import SkillStatus
from olympian.records import RobotState

WALK, TURN, SIDE = "walk", "turn", "side"
STOP = "stop"
KNOBS = {
    "longer": ("length", 1),
    "shorter": ("length", -1),
    "higher": ("height", 1),
    "lower": ("height", -1),
    "turn_more": ("turn_deg", 1),
    "turn_less": ("turn_deg", -1),
    "quicker": ("acceleration_deg_s2", 1),
    "slower": ("acceleration_deg_s2", -1),
}
"""Commands that turn a parameter of the gait."""
MEANINGS = {
    "turn_left": "turn left, walking or in place",
    "forward": "walk ahead",
    "turn_right": "turn right, walking or in place",
    "left": "side steps to the left",
    "backward": "walk backwards",
    "right": "side steps to the right",
    STOP: "finish the step and stand",
    "longer": "longer steps (SL)",
    "shorter": "shorter steps (SL)",
    "higher": "higher steps (SH)",
    "lower": "lower steps (SH)",
    "turn_more": "tighter turns (β)",
    "turn_less": "wider turns (β)",
    "quicker": "quicker moves (a)",
    "slower": "slower moves (a)",
}
"""Three in a row they lie as on a keyboard."""


class WalkMode(Mode):
    """Every command acts at the next step; turning round needs a stop, which it makes by itself.

    A robot without gaits of their own turns in place and side-steps with that of the walk.
    """

    name = "walk"
    urgency = Urgency.WALK
    gaits = (WALK,)

    def __init__(self, body: Body, stock: Stock) -> None:
        super().__init__(body, stock)
        self._tunings = {
            name: GaitTuning(stock.gaits[name])
            for name in (WALK, TURN, SIDE)
            if name in stock.gaits
        }
        self.direction = Direction()
        """Where the driver wants to go."""
        self._taken = Direction()
        """Where the steps under way lead."""

    @property
    def commands(self) -> Mapping[str, str]:
        """Ways to go, a stop, and the four parameters."""
        return MEANINGS

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Step length, step height, turn and acceleration of the gait in use."""
        return tuple(
            self._tuning.parameter(field)
            for field in (self._stride, "height", "turn_deg", "acceleration_deg_s2")
        )

    def tune(self, name: str, value: float) -> None:
        """Give one of the numbers of the gait in use another value; it acts at the next step."""
        if name not in [one.name for one in self.parameters]:
            super().tune(name, value)
        self._tuning.put(name, value)
        self._go(self.direction)

    @property
    def action(self) -> str:
        """What is under way, in words."""
        return "the walk"

    def drop(self) -> None:
        """Forget where to go."""
        super().drop()
        self.direction = self._taken = Direction()

    def leave(self) -> None:
        """Finish the step and stand."""
        self._go(Direction())

    def press(self, command: str) -> str:
        """Steer, stop or turn a parameter."""
        if command in KNOBS:
            field, steps = KNOBS[command]
            said = self._tuning.turn(self._stride if field == "length" else field, steps)
            self._go(self.direction)
            return said
        way = DIRECTIONS.get(command)
        self._go(Direction() if way is None else self.direction.joined(way))
        return ""

    def release(self, command: str) -> str:
        """Stop doing what a key had asked for as long as it was held."""
        if command in DIRECTIONS:
            self._go(self.direction.without(DIRECTIONS[command]))
        return ""

    def step(self, state: RobotState) -> str | None:  # noqa: ARG002
        """The state is the stepper's own; it says why a step was not taken as asked."""
        stepper = self.body.stepper()
        if stepper.status is SkillStatus.FAILED and self._taken:
            self.drop()
        elif self.direction and stepper.status is not SkillStatus.RUNNING:
            self._go(self.direction)
        self.state = stepper.state.value
        return stepper.reason or None

    @property
    def in_action(self) -> bool:
        """Are there steps under way, or still to come?"""
        return self.body.busy or bool(self.direction)

    @property
    def _tuning(self) -> GaitTuning:
        """That of the gait the present direction needs."""
        return self._tunings.get(_gait_for(self.direction), self._tunings[WALK])

    @property
    def _stride(self) -> str:
        return "side" if self.direction.left else "length"

    def _go(self, direction: Direction) -> None:
        """Tell the stepper, which listens before each step; it stops first where it has to."""
        self.direction = direction
        stepper = self.body.stepper()
        moving = stepper.status is SkillStatus.RUNNING
        if direction and (not moving or _continues(self._taken, direction)):
            self._taken = direction
            stepper.gait = self._tuning.gait
            stepper.walk(*direction.stride(stepper.gait))
        elif moving:
            stepper.stop()


def _gait_for(direction: Direction) -> str:
    if direction.left:
        return SIDE
    return TURN if direction.turn and not direction.ahead else WALK


def _continues(before: Direction, after: Direction) -> bool:
    """Can steps go on this way? Not from ahead to back: the foot would swing twice as far."""
    same_way = before.ahead == after.ahead and before.left == after.left
    return same_way and _gait_for(before) == _gait_for(after)
