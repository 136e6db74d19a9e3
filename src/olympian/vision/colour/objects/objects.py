"""All that colours tell of a game's frame: ball, goals, poles, border and obstacles."""

from dataclasses import dataclass

from olympian.vision.colour.border import FieldBorder
from olympian.vision.colour.objects.ball import SeenBall, find_ball
from olympian.vision.colour.objects.goal import SeenGoal, find_goals
from olympian.vision.colour.objects.obstacle import SeenObstacle, find_obstacles
from olympian.vision.colour.objects.place import ToField
from olympian.vision.colour.objects.pole import SeenPole, find_poles
from olympian.vision.colour.regions import Region
from olympian.vision.colour.scan import ColourSight
from olympian.vision.colour.table import ColourTable

LEAST_AREA, MOST_REGIONS = 12, 30
"""Regions worth a look: the largest of each class."""
TEAMS = ("cyan", "magenta")
COLOURS = ("red", "yellow", "blue", "black", *TEAMS)
"""Classes that things are made of."""


@dataclass(frozen=True, eq=False)
class Objects:
    """What the colours of one frame show."""

    border: FieldBorder | None
    ball: SeenBall | None
    yellow_goals: list[SeenGoal]
    blue_goals: list[SeenGoal]
    poles: list[SeenPole]
    obstacles: list[SeenObstacle]


def find_objects(
    sight: ColourSight, table: ColourTable, to_field: ToField | None = None
) -> Objects:
    """Objects of a frame from its regions and its field's border.

    Args:
        sight: what a scan found; without a border, things beyond the field count too.
        table: of that scan; classes of the game's names are used, those it does not have are taken
            as not in sight.
    """
    size, border = sight.size, sight.border

    codes = {name: table.code(name) for name in COLOURS if name in table.names}
    largest = sight.regions.largest(list(codes.values()), LEAST_AREA, MOST_REGIONS)

    def of(name: str) -> list[Region]:
        return largest[codes[name]] if name in codes else []

    yellow, blue = of("yellow"), of("blue")
    poles = find_poles(yellow, blue, size[0], to_field)
    taken = {id(region) for pole in poles for region in pole.regions}
    bodies = {name: of(name) for name in ("black", *TEAMS)}
    others = [region for some in bodies.values() for region in some]

    def goals(parts: list[Region]) -> list[SeenGoal]:
        free = [region for region in parts if id(region) not in taken]
        return find_goals(free, size, others, border, to_field)

    return Objects(
        border,
        find_ball(of("red"), size, border, to_field),
        goals(yellow),
        goals(blue),
        poles,
        find_obstacles(bodies, TEAMS, size, border, to_field),
    )
