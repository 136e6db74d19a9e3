"""Floors to stand on: flat, ramp, stairs, ring, tiles and football fields, with places to start."""

from olympian.world.ball import Ball, BallStyle
from olympian.world.catalogue import (
    WorldKind,
    WorldParameter,
    parse_world,
    world_kinds,
    world_names,
)
from olympian.world.pitch import MODERN, PITCHES, TWENTY_TEN, Pitch
from olympian.world.world import Finish, Solid, SolidKind, World

__all__ = [
    "MODERN",
    "PITCHES",
    "TWENTY_TEN",
    "Ball",
    "BallStyle",
    "Finish",
    "Pitch",
    "Solid",
    "SolidKind",
    "World",
    "WorldKind",
    "WorldParameter",
    "parse_world",
    "world_kinds",
    "world_names",
]
