"""What a referee calls; a controller tells it to the robots, and a hand carries it out."""

from dataclasses import dataclass

from olympian.team import Penalty, PlayState, SetPlay

__all__ = [
    "AwardCall",
    "BallCall",
    "GoalCall",
    "HalfCall",
    "PenaltyCall",
    "RefereeCall",
    "ReturnCall",
    "StateCall",
]


@dataclass(frozen=True, slots=True)
class StateCall:
    """The game goes into another state."""

    state: PlayState
    team: int | None = None
    """Who kicks off; None: a dropped ball, or nobody."""
    seconds: float = 0.0
    """How long it lasts at most, if that is limited."""
    why: str = ""

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        kick = "" if self.team is None else f", kick-off for team {self.team}"
        return f"{self.state}{kick}{why}"


@dataclass(frozen=True, slots=True)
class AwardCall:
    """A set play begins or ends."""

    play: SetPlay
    team: int | None
    seconds: float = 0.0

    def __str__(self) -> str:
        return "ball free" if self.play is SetPlay.NONE else f"{self.play} for team {self.team}"


@dataclass(frozen=True, slots=True)
class BallCall:
    """The ball is put there, in metres on the field."""

    x: float
    y: float

    def __str__(self) -> str:
        return f"ball put at ({self.x:.2f}, {self.y:.2f})"


@dataclass(frozen=True, slots=True)
class PenaltyCall:
    """A player is taken out and waits beside the field."""

    team: int
    number: int
    penalty: Penalty
    seconds: float

    def __str__(self) -> str:
        return f"player {self.team}/{self.number} out for {self.seconds:.0f} s: {self.penalty}"


@dataclass(frozen=True, slots=True)
class ReturnCall:
    """A player may come in again."""

    team: int
    number: int

    def __str__(self) -> str:
        return f"player {self.team}/{self.number} may come back"


@dataclass(frozen=True, slots=True)
class GoalCall:
    """A goal for this team."""

    team: int
    by: tuple[int, int] | None
    """Team and number of who touched the ball last."""

    @property
    def own(self) -> bool:
        """Did the other team score it?"""
        return self.by is not None and self.by[0] != self.team

    def __str__(self) -> str:
        by = "" if self.by is None else f", by player {self.by[0]}/{self.by[1]}"
        return f"{'own goal' if self.own else 'goal'} for team {self.team}{by}"


@dataclass(frozen=True, slots=True)
class HalfCall:
    """A half begins: robots are carried to their places on their side."""

    first: bool

    def __str__(self) -> str:
        return "first half" if self.first else "second half: sides are swapped"


RefereeCall = StateCall | AwardCall | BallCall | PenaltyCall | ReturnCall | GoalCall | HalfCall
