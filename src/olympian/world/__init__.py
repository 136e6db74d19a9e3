"""Floors to stand on: flat, ramp, stairs, ring and tiles, each a few solids and places to start."""

from olympian.world.catalogue import parse_world, world_names
from olympian.world.world import Solid, SolidKind, World

__all__ = ["Solid", "SolidKind", "World", "parse_world", "world_names"]
