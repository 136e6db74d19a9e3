"""Floors to stand on: flat, ramp, stairs, ring, tiles and football fields, with places to start."""

from olympian.world.ball import CARPET_ROLLS, Ball, BallStyle, patches
from olympian.world.catalogue import (
    WorldKind,
    WorldParameter,
    course,
    flat,
    parse_world,
    ring,
    stairs,
    world_kinds,
    world_names,
)
from olympian.world.field import field_2010
from olympian.world.pitch import MODERN, PITCHES, TWENTY_TEN, Pitch
from olympian.world.world import FloorFinish, Solid, SolidKind, World

__all__ = [
    "CARPET_ROLLS",
    "MODERN",
    "PITCHES",
    "TWENTY_TEN",
    "Ball",
    "BallStyle",
    "FloorFinish",
    "Pitch",
    "Solid",
    "SolidKind",
    "World",
    "WorldKind",
    "WorldParameter",
    "course",
    "field_2010",
    "flat",
    "parse_world",
    "patches",
    "ring",
    "stairs",
    "world_kinds",
    "world_names",
]
