"""What a player tells its team besides its world: what it is about, and who attacks."""

from dataclasses import dataclass
from enum import StrEnum
from math import inf

from olympian.decision.team_world import SharedWorld

__all__ = ["HeardStatus", "TeamIntention", "TeamRole", "TeamStatus"]


class TeamRole(StrEnum):
    """What a player is for."""

    NONE = "none"
    """It cannot or may not play."""
    GOALKEEPER = "goalkeeper"
    DEFENDER = "defender"
    SUPPORTER = "supporter"
    ATTACKER = "attacker"
    """It goes to the ball; the team has one."""


class TeamIntention(StrEnum):
    """What a player does at present."""

    WAITING = "waiting"
    SEARCHING = "searching"
    POSITIONING = "positioning"
    GOING_TO_BALL = "going to the ball"
    DRIBBLING = "dribbling"
    KICKING = "kicking"
    RECOVERING = "recovering"
    """It gets up, or comes back to the field."""


@dataclass(frozen=True, eq=False)
class TeamStatus:
    """One player, by its own word."""

    player: int
    role: TeamRole = TeamRole.NONE
    intention: TeamIntention = TeamIntention.WAITING
    ball_time: float = inf
    """Seconds until it could be at the ball; infinite if it knows of none or cannot go."""
    able: bool = True
    """May and can it play: no penalty, nothing broken? Who gets up is able, and needs longer."""
    fallen: bool = False
    kick_ready: bool = False
    """Could it kick at once?"""
    attacker: int = 0
    """Number of the player that it believes attacks; 0: nobody."""
    epoch: int = 0
    """How often that has changed, modulo 256."""
    world: SharedWorld | None = None
    """Its world, by its own clock; None: it has nothing to tell."""


@dataclass(frozen=True, eq=False)
class HeardStatus:
    """A team mate's word, as it was received."""

    status: TeamStatus
    """Its world's time is by the receiver's clock."""
    heard_at: float
    """When the message came, by the own clock."""
    said_at: float
    """When it was sent, by the own clock."""
    alive_at: float
    """When it last said anything that anybody heard, as far as is known here."""

    @property
    def player(self) -> int:
        """Its number."""
        return self.status.player
