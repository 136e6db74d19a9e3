"""Football matches: robots with eyes, radio and programs, a referee with hands, a report."""

from olympian.arena.match.challenge import CHALLENGES, Challenge
from olympian.arena.match.challenge_trial import (
    ChallengeResult,
    ChallengeSeries,
    add_up,
    try_challenge,
)
from olympian.arena.match.football_match import FootballMatch
from olympian.arena.match.match_plan import FIELDS_OF_PLAY, MatchPlan
from olympian.arena.match.match_result import MatchResult, PlayerResult
from olympian.arena.match.report.match_report import (
    MATCH_MARKER,
    MatchPictures,
    picture_match,
    write_match_report,
)
from olympian.arena.match.rules.rules import MatchRules
from olympian.arena.match.rules.umpire import Umpire
from olympian.arena.match.series import MatchSeries, play_match, sum_up
from olympian.arena.match.show import MatchShow

__all__ = [
    "CHALLENGES",
    "FIELDS_OF_PLAY",
    "MATCH_MARKER",
    "Challenge",
    "ChallengeResult",
    "ChallengeSeries",
    "FootballMatch",
    "MatchPictures",
    "MatchPlan",
    "MatchResult",
    "MatchRules",
    "MatchSeries",
    "MatchShow",
    "PlayerResult",
    "Umpire",
    "add_up",
    "picture_match",
    "play_match",
    "sum_up",
    "try_challenge",
    "write_match_report",
]
