"""Worlds by name, with parameters as text: `ramp:angle_deg=5,friction=0.8`."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from math import atan2, cos, hypot, inf, radians, sin

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat4, R_from_rpy, T_from
from olympian.world.field import field, field_2010
from olympian.world.world import THING, Solid, SolidKind, World

GRASS = (0.27, 0.47, 0.30, 1.0)
STONE = (0.62, 0.60, 0.57, 1.0)
EDGE = (0.46, 0.40, 0.34, 1.0)
MAT = (0.75, 0.30, 0.25, 1.0)
WHITE = (0.92, 0.92, 0.90, 1.0)
RUBBER_ON_CARPET = 0.9
"""Sliding friction of rubber soles on a carpet-like floor."""
BOUNDS = {
    "friction": (0.0, 5.0),
    "angle_deg": (-45.0, 45.0),
    "heading_deg": (-360.0, 360.0),
    "height": (0.001, 1.0),
    "depth": (0.02, 2.0),
    "count": (1, 100),
    "distance": (0.0, 10.0),
    "radius": (0.2, 20.0),
    "size": (0.05, 1.0),
    "seed": (0, 2**31),
    "length": (0.5, 20.0),
    "width": (0.5, 20.0),
}
"""What each parameter may be; outside, a simulation would mean nothing."""
BEHIND, BEYOND = 0.7, 0.6
"""Metres of tiles behind the start and beyond the length of the field, for the last step."""
MOST_TILES = 12_000
"""With as many, a simulated step takes five times as long as on flat ground."""
START_PAD = (0.3, 0.4)
"""Metres ahead and sideways that are level where a robot starts: the stance of a small humanoid."""
BURIED = 0.05
"""Metres that tiles reach below the ground, so that a fast foot cannot come out underneath."""

SLAB = (6.0, 2.4)
"""Length and width of what is drawn of a ramp, metres."""
SEEN_BELOW = 0.001
"""Metres that the slab lies below a ramp's surface: enough for a depth buffer."""
RAIL, POSTS = (0.03, 0.06), 7
"""Thickness of a rail beside a ramp and its height above the upper end, metres; posts under it."""

COURSE = (-0.5, 3.5, 2.0)
"""The room: x from and to, and y either way, in metres."""
APART = 0.85
"""Metres between the middles of things, and from the start: a humanoid fits between any two."""


def flat(friction: float = RUBBER_ON_CARPET) -> World:
    """A level floor without end."""
    return World("flat", (_ground(),), friction, np.eye(4))


def ramp(
    angle_deg: float = 3.0, heading_deg: float = 0.0, friction: float = RUBBER_ON_CARPET
) -> World:
    """An inclined floor without end, on which robots start with flat soles, facing along x.

    Only a slab of it is drawn, rising out of level ground: without something level and edges an
    inclined floor looks like any other.

    Args:
        heading_deg: where uphill is for them. 0: ahead, 90: on the left, 180: behind.
    """
    turn = radians(heading_deg)
    R_world_uphill = R_from_rpy(0, 0, turn)
    R_world_slope = R_world_uphill @ R_from_rpy(0, -radians(angle_deg), 0) @ R_world_uphill.T
    T_world_slope = T_from(R=R_world_slope)
    size = (SLAB[0] / 2, SLAB[1] / 2, 0.1)
    slope = Solid("ground", SolidKind.PLANE, size, T_world_slope, STONE)
    return World("ramp", (slope,), friction, T_world_slope, scenery=_around_ramp(T_world_slope))


def _around_ramp(T_world_slope: Mat4) -> tuple[Solid, ...]:
    """Level ground that a slab rises from, and level rails on both sides, to compare with."""
    half_x, half_y = SLAB[0] / 2, SLAB[1] / 2
    drop = float(np.abs(T_world_slope[2, :2]) @ (half_x, half_y))
    thickness = 2 * drop + BURIED
    T_world_slab = T_world_slope @ T_from((0, 0, -thickness / 2 - SEEN_BELOW))
    slab = Solid("slab", SolidKind.BOX, (*SLAB, thickness), T_world_slab, EDGE)
    T_world_level = T_from((0, 0, -drop - BURIED / 2))
    level = Solid("level", SolidKind.PLANE, (20, 20, 0.1), T_world_level, GRASS)
    rails = [
        _rail(name, T_world_slope, y, drop) for name, y in (("right", -half_y), ("left", half_y))
    ]
    return (slab, level, *rails[0], *rails[1])


def _rail(name: str, T_world_slope: Mat4, y: float, drop: float) -> list[Solid]:
    """A level bar beside a ramp, on posts whose feet follow the slope."""
    along = np.linspace(-SLAB[0] / 2, SLAB[0] / 2, POSTS)
    feet = [(T_world_slope @ (x, y, 0.0, 1.0))[:3] for x in along]
    thick, top = RAIL[0], drop + RAIL[1]
    (x0, y0), (x1, y1) = feet[0][:2], feet[-1][:2]
    T = T_from(((x0 + x1) / 2, (y0 + y1) / 2, top), (0, 0, atan2(y1 - y0, x1 - x0)))
    length = hypot(x1 - x0, y1 - y0)
    bar = Solid(f"rail_{name}", SolidKind.BOX, (length, thick, thick), T, WHITE)
    posts = [
        Solid(
            f"post_{name}_{index}",
            SolidKind.CYLINDER,
            (thick / 2, top - foot[2], 0.0),
            T_from((foot[0], foot[1], (top + foot[2]) / 2)),
            WHITE,
        )
        for index, foot in enumerate(feet)
    ]
    return [bar, *posts]


def tiles(
    height: float = 0.008,
    size: float = 0.1,
    seed: int = 0,
    length: float = 5.0,
    width: float = 4.2,
    friction: float = RUBBER_ON_CARPET,
) -> World:
    """Square tiles with edges of `size`, each of a random height from 0 to `height`.

    The start is a level pad as high as the highest tile, so that nobody starts inside one. Tiles
    are boxes: a height field would be cheaper only with slopes in place of their edges. A short and
    narrow field is faster to simulate, since MuJoCo places each tile anew in every step.

    Args:
        length: metres ahead that a robot may walk, on a field of this `width`.
    """
    count = round((length + BEHIND + BEYOND) * width / size**2)
    if count > MOST_TILES:
        raise OlympianError(
            f"world 'tiles': {count} tiles are more than {MOST_TILES}: raise size, or lower length "
            "or width"
        )
    chance = np.random.default_rng(seed)
    solids = [_ground(), _slab("pad", (0, 0), START_PAD, height, STONE)]
    for x in np.arange(-BEHIND + size / 2, length + BEYOND, size):
        for y in np.arange((size - width) / 2, width / 2, size):
            top = float(chance.uniform(0.0, height))
            shade = 0.7 + 0.3 * top / height
            rgba = (STONE[0] * shade, STONE[1] * shade, STONE[2] * shade, 1.0)
            solids.append(_slab(f"tile_{len(solids) - 1}", (x, y), (size, size), top, rgba))
    return World("tiles", tuple(solids), friction, T_from((0, 0, height)))


def stairs(
    height: float = 0.03,
    depth: float = 0.15,
    count: int = 3,
    distance: float = 0.25,
    friction: float = RUBBER_ON_CARPET,
) -> World:
    """`count` steps up, a landing of three depths, and the same steps down again."""
    levels = [*range(1, count + 1), *range(count - 1, 0, -1)]
    solids, x = [_ground()], distance
    for index, level in enumerate(levels):
        length = 3 * depth if level == count else depth
        size = (length, 1.5, level * height)
        T = T_from((x + length / 2, 0, level * height / 2))
        shade = 1.0 - 0.3 * (index % 2)
        rgba = (STONE[0] * shade, STONE[1] * shade, STONE[2] * shade, 1.0)
        solids.append(Solid(f"step_{index + 1}", SolidKind.BOX, size, T, rgba))
        x += length
    return World("stairs", tuple(solids), friction, np.eye(4))


def ring(radius: float = 0.75, friction: float = RUBBER_ON_CARPET) -> World:
    """A round fighting mat 10 cm above the floor: one can fall off."""
    mat = Solid("mat", SolidKind.CYLINDER, (radius, 0.1, 0), T_from((0, 0, -0.05)), MAT)
    border = tuple(
        Solid(
            f"border_{k}",
            SolidKind.BOX,
            (0.04, 2.05 * radius * sin(np.pi / 16), 0.1),
            T_from(
                (radius * cos(np.pi * k / 8), radius * sin(np.pi * k / 8), -0.052),
                (0, 0, np.pi * k / 8),
            ),
            WHITE,
        )
        for k in range(16)
    )
    floor = Solid("ground", SolidKind.PLANE, (20, 20, 0.1), T_from((0, 0, -0.1)), GRASS)
    return World("ring", (floor, mat, *border), friction, np.eye(4), radius, facing=True)


def course(seed: int = 0, count: int = 8, friction: float = RUBBER_ON_CARPET) -> World:
    """A room of 4 × 4 m with posts and boxes in it; robots start near the middle of one wall."""
    chance = np.random.default_rng(seed)
    x0, x1, half = COURSE
    walls = [
        _slab("wall_back", (x0 - 0.05, 0), (0.1, 2 * half + 0.2), THING, STONE),
        _slab("wall_front", (x1 + 0.05, 0), (0.1, 2 * half + 0.2), THING, STONE),
        _slab("wall_right", ((x0 + x1) / 2, -half - 0.05), (x1 - x0, 0.1), THING, STONE),
        _slab("wall_left", ((x0 + x1) / 2, half + 0.05), (x1 - x0, 0.1), THING, STONE),
    ]
    things: list[Solid] = []
    while len(things) < count:
        x, y = chance.uniform(x0 + 0.3, x1 - 0.3), chance.uniform(0.3 - half, half - 0.3)
        places = [(0.0, 0.0), *(tuple(thing.T_world_solid[:2, 3]) for thing in things)]
        if min(hypot(x - a, y - b) for a, b in places) > APART:
            things.append(_thing(len(things), float(x), float(y), chance))
    room = (x0, -half, x1, half)
    return World("course", (_ground(), *walls, *things), friction, np.eye(4), room=room)


def _thing(index: int, x: float, y: float, chance: np.random.Generator) -> Solid:
    """A post or a box to walk round."""
    if index % 2:
        return Solid.post(x, y, float(chance.uniform(0.05, 0.12)), name=f"post_{index}")
    length, width = map(float, chance.uniform(0.15, 0.4, 2))
    yaw = float(chance.uniform(0, np.pi))
    return Solid.box(x, y, length, width, yaw, name=f"box_{index}")


def _ground() -> Solid:
    return Solid("ground", SolidKind.PLANE, (20, 20, 0.1), np.eye(4), GRASS)


def _slab(
    name: str,
    centre: tuple[float, float],
    edges: tuple[float, float],
    top: float,
    rgba: tuple[float, float, float, float],
) -> Solid:
    """A level box with its upper face at height `top`, its foot below the ground."""
    size = (*edges, top + BURIED)
    return Solid(name, SolidKind.BOX, size, T_from((*centre, (top - BURIED) / 2)), rgba)


WORLDS: dict[str, Callable[..., World]] = {
    "flat": flat,
    "ramp": ramp,
    "stairs": stairs,
    "ring": ring,
    "tiles": tiles,
    "course": course,
    "field": field,
    "field_2010": field_2010,
}


def world_names() -> tuple[str, ...]:
    """Worlds that come with the package."""
    return tuple(WORLDS)


@dataclass(frozen=True)
class WorldParameter:
    """One number of a world; None where any is allowed."""

    name: str
    default: float
    lowest: float | None
    highest: float | None


@dataclass(frozen=True)
class WorldKind:
    """A world that comes with the package."""

    name: str
    description: str
    parameters: tuple[WorldParameter, ...]


def world_kinds() -> tuple[WorldKind, ...]:
    """All worlds, with what can be said about them."""
    return tuple(_kind(name, build) for name, build in WORLDS.items())


def _kind(name: str, build: Callable[..., World]) -> WorldKind:
    parameters = tuple(
        WorldParameter(one.name, one.default, *BOUNDS.get(one.name, (None, None)))
        for one in inspect.signature(build).parameters.values()
    )
    return WorldKind(name, (inspect.getdoc(build) or "").partition("\n")[0], parameters)


def parse_world(text: str) -> World:
    """The world a text like `stairs:height=0.04,count=5` asks for."""
    name, _, rest = text.partition(":")
    if name not in WORLDS:
        raise unknown("world", name, WORLDS)
    parameters = inspect.signature(WORLDS[name]).parameters
    given: dict[str, float] = {}
    for item in filter(None, rest.split(",")):
        key, _, value = item.partition("=")
        if key not in parameters:
            raise unknown(f"parameter of world '{name}'", key, parameters)
        given[key] = _number(f"world '{name}': {key}", value, *BOUNDS.get(key, (-inf, inf)))
        if isinstance(parameters[key].default, int):
            given[key] = int(given[key])
    return WORLDS[name](**given)


def _number(what: str, text: str, lowest: float, highest: float) -> float:
    try:
        value = float(text)
    except ValueError:
        raise OlympianError(f"{what}: '{text}' is not a number") from None
    if not lowest <= value <= highest:
        raise OlympianError(f"{what}: {text} should lie between {lowest:g} and {highest:g}")
    return value
