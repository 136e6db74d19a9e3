"""Football as a camera sees it: fields, robots, light, and the exact truth of every frame."""

from olympian.arena.football.closed_loop import ClosedLoopRow
from olympian.arena.football.closed_loop import measure as measure_closed_loop
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
    "ClosedLoopRow",
    "football_frames",
    "lens_of",
    "measure_closed_loop",
    "own_pose",
    "own_poses",
]
