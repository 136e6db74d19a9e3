"""What a robot can do after its adoption: stands and walks on seeds that nobody tuned on."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import degrees
from statistics import median

import numpy as np

from olympian.adopt.adoption_file import JudgedRow
from olympian.arena.crew import Crew, run_all
from olympian.arena.walking import Scenario, WalkConditions, WalkOutcome
from olympian.arena.walking.task import Task, perform
from olympian.arena.walking.tuning import EXERCISES, Build, Tops
from olympian.arena.walking.tuning.exercise import scenario_of
from olympian.backend import FallWatch, Simulation
from olympian.breaker import STRICT
from olympian.humanoid import BareHumanoid
from olympian.motion import Hold
from olympian.motion.walk import WalkConfig
from olympian.records import Twist
from olympian.robot import Robot, load_robot
from olympian.seeds import Seeds
from olympian.statistics import Rate
from olympian.world import parse_world

__all__ = ["SIMULATED_S", "judge_stand", "judge_walk"]

WALK_S = 10.0
STAND_S = 60.0
SIMULATED_S = STAND_S + 3 * WALK_S + 18.0
"""Of all that one specimen tries."""


@dataclass(frozen=True)
class _Stand:
    """One specimen in its ready pose."""

    source: str
    seed: int
    seconds: float


def judge_stand(
    source: str,
    seeds: Seeds,
    crew: Crew,
    seconds: float = STAND_S,
    progress: Callable[[float], None] = lambda _: None,
) -> JudgedRow:
    """How many stay up in the ready pose. Args: source: the robot as any process finds it."""
    stood = run_all(crew, _stand, [_Stand(source, seed, seconds) for seed in seeds], progress)
    return JudgedRow(f"stands {seconds:g} s", Rate.among(stood))


def judge_walk(
    source: str,
    config: WalkConfig,
    seeds: Seeds,
    crew: Crew,
    progress: Callable[[float], None] = lambda _: None,
) -> tuple[JudgedRow, ...]:
    """Ahead, to the side and turning at top speed, and shoves of rising strength."""
    top, build = config.top_speed, Build.of(load_robot(source))
    tops = Tops.of(config)
    ways = {
        "walks ahead": Twist(top.at(1.0, 0.0, 0.0).forward),
        "walks sideways": Twist(left=top.at(0.0, 1.0, 0.0).left),
        "turns": Twist(turn=top.at(0.0, 0.0, 1.0).turn),
    }
    (pushed,) = (one for one in EXERCISES if one.ladder is not None)
    scenarios = [Scenario(WALK_S, twist) for twist in ways.values()]
    tasks = [Task(source, config, seed, one) for one in scenarios for seed in seeds]
    tasks += [Task(source, config, seed, scenario_of(pushed, tops, build, seed)) for seed in seeds]
    outcomes = run_all(crew, perform, tasks, progress)
    parts = [outcomes[n * seeds.count : (n + 1) * seeds.count] for n in range(len(ways) + 1)]
    rows = [
        JudgedRow(f"{what} {WALK_S:g} s", _held(part), _speed(twist, part))
        for (what, twist), part in zip(ways.items(), parts, strict=False)
    ]
    strengths = [
        _withstood(task.scenario, outcome)
        for task, outcome in zip(tasks[-seeds.count :], parts[-1], strict=True)
    ]
    figure = f"median of the hardest withstood {median(strengths):.2f} N s"
    figure += f", {median(strengths) / build.mass:.2f} N s per kg"
    return (
        *rows,
        JudgedRow("is shoved harder and harder while it walks", _held(parts[-1]), figure),
    )


def _held(outcomes: list[WalkOutcome]) -> Rate:
    return Rate.among(one.held for one in outcomes)


def _speed(asked: Twist, outcomes: list[WalkOutcome]) -> str:
    """The median of what was walked, beside what was asked for."""
    wish = (asked.forward, asked.left, asked.turn)
    axis = int(np.argmax(np.abs(wish)))
    reached = median(float(one.path[-1, 1 + axis]) / max(one.seconds, 1e-9) for one in outcomes)
    if axis == 2:
        return f"{degrees(reached):.0f}°/s of {degrees(asked.turn):.0f}°/s asked"
    return f"{reached:.2f} m/s of {wish[axis]:.2f} m/s asked"


def _withstood(scenario: Scenario, outcome: WalkOutcome) -> float:
    """N s of the hardest shove after which it went on."""
    given = [shove.ns for shove in scenario.pushes[: outcome.pushes]]
    return max(given if outcome.held else given[:-1], default=0.0)


@cache
def _robot(source: str) -> Robot:
    return load_robot(source)


def _stand(task: _Stand) -> bool:
    robot = _robot(task.source)
    conditions = WalkConditions.of(task.seed, robot)
    world = parse_world(f"flat:friction={conditions.friction}")
    simulation = Simulation(robot, world, task.seed, specimens=[conditions.specimen])
    body, watch = simulation.actors[0], FallWatch(simulation)
    one = BareHumanoid(robot, Hold(robot.ready), body, breaker=STRICT)
    for _ in range(round(task.seconds / body.dt)):
        one.tick()
        if watch.step():
            break
    simulation.close()
    return not watch.fell
