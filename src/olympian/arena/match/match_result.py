"""What came of a match, in figures."""

from dataclasses import dataclass

from olympian.arena.match.referee.journal import MatchLine

__all__ = ["MatchResult", "PlayerResult"]

Both = tuple[int, int]
"""Of the first and the second team."""


@dataclass(frozen=True)
class PlayerResult:
    """One player."""

    team: int
    number: int
    ball_contacts: int
    falls: int
    recoveries: int
    """Falls after which it stood again by itself."""
    penalties: int
    walked_m: float
    stood_longest_s: float
    """Longest time on one spot while it could play, whatever for."""
    stood_for: str
    """What it was about then."""
    stuck_longest_s: float
    """The same, where it was to attack or its program gave no reason."""


@dataclass(frozen=True)
class MatchResult:
    """One match."""

    seed: int
    programs: tuple[str, str]
    seconds: float
    """Simulated, breaks included."""
    played_s: float
    """With the ball in the game."""
    goals: Both
    own_goals: Both
    """Of those above, scored by the other team's own players."""
    ball_contacts: Both
    falls: Both
    recoveries: Both
    possession: tuple[float, float]
    """Shares of the play in which a team touched the ball last."""
    illegal: Both
    """Penalties."""
    untouched_longest_s: float
    """Longest play without a touch."""
    stuck_longest_s: float
    faults: int
    """Programs and parts of robots that broke."""
    real_time_factor: float
    players: tuple[PlayerResult, ...]
    journal: tuple[MatchLine, ...]
