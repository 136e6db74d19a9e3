"""How a match or a challenge begins: where all stand, and whose rules it goes by."""

from dataclasses import dataclass

from olympian.arena.match.match_plan import FIELDS_OF_PLAY, MatchPlan
from olympian.arena.match.referee.arena_referee import Adjudicator
from olympian.arena.match.rules.sides import Sides
from olympian.arena.match.rules.umpire import Umpire
from olympian.geometry import Place
from olympian.world import PITCHES, World, parse_world

__all__ = ["MatchScene", "field_of", "kick_off_scene"]


@dataclass(frozen=True, eq=False)
class MatchScene:
    """A beginning."""

    starts: list[Place]
    """On the field, in the order of `plan.who`."""
    umpire: Adjudicator
    world: World | None = None
    """None for the field alone, the ball on its centre."""


def kick_off_scene(plan: MatchPlan) -> MatchScene:
    """All in their own halves, before the first kick-off."""
    pitch = PITCHES[plan.pitch]
    ball = field_of(plan).ball
    assert ball is not None, "football needs a ball"
    sides = Sides(pitch)
    starts = [sides.start(*who, who[1] == plan.goalkeeper) for who in plan.who]
    return MatchScene(starts, Umpire(pitch, plan.rules, ball.radius))


def field_of(plan: MatchPlan, friction: float = 0.9) -> World:
    """The field of a plan, with lines, goals and ball."""
    return parse_world(f"{FIELDS_OF_PLAY[plan.pitch]}:friction={friction}")
