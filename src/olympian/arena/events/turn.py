"""Turn: half a turn in place, left and right in turn."""

from collections.abc import Sequence
from math import degrees, pi, radians

from olympian.arena.event import Event, EventBar, Outcome, Score, Trial, mean
from olympian.arena.programs import SETTLE, stepping
from olympian.motion import SkillStatus
from olympian.motion.step import turn_steps
from olympian.robot import Robot

TOLERANCE = radians(10.0)
LIMIT = 60.0
"""Seconds for half a turn."""


class TurnTrial(Trial, frozen=True, kw_only=True):
    """One half turn."""

    asked_deg: float
    """Positive to the left."""
    turned_deg: float


class TurnScore(Score, frozen=True, kw_only=True):
    """Means over those that turned."""

    time_s: float | None
    error_deg: float | None
    """Mean size of the error in heading."""

    def figures(self) -> str:
        """Time and accuracy."""
        if self.time_s is None:
            return "nobody turned"
        return f"{self.time_s:.1f} s, {self.error_deg:.1f}° off"


class Turn(Event):
    """Even seeds turn to the left, odd ones to the right."""

    name = "turn"
    title = "180° in place, to within 10°, left and right in turn"
    bar = EventBar(must="95 %", aim="100 %", share=0.95)
    gaits = ("turn",)

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:  # noqa: ARG002
        """One half turn."""
        stage, stepper = stepping(robot, "turn", seed, self.view, film)
        angle = -pi if seed % 2 else pi
        stepper.take(turn_steps(stepper.gait, angle))
        done = stage.until(lambda: stepper.status is SkillStatus.DONE, LIMIT)
        time = stage.witness.time
        stage.stand(SETTLE)
        turned = float(stage.witness.record().heading[-1])
        right = abs(turned - angle) <= TOLERANCE
        return stage.outcome(
            stage.trial(
                TurnTrial,
                done and right and not stage.fell,
                time,
                "" if right or stage.fell else f"turned {degrees(turned):.0f}°",
                asked_deg=degrees(angle),
                turned_deg=round(degrees(turned), 2),
            )
        )

    def score(self, trials: Sequence[Trial]) -> TurnScore:
        """Time and accuracy."""
        good = [trial for trial in trials if isinstance(trial, TurnTrial) and trial.success]
        return TurnScore(
            **self.tally(trials),
            time_s=mean((turn.time_s for turn in good), 2),
            error_deg=mean((abs(turn.turned_deg - turn.asked_deg) for turn in good), 2),
        )
