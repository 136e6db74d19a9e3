"""Several matches of the same teams, one after the other, and their sums."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from olympian.arena.match.football_match import FootballMatch
from olympian.arena.match.match_plan import MatchPlan
from olympian.arena.match.match_result import MatchResult
from olympian.arena.match.report.match_report import MatchPictures, picture_match

__all__ = ["MatchSeries", "play_match", "sum_up"]

OVERTIME = 3.0
"""Times a match's play that it may last in all, with everybody walking to their places again and
again; then it is broken off."""


@dataclass(frozen=True)
class MatchSeries:
    """All matches together."""

    programs: tuple[str, str]
    goals: tuple[int, int]
    own_goals: tuple[int, int]
    ball_contacts: tuple[int, int]
    falls: tuple[int, int]
    recoveries: tuple[int, int]
    possession: tuple[float, float]
    """Mean of the matches."""
    illegal: tuple[int, int]
    untouched_longest_s: float
    """Of all."""
    stuck_longest_s: float
    """Of all."""
    with_goals: int
    """Matches in which the first team scored."""
    faults: int
    real_time_factor: float
    """Median."""
    matches: tuple[MatchResult, ...]


def play_match(
    plan: MatchPlan, seed: int, pictures: bool, progress: Callable[[float], None]
) -> tuple[MatchResult, MatchPictures | None]:
    """A whole match, with what is drawn of it if that is wanted.

    Args: progress: hears the share that is over, 0…1.
    """
    match = FootballMatch(plan, seed)
    try:
        whole = plan.rules.half_s * plan.rules.halves
        while not match.over and match.t < OVERTIME * whole + 3 * plan.rules.ready_s:
            match.tick()
            progress(min(match.tally.played / whole, 1.0))
        return match.result, picture_match(match) if pictures else None
    finally:
        match.close()


def sum_up(results: list[MatchResult]) -> MatchSeries:
    """The sums of matches of the same teams."""
    shares = [one.possession for one in results]
    first, second = (sum(share[k] for share in shares) / len(shares) for k in (0, 1))
    return MatchSeries(
        results[0].programs,
        _sum(results, "goals"), _sum(results, "own_goals"), _sum(results, "ball_contacts"),
        _sum(results, "falls"), _sum(results, "recoveries"),
        (round(first, 3), round(second, 3)), _sum(results, "illegal"),
        max(one.untouched_longest_s for one in results),
        max(one.stuck_longest_s for one in results),
        sum(one.goals[0] > 0 for one in results),
        sum(one.faults for one in results),
        round(median(one.real_time_factor for one in results), 3),
        tuple(results),
    )  # fmt: skip


def _sum(results: list[MatchResult], what: str) -> tuple[int, int]:
    first, second = (sum(getattr(one, what)[k] for one in results) for k in (0, 1))
    return first, second
