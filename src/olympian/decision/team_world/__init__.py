"""A team's worlds: what a player tells, the few bytes it takes, and what all know together."""

from olympian.decision.team_world.fusion import TeamMate, TeamWorld, fuse
from olympian.decision.team_world.shared_world import SharedBall, SharedRobot, SharedWorld, share
from olympian.decision.team_world.wire import MOST_BYTES, decode, encode

__all__ = [
    "MOST_BYTES",
    "SharedBall",
    "SharedRobot",
    "SharedWorld",
    "TeamMate",
    "TeamWorld",
    "decode",
    "encode",
    "fuse",
    "share",
]
