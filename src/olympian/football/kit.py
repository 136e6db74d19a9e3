"""What a player of a match is given, and what it has to be."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from olympian.decision.csbp import ScenarioTrace
from olympian.humanoid import Humanoid
from olympian.team import Ether, TeamPlayer, ether_radio

__all__ = ["Kit", "MatchPlayer", "TeamMaker"]

GOAL = (4.5, 0.0)
"""Of the opponents, on a field whose size is not known."""


@dataclass(frozen=True, eq=False)
class Kit:
    """What the program of one player is made of; the match owns all of it and lets go of it."""

    robot: Humanoid
    """Its body, with eyes, and with a line to the referee."""
    team: int
    """Number of its team, as the referee says it."""
    number: int
    """On its back, from 1."""
    goalkeeper: bool
    """Does it keep the goal when the match begins?"""
    size: int
    """Players a side."""
    player: TeamPlayer
    """Its radio and its part in the exchange of roles."""

    @staticmethod
    def alone(robot: Humanoid) -> "Kit":
        """For a player without mates: nobody hears its radio."""
        pitch = robot.world.pitch
        goal = GOAL if pitch is None else (pitch.length / 2, 0.0)
        player = TeamPlayer(ether_radio(Ether(), team=1, player=1), goal)
        return Kit(robot, 1, 1, False, 1, player)


class MatchPlayer(Protocol):
    """The football program of one robot."""

    @property
    def robot(self) -> Humanoid:
        """Whom it moves."""
        ...

    @property
    def trace(self) -> ScenarioTrace | None:
        """Who was active in which layer, and why it ended; None where it has no scenarios."""
        ...

    @property
    def doing(self) -> str:
        """What it is about now, in all layers, in one line."""
        ...

    def step(self) -> None:
        """Decide; called once a tick before the robot's own tick."""
        ...

    def close(self) -> None:
        """Stop deciding; robot and radio belong to the match."""
        ...


TeamMaker = Callable[[Kit], MatchPlayer]
"""Makes the program of each player of a team: called once a player."""
