"""Fight: knock down an opponent of the same kind, whatever it does with its arms."""

from collections.abc import Sequence

from olympian.arena.conditions import Conditions
from olympian.arena.event import Event, EventBar, Outcome, Score, Trial, mean
from olympian.arena.film import FilmView
from olympian.arena.programs import animator
from olympian.arena.stage import Entrant, Stage
from olympian.decision.fighter import DISTANCE, MOVEMENTS, Fighter
from olympian.motion.animate import Animator
from olympian.motion.walks import DYNAMIC
from olympian.robot import Robot
from olympian.world import ring

ROUND = 20.0
"""Seconds from the bell to the end of a round."""
AFTERMATH = 2.0
"""Seconds that the winner must stay on its feet."""
READY = 2.0
"""Seconds to get into the stance before the bell."""
STANCE, LOW = "fight_stance", "fight_low"
"""What an opponent holds: its own guard, or its arms at its sides."""
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
    """Two specimens face each other on the mat; one attacks, and the other does as its kind."""

    view = FilmView(distance=0.75, azimuth_deg=90.0, height=0.15, centre=(0.0, 0.0))
    walks = (DYNAMIC,)

    def __init__(self, name: str, opponent: str | None, who: str, share: float, aim: str) -> None:
        """One kind of opponent.

        Args:
            opponent: the movement that it holds; None for a copy that fights back.
            who: the opponent in words.
            share: of rounds that must end with it down.
        """
        self.name = name
        self.title = f"20 s to knock down an opponent of the same kind {who}"
        asked = f"knocked down in {100 * share:.0f} % of rounds, own falls in at most 10 %"
        self.bar = EventBar(must=asked if share else "reported", aim=aim, share=share)
        self._opponent = opponent
        self.movements = MOVEMENTS if opponent is None else (*MOVEMENTS, opponent)

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:  # noqa: ARG002
        """One round."""
        mine, other = Conditions.of(seed), Conditions.of(seed, robot=1)
        world = ring(friction=mine.friction)
        ahead = (world.spacing - DISTANCE) / 2
        answer = Fighter(robot) if self._opponent is None else animator(robot, self._opponent)
        attacker = Entrant(robot, mine, mine.start(robot, ahead=ahead), Fighter(robot))
        opponent = Entrant(robot, other, other.start(robot, ahead=ahead), answer)
        stage = Stage(world, [attacker, opponent], self.view, film)
        if self._opponent is not None:
            held = stage.skills[1]
            assert isinstance(held, Animator)
            held.play(self._opponent, loops=1)
        return stage.outcome(_fight(stage))

    def score(self, trials: Sequence[Trial]) -> FightScore:
        """Knock-downs and own falls both count."""
        rounds = [trial for trial in trials if isinstance(trial, FightTrial)]
        downs = [trial for trial in rounds if trial.knockdown]
        tally = self.tally(trials)
        tally["reached"] = len(downs) >= self.bar.share * len(rounds) and (
            not self.bar.share or tally["falls"] <= MOST_OWN_FALLS * len(rounds)
        )
        return FightScore(
            **tally,
            rounds=len(rounds),
            knockdowns=len(downs),
            own_falls=tally["falls"],
            time_s=mean((trial.time_s for trial in downs), 2),
        )


def _fight(stage: Stage) -> FightTrial:
    """Both into their stances, the bell, and a look at who is down."""
    stage.stand(READY)
    stage.mark()
    for skill in stage.skills:
        if isinstance(skill, Fighter):
            skill.begin()
    stage.until(lambda: stage.watches[1].fell, ROUND)
    time = stage.witness.time
    stage.stand(AFTERMATH)
    knockdown = stage.watches[1].fell
    note = "" if knockdown else "the opponent stood"
    return stage.trial(FightTrial, knockdown and not stage.fell, time, note, knockdown=knockdown)
