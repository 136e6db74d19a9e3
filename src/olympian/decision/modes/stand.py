"""Standing: hold a pose, change it joint by joint, or play a movement that needs no mode."""

from collections.abc import Mapping

from olympian.decision.modes.fight import FightMode
from olympian.decision.modes.mode import Mode
from olympian.geometry import Vec

READY = "ready"


class StandMode(Mode):
    """Where every robot begins, and every mode ends."""

    name = "stand"
    idle = "standing"

    @property
    def commands(self) -> Mapping[str, str]:
        """The ready pose, and every movement that belongs to no other mode."""
        taken = FightMode.sets()
        free = [name for name in self.stock.movements if name not in taken]
        return {READY: "back to the ready pose"} | {name: f"play '{name}'" for name in free}

    def begin(self, command: str) -> str:
        """Play a movement once, or go to the ready pose."""
        self.state = command
        if command == READY:
            self.body.glide(self.body.robot.ready)
        else:
            self.body.play(command)
        return ""

    def pose(self, q: Vec) -> str:
        """Hold another pose from now on, unless a movement is under way."""
        if self.in_action:
            return f"no pose while {self.state} is under way"
        self.body.hold(q)
        return ""
