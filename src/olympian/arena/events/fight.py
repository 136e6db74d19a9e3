"""Fight: knock down an opponent of the same kind that holds its low stance."""

from collections.abc import Sequence

from olympian.arena.conditions import Conditions
from olympian.arena.event import Bar, Event
from olympian.arena.film import View
from olympian.arena.programs import animator
from olympian.arena.score import Score, counts, mean
from olympian.arena.stage import Entrant, Stage
from olympian.arena.trial import Outcome, Trial
from olympian.backend import Actor
from olympian.backend.compliance import ComplianceSwitch
from olympian.decision.fighter import DISTANCE, Fighter
ATTACKS=();GAIT="fight";STANCE="fight_stance"
from olympian.motion.animate import Animator
from olympian.robot import Robot
from olympian.world.catalogue import ring

__all__ = ["Fight", "FightScore", "FightTrial"]

ROUND = 20.0
"""Seconds from the bell to the end of a round."""
AFTERMATH = 2.0
"""Seconds that the winner must stay on its feet."""
READY = 2.0
"""Seconds to get into the stance before the bell."""
MOST_OWN_FALLS = 0.1
"""Share of rounds in which the attacker may fall."""


class FightTrial(Trial, frozen=True, kw_only=True):
    """One round; success is to knock the other down and to stand."""

    knockdown: bool


class FightScore(Score, frozen=True, kw_only=True):
    """Rounds, and who fell."""

    rounds: int
    knockdowns: int
    own_falls: int
    time_s: float | None
    """Mean time to the knock-down."""

    def figures(self) -> str:
        """Who fell how often."""
        return (
            f"{self.knockdowns} knock-downs and {self.own_falls} own falls in {self.rounds} rounds"
        )


class Fight(Event):
    """Two specimens face each other on the mat; one attacks, the other holds its stance."""

    name = "fight"
    title = "20 s to knock down an opponent of the same kind that holds its low stance"
    bar = Bar(
        must="knocked down in 50 % of rounds, own falls in at most 10 %", aim="80 %", share=0.5
    )
    view = View(distance=0.75, azimuth_deg=90.0, height=0.15, centre=(0.0, 0.0))
    movements = (STANCE, *dict.fromkeys(ATTACKS))
    gaits = (GAIT,)

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:  # noqa: ARG002
        """One round."""
        mine, other = Conditions.of(seed), Conditions.of(seed, robot=1)
        world = ring(friction=mine.friction)
        ahead = (world.spacing - DISTANCE) / 2

        def fighter(actor: Actor) -> Fighter:
            return Fighter(robot, ComplianceSwitch(robot, actor.servos))

        attacker = Entrant(robot, mine, mine.start(robot, ahead=ahead), fighter)
        opponent = Entrant(robot, other, other.start(robot, ahead=ahead), animator(robot, STANCE))
        stage = Stage(world, [attacker, opponent], self.view, film)
        return stage.outcome(_fight(stage))

    def score(self, trials: Sequence[Trial]) -> FightScore:
        """Knock-downs and own falls both count."""
        rounds = [trial for trial in trials if isinstance(trial, FightTrial)]
        downs = [trial for trial in rounds if trial.knockdown]
        tally = counts(trials)
        return FightScore(
            **tally,
            must=self.bar.must,
            reached=len(downs) >= self.bar.share * len(rounds)
            and tally["falls"] <= MOST_OWN_FALLS * len(rounds),
            rounds=len(rounds),
            knockdowns=len(downs),
            own_falls=tally["falls"],
            time_s=mean((trial.time_s for trial in downs), 2),
        )


def _fight(stage: Stage) -> FightTrial:
    """Both into their stances, the bell, and a look at who is down."""
    fighter, opponent = stage.skills
    assert isinstance(fighter, Fighter)
    assert isinstance(opponent, Animator)
    opponent.play(STANCE, loops=1)
    stage.stand(READY)
    stage.mark()
    fighter.begin()
    stage.until(lambda: stage.watches[1].fell, ROUND)
    time = stage.witness.time
    stage.stand(AFTERMATH)
    knockdown = stage.watches[1].fell
    return FightTrial(
        seed=stage.conditions.seed,
        success=knockdown and not stage.fell,
        fell=stage.fell,
        time_s=round(time, 2),
        note="" if knockdown else "the opponent stood",
        conditions=stage.conditions,
        knockdown=knockdown,
    )
