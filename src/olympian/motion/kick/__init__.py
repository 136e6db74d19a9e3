"""Kicks: a ball and a direction become a swing on one leg, from standing to standing."""

from olympian.motion.kick.config import KickConfig
from olympian.motion.kick.kick import Kick
from olympian.motion.kick.library import kick_path, read_kick
from olympian.motion.kick.reach import BALL, KickRange, kick_range
from olympian.motion.kick.stride import StrideKick, StrideRule
from olympian.motion.kick.strike import Face, FootStrike

__all__ = [
    "BALL",
    "Face",
    "FootStrike",
    "Kick",
    "KickConfig",
    "KickRange",
    "StrideKick",
    "StrideRule",
    "kick_path",
    "kick_range",
    "read_kick",
]
