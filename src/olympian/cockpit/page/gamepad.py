"""Sticks and buttons as Team HOly had them on a PS3 pad, and the stick on the page."""

from math import inf

from olympian.cockpit.keys import DRIVE, driving_mode
from olympian.cockpit.page.held import SILENCE
from olympian.cockpit.page.messages import StickMessage
from olympian.cockpit.session import Session
from olympian.decision.modes.run import RUN
from olympian.records import Twist

__all__ = ["BUTTONS", "Gamepad"]

WALK = "walk"
BUTTONS = {
    "square": ("punch_left",),
    "circle": ("punch_right",),
    "triangle": ("fight_cheer", "cheer"),
    "cross": ("stop",),
    "l2": ("uppercut_left",),
    "r2": ("uppercut_right",),
}
"""Commands by button, of which the first that the mode knows is meant. L1 and R1 change it."""
SHOULDERS = {"l1": -1, "r1": 1}
DEAD = 0.15
"""Share of a stick's way that is its middle: worn sticks do not come back to it."""
QUICK = 0.5
"""From here on a stick that turns a number of the walk up or down does so."""
PERIOD = 0.4
"""Seconds between two such turns."""
STEP, TURN = "length", "turn_deg"
"""Numbers of the walk that the right stick sets."""


class Gamepad:
    """A stick is heard again and again; where it falls silent, the robot stops.

    In mode run it gives shares of the top speed. In mode walk the left stick turns the
    acceleration up and down, and the right one goes ahead or turns, the more the longer the steps.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._heard = -inf
        self._turned = -inf
        self._moves = False
        self._held: tuple[str, ...] = ()

    def button(self, name: str) -> None:
        """One was pressed."""
        pilot, machine = self._session.pilot, self._session.humanoid.machine
        if name in SHOULDERS:
            tour = machine.modes
            now = tour.index(machine.asked or machine.mode)
            pilot.select(tour[(now + SHOULDERS[name]) % len(tour)])
            return
        known = machine.commands()
        for command in BUTTONS.get(name, ()):
            if command in known:
                pilot.press(command)
                return
        machine.message = f"button {name} means nothing in mode {machine.mode}"

    def stick(self, said: StickMessage, now: float) -> None:
        """Held here, or let go: all zero."""
        self._heard = now
        forward, left, turn = (_live(one) for one in (said.forward, said.left, said.turn))
        machine = self._session.humanoid.machine
        moves = any((forward, left, turn))
        if machine.mode == WALK:
            self._walk(forward, left, turn)
            self._quicken(said.quicker, now)
        elif moves or self._moves:
            self._run(forward, left, turn)
        self._moves = moves

    def step(self, now: float) -> None:
        """Let go what has not been heard of for too long."""
        if (self._moves or self._held) and now - self._heard > SILENCE:
            self.let_go()

    def let_go(self) -> None:
        """Nobody holds it any more."""
        if self._held:
            self._walk(0.0, 0.0, 0.0)
        elif self._moves and self._session.humanoid.machine.mode == RUN:
            self._run(0.0, 0.0, 0.0)
        self._moves = False

    def _run(self, forward: float, left: float, turn: float) -> None:
        """Shares of the top speed; a walk takes over from standing."""
        machine, humanoid = self._session.humanoid.machine, self._session.humanoid
        if machine.mode != RUN and driving_mode(machine) != RUN:
            machine.message = f"a stick moves nothing in mode {machine.mode}"
            return
        self._session.commander.take_over()
        twist = machine.top_speed.at(forward, left, turn) if RUN in machine.modes else Twist()
        humanoid.drive(twist)

    def _walk(self, forward: float, left: float, turn: float) -> None:
        """Keys of the walk, and how long its steps are."""
        machine, pilot = self._session.humanoid.machine, self._session.pilot
        held = _ways(forward, left, turn)
        for key in self._held:
            if key not in held:
                pilot.up(key)
        for key in held:
            if key not in self._held:
                pilot.down(key)
        self._held = held
        for name, share in ((STEP, forward), (TURN, turn)):
            if share:
                numbers = {one.name: one for one in machine.parameters_of(WALK)}
                if name in numbers:
                    machine.tune(WALK, name, abs(share) * numbers[name].high)

    def _quicken(self, share: float, now: float) -> None:
        if abs(share) > QUICK and now - self._turned > PERIOD:
            self._turned = now
            self._session.pilot.press("quicker" if share > 0.0 else "slower")


def _ways(forward: float, left: float, turn: float) -> tuple[str, ...]:
    """Keys for the way that a stick points, the strongest only: a walk knows one at a time."""
    ways = {
        DRIVE["forward"]: forward,
        DRIVE["backward"]: -forward,
        DRIVE["left"]: left,
        DRIVE["right"]: -left,
        DRIVE["turn_left"]: turn,
        DRIVE["turn_right"]: -turn,
    }
    key, share = max(ways.items(), key=lambda one: one[1])
    return (key,) if share > 0.0 else ()


def _live(share: float) -> float:
    return 0.0 if abs(share) < DEAD else share
