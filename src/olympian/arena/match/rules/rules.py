"""The rules by which the referee in the arena leads a match: seconds and metres."""

from dataclasses import dataclass

from olympian.errors import OlympianError

__all__ = ["MatchRules"]


@dataclass(frozen=True)
class MatchRules:
    """Near those of the Humanoid league; times are shorter where waiting shows nothing."""

    half_s: float = 600.0
    """Of play: the clock stands while robots walk to their places."""
    halves: int = 1
    initial_s: float = 2.0
    """Before the first whistle."""
    ready_s: float = 45.0
    """To walk to the places; it ends sooner once all stand where they may."""
    settled_s: float = 3.0
    """Seconds for which all have to stand for that."""
    set_s: float = 5.0
    """Before the kick-off, and nobody may move."""
    halting_s: float = 2.0
    """Of those, in which a robot that walks hears it and finishes its step."""
    kick_off_s: float = 10.0
    """After which the others may have the ball as well."""
    set_play_s: float = 30.0
    """The same of a kick-in, a goal kick and a corner."""
    fallen_s: float = 20.0
    """On the ground, after which a robot is taken out."""
    penalty_s: float = 30.0
    """Beside the field."""
    holding_s: float = 5.0
    """With the ball between its limbs or under it."""
    pushing_s: float = 3.0
    """Against another team's robot, away from the ball."""
    stuck_s: float = 30.0
    """In which the ball has to move, or it is dropped anew."""
    break_s: float = 10.0
    """Between halves; people carry the robots to the other side."""
    wandered: float = 0.3
    """Metres that nobody may move while all have to stand."""
    moved: float = 0.05
    """Metres from its spot from which on the ball is in play."""
    stirred: float = 0.3
    """Metres that the ball has to move in `stuck_s`."""

    def __post_init__(self) -> None:
        if not (1.0 <= self.half_s <= 3600.0 and self.halves in (1, 2)):
            raise OlympianError(
                f"a match has 1 or 2 halves of 1 to 3600 s, not {self.halves} of {self.half_s:g} s"
            )
        if not 1.0 <= self.ready_s <= 120.0:
            raise OlympianError(f"robots get 1 to 120 s to be ready, not {self.ready_s:g} s")
