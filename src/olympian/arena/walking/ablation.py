"""What each stabiliser is worth: alone, left out, and all together."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from olympian.arena.crew import Crew
from olympian.arena.walking.scenario import PushDirection, Scenario, Shove
from olympian.arena.walking.task import Task, walk_all
from olympian.arena.walking.trial import WalkOutcome
from olympian.arena.walking.tuning import Build
from olympian.motion.walk import STABILISERS, WalkConfig, read_walk
from olympian.records import Twist
from olympian.robot import Robot, load_robot
from olympian.seeds import JUDGING
from olympian.statistics import Rate

FEED_FORWARD = ("gravity",)
"""No feedback: part of what all others are measured against."""
FIRST, RISE, EVERY, SHOVES = 0.06, 0.03, 1.5, 12
"""Shoves rise by shares of `Build.push`, so many seconds apart."""
PACE, FAST, WALK_S = 0.4, 0.9, 8.0
"""Shares of the top speed while it is shoved, and on its own; seconds of that."""


@dataclass(frozen=True)
class AblationRow:
    """One combination of stabilisers in both scenarios."""

    stabilisers: str
    push_ns: float
    """Strongest shove survived, mean over the trials; rising, directions in turn."""
    push_ns_least: float
    push_ns_p5: float
    """5th percentile of the trials."""
    walked: int
    """Trials that held 90 % of top speed for 8 s."""
    trials: int
    rates: dict[str, Rate]
    seeds: str


def ablations(config: WalkConfig) -> dict[str, WalkConfig]:
    """The combinations, by what they are called in the table."""
    used = [name for name in STABILISERS if config.value(f"{name}.on")]
    found = {"none": config.only(), "gravity": config.only(*FEED_FORWARD)}
    for name in STABILISERS:
        if name not in FEED_FORWARD:
            found[f"gravity + {name}"] = config.only(*FEED_FORWARD, name)
    found["all of the set"] = config
    for name in used:
        found[f"all but {name}"] = config.only(*(one for one in used if one != name))
    for name in STABILISERS:
        if name not in used:
            found[f"all and {name}"] = config.only(*used, name)
    return found


def ablate(
    robot: str,
    trials: int,
    crew: Crew,
    walk: Path | None = None,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> list[AblationRow]:
    """Rows of the table, on judging seeds, the same for all combinations."""
    model, seeds = load_robot(robot), JUDGING.take(trials, seed)
    config = read_walk(model, walk)
    combinations = ablations(config)
    rows: list[AblationRow] = []
    for name, chosen in combinations.items():
        tasks = [Task(robot, chosen, one, _shoved(model, config, one)) for one in seeds]
        tasks += [Task(robot, chosen, one, _straight(config)) for one in seeds]
        outcomes = walk_all(crew, tasks)
        pushes = [_strongest(task, out) for task, out in zip(tasks, outcomes, strict=True)]
        held = sum(outcome.held for outcome in outcomes[trials:])
        shoves = np.array(pushes[:trials])
        rows.append(
            AblationRow(
                stabilisers=name,
                push_ns=round(float(shoves.mean()), 2),
                push_ns_least=round(float(shoves.min()), 2),
                push_ns_p5=round(float(np.percentile(shoves, 5)), 2),
                walked=held,
                trials=trials,
                rates={"walked": Rate.of(held, trials)},
                seeds=str(seeds),
            )
        )
        if progress is not None:
            progress(len(rows) / len(combinations))
    return rows


def _shoved(robot: Robot, config: WalkConfig, seed: int) -> Scenario:
    """Walks at an easy pace and is shoved ever harder."""
    chance, unit = np.random.default_rng([seed, 7]), Build.of(robot).push
    order = chance.permutation(4)
    shoves = tuple(
        Shove(
            t=2.0 + index * EVERY + float(chance.uniform(0.0, EVERY / 2)),
            direction=list(PushDirection)[int(order[index % 4])],
            ns=float(unit * (FIRST + index * RISE)),
        )
        for index in range(SHOVES)
    )
    seconds = 2.0 + (SHOVES + 1) * EVERY
    pace = PACE * config.limits.top_speed[0]
    return Scenario(seconds, Twist(forward=pace), pushes=shoves)


def _straight(config: WalkConfig) -> Scenario:
    return Scenario(WALK_S, Twist(forward=FAST * config.limits.top_speed[0]))


def _strongest(task: Task, outcome: WalkOutcome) -> float:
    """N s of the last shove that it got over."""
    over = outcome.pushes - (0 if outcome.held else 1)
    return task.scenario.pushes[over - 1].ns if over > 0 else 0.0
