"""Side step: 0.3 m to the left, then 0.3 m to the right."""

from collections.abc import Sequence

from olympian.arena.event import Event, EventBar, Outcome, Score, Trial, mean
from olympian.arena.film import FilmView
from olympian.arena.programs import SETTLE, stepping
from olympian.arena.stage import Stage
from olympian.motion import SkillStatus
from olympian.motion.step import Stepper, side_steps
from olympian.robot import Robot

DISTANCE = 0.3
TOLERANCE = 0.03
LIMIT = 60.0
"""Seconds for one way."""


class SidestepTrial(Trial, frozen=True, kw_only=True):
    """There and back; metres are of the torso, across its heading at the start."""

    left_m: float
    right_m: float


class SidestepScore(Score, frozen=True, kw_only=True):
    """Means over those that got both ways right."""

    time_s: float | None
    """For one way."""
    error_m: float | None

    def figures(self) -> str:
        """Time and accuracy."""
        if self.time_s is None:
            return "nobody arrived"
        return f"{self.time_s:.1f} s each way, {1e3 * (self.error_m or 0.0):.0f} mm off"


class Sidestep(Event):
    """Both ways in one trial, each to within 3 cm."""

    name = "sidestep"
    title = "0.3 m to the left, then 0.3 m to the right, each to within 3 cm"
    bar = EventBar(must="95 %", aim="100 %", share=0.95)
    view = FilmView(azimuth_deg=180.0, distance=0.8)
    gaits = ("side",)

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:  # noqa: ARG002
        """There and back."""
        stage, stepper = stepping(robot, "side", seed, self.view, film)
        ways = [self._go(stage, stepper, distance) for distance in (DISTANCE, -DISTANCE)]
        (left, left_time), (right, right_time) = ways
        right_place = abs(left - DISTANCE) <= TOLERANCE and abs(right + DISTANCE) <= TOLERANCE
        return stage.outcome(
            stage.trial(
                SidestepTrial,
                right_place and not stage.fell,
                left_time + right_time,
                ""
                if right_place or stage.fell
                else f"{left:.3f} m to the left, {-right:.3f} m to the right",
                left_m=round(left, 4),
                right_m=round(-right, 4),
            )
        )

    def _go(self, stage: Stage, stepper: Stepper, distance: float) -> tuple[float, float]:
        """Metres to the left and seconds of one way."""
        place, begin = stage.witness.moved[1], stage.witness.time
        stepper.take(side_steps(stepper.gait, distance))
        stage.until(lambda: stepper.status is SkillStatus.DONE, LIMIT)
        seconds = stage.witness.time - begin
        stage.stand(SETTLE)
        return float(stage.witness.moved[1] - place), seconds

    def score(self, trials: Sequence[Trial]) -> SidestepScore:
        """Time and accuracy."""
        good = [trial for trial in trials if isinstance(trial, SidestepTrial) and trial.success]
        errors = [abs(way - DISTANCE) for trial in good for way in (trial.left_m, trial.right_m)]
        return SidestepScore(
            **self.tally(trials),
            time_s=mean((trial.time_s / 2 for trial in good), 2),
            error_m=mean(errors, 4),
        )
