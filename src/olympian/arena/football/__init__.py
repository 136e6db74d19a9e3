"""Football as a camera sees it: fields, robots, light, and the exact truth of every frame."""

from olympian.arena.football.frames import (
    BALLS,
    FIELDS,
    LENSES,
    football_frames,
    lens_of,
    own_pose,
    own_poses,
)

__all__ = [
    "BALLS",
    "FIELDS",
    "LENSES",
    "football_frames",
    "lens_of",
    "own_pose",
    "own_poses",
]
