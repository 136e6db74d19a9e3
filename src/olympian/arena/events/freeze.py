"""Freeze: stopped dead at any instant of the walk, does it stay on its feet?"""

from collections.abc import Callable, Sequence

import numpy as np

from olympian.arena.event import Event, EventBar, Outcome, Score, Trial
from olympian.arena.programs import stepping
from olympian.robot import Robot

AHEAD, TURNING, STOPPING = 6.0, 4.0, 2.0
"""Seconds of the walk: straight from standing, in a curve, and coming to a stop."""
FROZEN = 5.0
"""Seconds it must stand."""
CURVE = np.radians(10.0)
"""Turn per step in the curve."""


class FreezeTrial(Trial, frozen=True, kw_only=True):
    """One instant."""

    instant_s: float
    """Seconds from the first step to the instant."""


class FreezeScore(Score, frozen=True, kw_only=True):
    """Every instant is a trial of its own."""

    instants: int
    stood: int

    def figures(self) -> str:
        """How many stood."""
        return f"{self.stood} of {self.instants} instants stood for {FROZEN:g} s"


class Freeze(Event):
    """Walks ahead, in a curve and to a stop, and is frozen at an instant drawn from the seed."""

    name = "freeze"
    title = "Frozen at a random instant of the walk (start, straight, curve, stop): stands for 5 s"
    bar = EventBar(must="95 % still stand after 5 s", aim="100 %", share=0.95)
    gaits = ("walk",)
    parts = 5

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:
        """One instant."""
        chance = np.random.default_rng([seed, part, 2])
        instant = float(chance.uniform(0.0, AHEAD + TURNING + STOPPING))
        stage, stepper = stepping(robot, "walk", seed, self.view, film)
        turn = CURVE * chance.choice((-1.0, 1.0))
        plan: tuple[tuple[float, Callable[[], None]], ...] = (
            (AHEAD, lambda: stepper.walk(stepper.gait.length)),
            (TURNING, lambda: stepper.walk(stepper.gait.length, turn=turn)),
            (STOPPING, stepper.stop),
        )
        left = instant
        for seconds, command in plan:
            if left > 0.0:
                command()
                stage.stand(min(left, seconds))
                left -= seconds
        stepper.frozen = True
        stage.stand(FROZEN)
        return stage.outcome(
            stage.trial(
                FreezeTrial, not stage.fell, stage.witness.time, instant_s=round(instant, 3)
            )
        )

    def score(self, trials: Sequence[Trial]) -> FreezeScore:
        """How many instants it survived."""
        tally = self.tally(trials)
        return FreezeScore(**tally, instants=tally["trials"], stood=tally["successes"])
