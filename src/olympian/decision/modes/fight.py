"""Fighting from the low stance: stance → attack (→ follow-up) → stance (HOly III-D3)."""

from collections.abc import Mapping
from typing import ClassVar

from olympian.decision.modes.direction import DIRECTIONS
from olympian.decision.modes.mode import Mode

STANCE, END = "fight_stance", "fight_end"
GAIT = "fight"
STEPS = {
    "turn_left": "turn left by one step",
    "forward": "one step ahead",
    "turn_right": "turn right by one step",
    "left": "one step to the left",
    "backward": "one step back",
    "right": "one step to the right",
}
FOLLOW_UPS = {"punch_left": "lever_left", "punch_right": "lever_right"}
"""What a punch pressed again becomes: the arm that hit pushes sideways."""


class FightMode(Mode):
    """Goes down to the stance on entry and up again before it is left."""

    name = "fight"
    idle = "stance"
    movements = (STANCE, END, *FOLLOW_UPS)
    attacks: ClassVar[Mapping[str, str]] = {
        "punch_left": "punch left; once more levers sideways",
        "punch_right": "punch right; once more levers sideways",
        "uppercut_left": "uppercut left",
        "uppercut_right": "uppercut right",
        "kick_left": "kick with the left foot",
        "kick_right": "kick with the right foot",
        "fight_cheer": "cheer in the stance",
    }

    @classmethod
    def sets(cls) -> tuple[str, ...]:
        """All movements of this mode, whether a robot has them or not."""
        return (STANCE, END, *cls.attacks, *FOLLOW_UPS.values())

    @property
    def commands(self) -> Mapping[str, str]:
        """Attacks for which the robot has a movement, and single steps if it has a low gait."""
        steps = STEPS if GAIT in self.stock.gaits else {}
        has = self.stock.movements
        return steps | {name: what for name, what in self.attacks.items() if name in has}

    @property
    def action(self) -> str:
        """What is under way, in words."""
        return "the fight" if self.state == self.idle else self.state

    def enter(self) -> None:
        """Go down."""
        super().enter()
        self._play(STANCE)

    def leave(self) -> None:
        """Go up again, after what is under way."""
        if self.state != END:
            self._kept = END

    def press(self, command: str) -> str:
        """An attack, or its follow-up where the same punch is pressed again."""
        follow_up = FOLLOW_UPS.get(command, "")
        if self.state == command and follow_up in self.stock.movements:
            return super().press(follow_up)
        return super().press(command)

    def begin(self, command: str) -> str:
        """Start a movement of this mode, or one step in the stance."""
        if command in DIRECTIONS:
            gait = self.stock.gaits[GAIT]
            stepper = self.body.stepper()
            stepper.gait = gait
            stepper.take([DIRECTIONS[command].single(gait)])
            self.state = command
        else:
            self._play(command)
        return ""

    def _play(self, name: str) -> None:
        self.body.play(name)
        self.state = name
