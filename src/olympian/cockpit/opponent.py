"""Somebody to fight: a second robot of the same kind with a program of its own."""

from itertools import cycle
from math import radians

import numpy as np

from olympian.backend import Actor
from olympian.decision.fighter import DISTANCE
from olympian.humanoid import Humanoid
from olympian.motion.animate import movement_names
from olympian.records import RobotState, Semantic
from olympian.robot import Robot
from olympian.world import World

FIGHT, STANCE = "fight", "fight_stance"
PUNCHES = ("punch_right", "punch_left")
"""In turn. Uppercuts and kicks are left out: so near, they fell the attacker as well."""
FELT = radians(4.0)
"""Tilt of the torso that says a blow landed: in free air an attack tilts it by less than 2.5°."""
BREATH = 1.5
"""Seconds between two punches."""


def gap(robot: Robot, world: World) -> float:
    """Metres between two robots at the bell; fighters reach each other in a step."""
    return DISTANCE if STANCE in movement_names(robot.name) else world.spacing


class Opponent:
    """Keeps its guard, answers a blow with a punch, and gets up when it was knocked down.

    It feels a blow as the tilt of its own torso. One that has no fight movements only stands.
    """

    def __init__(self, robot: Robot, actor: Actor) -> None:
        self._humanoid = Humanoid(robot, actor)
        self.machine, self.hcm = self._humanoid.machine, self._humanoid.hcm
        self.reset()

    def reset(self) -> None:
        """At its start, unhurt."""
        self._humanoid.reset()
        self._punches = cycle(PUNCHES)
        self._hit, self._ready_at = False, 0.0

    def tick(self) -> None:
        """Let one tick pass."""
        state = self._humanoid.tick()
        if FIGHT in self.machine.modes and self.hcm.situation.state is Semantic.CONTROLLABLE:
            self._fight(state)

    @property
    def text(self) -> str:
        """What it is about."""
        now = self.hcm.situation.state
        return self.machine.state if now is Semantic.CONTROLLABLE else now.value.replace("_", " ")

    def _fight(self, state: RobotState) -> None:
        tilt = np.arccos(np.clip(state.R_world_torso[2, 2], -1.0, 1.0))
        if self.machine.mode != FIGHT:
            if not self.machine.in_action:
                self.machine.select(FIGHT)
            self._hit = False
        elif not self.machine.in_action:
            self._hit |= bool(tilt > FELT)
            if self._hit and state.t >= self._ready_at:
                self.machine.press(next(self._punches))
                self._hit, self._ready_at = False, state.t + BREATH
