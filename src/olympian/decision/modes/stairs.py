"""Stairs: idle → up or down → idle (HOly III-D2). The driver says how they are built."""

from collections.abc import Mapping

from olympian.decision.modes.body import Body
from olympian.decision.modes.mode import Mode, Stock
from olympian.decision.modes.parameter import Knobs, Parameter
from olympian.goal import Urgency
from olympian.motion.step import stair_steps

GAITS = {"up": "stairs_up", "down": "stairs_down"}
PARAMETERS = (
    Parameter("count", "steps", 3.0, 1.0, 20.0, 1.0, ""),
    Parameter("height", "height", 0.03, 0.005, 0.06, 0.005, "mm", 1000.0),
    Parameter("depth", "depth", 0.15, 0.1, 0.5, 0.01, "mm", 1000.0),
    Parameter("distance", "first edge in", 0.25, 0.05, 2.0, 0.01, "mm", 1000.0),
)
"""At first those of the world `stairs`; `distance` is from the ankles to the first edge."""
KNOBS = {
    "more": ("count", 1),
    "fewer": ("count", -1),
    "higher": ("height", 1),
    "lower": ("height", -1),
    "deeper": ("depth", 1),
    "shallower": ("depth", -1),
    "farther": ("distance", 1),
    "nearer": ("distance", -1),
}
MEANINGS = {
    "up": "climb the steps ahead",
    "down": "go down the steps ahead",
    "more": "one step more",
    "fewer": "one step fewer",
    "higher": "steps are higher",
    "lower": "steps are lower",
    "deeper": "treads are deeper",
    "shallower": "treads are shallower",
    "farther": "the first edge is farther away",
    "nearer": "the first edge is nearer",
}


class StairsMode(Mode):
    """Walks up to the first edge, then takes the steps; nothing stops it between two of them."""

    name = "stairs"
    urgency = Urgency.WALK
    gaits = tuple(GAITS.values())

    def __init__(self, body: Body, stock: Stock) -> None:
        super().__init__(body, stock)
        self._knobs = Knobs(PARAMETERS, KNOBS)
        outline = body.robot.feet[0].outline if body.robot.feet else ((0.0, 0.0),)
        along = [float(corner[0]) for corner in outline]
        self._toe, self._heel = max(along), -min(along)

    @property
    def commands(self) -> Mapping[str, str]:
        """The two ways, and how the stairs are built."""
        return MEANINGS

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """How the stairs are built, as far as the driver knows."""
        return self._knobs.parameters

    def tune(self, name: str, value: float) -> None:
        """Give one of its numbers another value."""
        if name not in [one.name for one in self.parameters]:
            super().tune(name, value)
        self._knobs.put(name, value)

    def press(self, command: str) -> str:
        """Climb, or say how the stairs are built: that counts from the next climb on."""
        return self._knobs.turn(command) if command in self._knobs else super().press(command)

    def begin(self, command: str) -> str:
        """Take the steps; the next flight is taken to begin one tread further on."""
        count, height, depth, distance = self._knobs.values
        gait, down = self.stock.gaits[GAITS[command]], command == "down"
        stepper = self.body.stepper()
        stepper.gait = gait
        sole = (self._toe, self._heel)
        stepper.take(stair_steps(gait, height, depth, round(count), distance, down=down, sole=sole))
        self.state = command
        beyond = self._heel + (gait.gap if down else 0.0)
        self._knobs.put("distance", depth - beyond)
        return ""
