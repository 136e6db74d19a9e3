"""Goalkeeping: what comes, and what is quick enough against it."""

from olympian.football.goalkeeping.coming import Coming, coming
from olympian.football.goalkeeping.keeper import block, dive, dives

__all__ = ["Coming", "block", "coming", "dive", "dives"]
