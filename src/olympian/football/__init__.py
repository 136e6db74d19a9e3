"""The football program of one robot: scenarios in four layers, and teams by name."""

from olympian.football.footballer import FootballPlayer
from olympian.football.kit import Kit, MatchPlayer, TeamMaker
from olympian.football.standing import StandingPlayer
from olympian.football.teams import make_team, team_names

__all__ = [
    "FootballPlayer",
    "Kit",
    "MatchPlayer",
    "StandingPlayer",
    "TeamMaker",
    "make_team",
    "team_names",
]
