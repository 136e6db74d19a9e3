"""A straight line of the field."""

from dataclasses import dataclass

from olympian.geometry import Vec2


@dataclass(frozen=True, eq=False)
class FieldLine:
    """Middle of a field line, from one visible end to the other, metres."""

    start: Vec2
    end: Vec2
    points: int
    """Edge pairs it rests on."""
    certainty: float = 1.0
    """Share of such sights that are lines of the field, 0 to 1."""
