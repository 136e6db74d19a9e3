"""Moves: every single movement of a fighter, alone, without falling."""

from collections.abc import Callable, Sequence
from math import radians

from olympian.arena.conditions import Conditions
from olympian.arena.event import Counts, Event, EventBar, Outcome, Score, Trial, counts, share
from olympian.arena.programs import SETTLE, animator, stepper
from olympian.arena.stage import Stage
from olympian.motion import SkillStatus
from olympian.motion.animate import Animator
from olympian.motion.step import Footstep, Gait, ahead_steps, side_steps, turn_steps
from olympian.robot import Robot
from olympian.world import flat

INTO, OUT, GAIT = "fight_stance", "fight_end", "fight"
IN_STANCE = (
    "punch_left",
    "punch_right",
    "lever_left",
    "lever_right",
    "uppercut_left",
    "uppercut_right",
    "kick_left",
    "kick_right",
    "fight_cheer",
)
"""Movements that begin and end in the low stance."""
STANDING = ("cheer",)
"""Movements that begin and end in the ready pose."""
STEPS: dict[str, Callable[[Gait], list[Footstep]]] = {
    "step_ahead": lambda gait: ahead_steps(gait, gait.length),
    "step_left": lambda gait: side_steps(gait, gait.side),
    "step_right": lambda gait: side_steps(gait, -gait.side),
    "turn_left": lambda gait: turn_steps(gait, radians(gait.turn_deg)),
    "turn_right": lambda gait: turn_steps(gait, -radians(gait.turn_deg)),
}
"""Steps in the low stance, each as large as its gait makes them."""
MOVES = (*IN_STANCE, *STEPS, *STANDING)
LIMIT = 30.0
"""Seconds for one movement."""


class MovesTrial(Trial, frozen=True, kw_only=True):
    """One movement, with the way into the stance and out of it."""

    move: str


class MovesScore(Score, frozen=True, kw_only=True):
    """All movements together, and each by itself."""

    by_move: dict[str, Counts]

    def figures(self) -> str:
        """What did not always work."""
        weak = [
            f"{name} {tally['successes']} of {tally['trials']}"
            for name, tally in self.by_move.items()
            if tally["successes"] < tally["trials"]
        ]
        return ", ".join(weak) or f"all {len(self.by_move)} movements"


class Moves(Event):
    """Every specimen does every movement, each in a trial of its own."""

    name = "moves"
    title = "Every single movement of the fight, and the cheer, without an opponent and a fall"
    bar = EventBar(must="95 % of each movement", aim="all", share=0.95)
    movements = (INTO, OUT, *IN_STANCE, *STANDING)
    gaits = (GAIT,)
    parts = len(MOVES)

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:
        """One movement."""
        move = MOVES[part]
        conditions = Conditions.of(seed)
        program = animator(robot, *self.movements)
        stage = Stage.alone(robot, flat(conditions.friction), conditions, program, self.view, film)
        stage.stand(SETTLE)
        stage.mark()
        player = stage.program(Animator)
        done = _perform(stage, player, move)
        time = stage.witness.time
        stage.stand(SETTLE)
        return stage.outcome(
            stage.trial(
                MovesTrial,
                done and not stage.fell,
                time,
                f"{move}: {player.reason}" if player.reason else move,
                move=move,
            )
        )

    def score(self, trials: Sequence[Trial]) -> MovesScore:
        """Each movement must do."""
        tried = [trial for trial in trials if isinstance(trial, MovesTrial)]
        by_move = {move: [trial for trial in tried if trial.move == move] for move in MOVES}
        tally = self.tally(trials)
        tally["reached"] = all(share(these) >= self.bar.share for these in by_move.values())
        return MovesScore(**tally, by_move={move: counts(these) for move, these in by_move.items()})


def _perform(stage: Stage, player: Animator, move: str) -> bool:
    """Did everything come to its end?"""
    if move in STANDING:
        return _play(stage, player, move)
    if not _play(stage, player, INTO):
        return False
    done = _step(stage, player, STEPS[move]) if move in STEPS else _play(stage, player, move)
    return done and _play(stage, player, OUT)


def _play(stage: Stage, player: Animator, name: str) -> bool:
    player.play(name, loops=1)
    stage.until(lambda: player.status is not SkillStatus.RUNNING, LIMIT)
    return player.status is SkillStatus.DONE


def _step(stage: Stage, player: Animator, plan: Callable[[Gait], list[Footstep]]) -> bool:
    """Steps from the posture that the player holds; it then goes on from where they end."""
    walker = stepper(stage.simulation.robots[0], GAIT, player.q)
    walker.take(plan(walker.gait))
    stage.drive_by(walker)
    done = stage.until(lambda: walker.status is SkillStatus.DONE, LIMIT)
    player.begin_at(walker.q)
    stage.drive_by(player)
    return done
