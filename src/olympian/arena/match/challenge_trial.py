"""Attempts at a challenge, and how many of them succeed."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from olympian.arena.match.challenge import Challenge, challenge_scene
from olympian.arena.match.football_match import FootballMatch
from olympian.arena.match.match_plan import MatchPlan
from olympian.arena.match.report.match_report import MatchPictures, picture_match
from olympian.arena.match.rules.challenge_umpire import ChallengeUmpire
from olympian.statistics import Rate, Spread
from olympian.team import PlayState

__all__ = ["ChallengeResult", "ChallengeSeries", "add_up", "try_challenge"]

PUSH_S = 0.02
"""Seconds in which the ball is shot at a goalkeeper."""
LONGER = 10.0
"""Seconds of waiting before play that are allowed for."""


@dataclass(frozen=True)
class ChallengeResult:
    """One attempt."""

    seed: int
    success: bool
    why: str
    seconds: float
    """Of play."""
    ball_contacts: int
    falls: int


@dataclass(frozen=True)
class ChallengeSeries:
    """All attempts."""

    challenge: str
    task: str
    program: str
    rate: Rate
    seconds: Spread | None
    """Of those that succeeded."""
    falls: int
    attempts: tuple[ChallengeResult, ...]


def try_challenge(
    challenge: Challenge,
    plan: MatchPlan,
    seed: int,
    pictures: bool,
    progress: Callable[[float], None],
) -> tuple[ChallengeResult, MatchPictures | None]:
    """One attempt. Args: progress: hears the share of the time that is over."""
    plan = replace(plan, alone=challenge.players, size=max(challenge.players))
    scene = challenge_scene(challenge, plan, seed)
    umpire = scene.umpire
    assert isinstance(umpire, ChallengeUmpire), "a challenge has rules of its own"
    attempt, shot = FootballMatch(plan, seed, scene), umpire.shot
    try:
        while not attempt.over and attempt.t < challenge.seconds + LONGER:
            attempt.tick()
            if shot is not None and umpire.state is PlayState.PLAYING:
                _shoot(attempt, shot)
                shot = None
            progress(min(attempt.t / challenge.seconds, 1.0))
        all_of_it = attempt.result
        result = ChallengeResult(
            seed, umpire.success, umpire.why, round(umpire.seconds, 2),
            all_of_it.ball_contacts[0], all_of_it.falls[0],
        )  # fmt: skip
        return result, picture_match(attempt) if pictures else None
    finally:
        attempt.close()


def add_up(challenge: Challenge, program: str, attempts: list[ChallengeResult]) -> ChallengeSeries:
    """The sum of all attempts."""
    good = [one.seconds for one in attempts if one.success]
    return ChallengeSeries(
        challenge.kind.value, challenge.task, program,
        Rate.among(one.success for one in attempts), Spread.of(good, 1),
        sum(one.falls for one in attempts), tuple(attempts),
    )  # fmt: skip


def _shoot(attempt: FootballMatch, speed: tuple[float, float]) -> None:
    """The referee plays the ball; it is visible in the log."""
    ball = attempt.simulation.world.ball
    assert ball is not None, "football needs a ball"
    # it slides at first and rolls with five sevenths of its speed
    force = 7.0 / 5.0 * ball.mass / PUSH_S * np.array([*speed, 0.0])
    attempt.simulation.push_ball(force, PUSH_S)
    attempt.journal.write(attempt.t, "ball", f"shot at {np.hypot(*speed):.2f} m/s")
