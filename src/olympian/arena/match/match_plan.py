"""What is played: field, teams, rules, and how honest cameras and network are."""

import os
from dataclasses import dataclass, field

from olympian.arena.match.rules.rules import MatchRules
from olympian.errors import OlympianError, unknown
from olympian.team import EtherConditions
from olympian.world import PITCHES

__all__ = ["FIELDS_OF_PLAY", "STANDING", "MatchPlan"]

FIELDS_OF_PLAY = {"modern": "field", "2010": "field_2010"}
"""The world of each pitch."""
MOST_PLAYERS = 5
STANDING = "standing"
"""The program whose players never walk."""
CONTROLLERS = ("arena", "udp")
NETWORK = EtherConditions(loss=0.1, delay=(0.005, 0.06))
"""A hall full of people who use the same channels."""


@dataclass(frozen=True)
class MatchPlan:
    """All about a match but its seed."""

    size: int = 2
    """Players a side; from two on the first one keeps the goal."""
    rules: MatchRules = field(default_factory=MatchRules)
    robot: str = "fumanoid"
    programs: tuple[str, str] = ("olympian", "standing")
    """Of both teams, by name."""
    pitch: str = "modern"
    network: EtherConditions = NETWORK
    camera_hz: float = 15.0
    alone: tuple[int, ...] = ()
    """Numbers of the only players, all of team 1, for a challenge; none for two whole teams."""
    controller: str = "arena"
    """Who leads the match: the referee of the arena, or udp: a GameController on the network."""
    eyes: bool = True
    """Off, nobody sees: for looking at the referee alone."""

    def __post_init__(self) -> None:
        if not 1 <= self.size <= MOST_PLAYERS:
            raise OlympianError(f"1 to {MOST_PLAYERS} players a side, not {self.size}")
        if self.controller not in CONTROLLERS:
            raise unknown("controller", self.controller, CONTROLLERS)
        if self.pitch not in PITCHES:
            raise unknown("field", self.pitch, PITCHES)
        if self.pitch == "2010" and self.rules.halves != 1:
            raise OlympianError(
                "the goals of 2010 have colours, by which robots know their side: one half only"
            )

    def sees(self, team: int) -> bool:
        """Do the players of a team open their eyes? Who only stands does nothing with pictures."""
        return self.eyes and self.programs[team - 1] != STANDING

    @property
    def goalkeeper(self) -> int:
        """Number of the goalkeepers; 0: there are none."""
        return 1 if self.size > 1 and (not self.alone or 1 in self.alone) else 0

    @property
    def who(self) -> tuple[tuple[int, int], ...]:
        """Team and number of each robot of the simulation."""
        if self.alone:
            return tuple((1, number) for number in self.alone)
        return tuple((team, n) for team in (1, 2) for n in range(1, self.size + 1))


def cores() -> int:
    """That this program may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
