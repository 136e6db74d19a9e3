"""The ball waits for a kick-off or a set play: who may have it first, and until when."""

from dataclasses import dataclass
from math import hypot

from olympian.arena.match.rules.fouls import Foul
from olympian.arena.match.rules.pitch_truth import PitchTruth
from olympian.arena.match.rules.rules import MatchRules
from olympian.team import Penalty, SetPlay

__all__ = ["BallRestart"]


@dataclass(frozen=True)
class BallRestart:
    """Lasts until the team kicks, or until its time is over."""

    play: SetPlay
    """None of them for a kick-off."""
    team: int
    spot: tuple[float, float]
    until: float
    """Seconds."""

    def over(self, truth: PitchTruth, rules: MatchRules) -> bool:
        """Is the ball free for all?"""
        if truth.ball_held:
            return False
        x, y = truth.ball
        return truth.t > self.until or hypot(x - self.spot[0], y - self.spot[1]) > rules.moved

    def fouls(self, truth: PitchTruth) -> list[Foul]:
        """Who touches the ball that it may not have yet."""
        if truth.ball_held:
            return []
        return [
            Foul(one.who, Penalty.ILLEGAL_POSITION)
            for one in truth.touching
            if one.team != self.team
        ]
