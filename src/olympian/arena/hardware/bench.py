"""The same trials twice: in direct simulation, and over a virtual bus; and with fewer sensors."""

from collections.abc import Callable
from functools import partial

import msgspec

from olympian.arena.crew import ALONE, Crew
from olympian.arena.embody import embodying, over_buses
from olympian.arena.games import EVENTS
from olympian.arena.hardware.endurance import Endurance, endure
from olympian.arena.hardware.senses import (
    LACKING,
    SensesRow,
    sense_tasks,
    senses_row,
    walk_without,
)
from olympian.robot import load_robot
from olympian.seeds import JUDGING
from olympian.statistics import Rate

CASES = (("bioloid", "race"), ("bioloid", "getup_front"), ("fumanoid", "sprint"))
"""Robot and event: the walk of the Olympics, a get-up, and the dynamic walk."""


class HardwareRow(msgspec.Struct, frozen=True):
    """One event of one robot, both ways, on the same specimens."""

    robot: str
    event: str
    direct: Rate
    over_bus: Rate
    direct_s: float | None
    """Mean time of those that succeeded."""
    over_bus_s: float | None


Found = dict[str, list[HardwareRow] | list[SensesRow] | list[Endurance]]
WITHOUT = "bioloid"
"""Robot that walks without some of its sensors."""
Task = tuple[str, str, int, bool]
"""Robot, event, seed, and whether it goes over the bus."""


def measure(
    trials: int,
    minutes: float,
    seed: int = 0,
    progress: Callable[[float], None] = lambda _: None,
    crew: Crew = ALONE,
) -> Found:
    """All cases both ways, a walk with fewer sensors, and minutes on a bad line.

    Args: seed: offset in the judging range.
    """
    seeds = JUDGING.take(trials, seed)
    tasks = [(*case, seed, bus) for case in CASES for seed in seeds for bus in (False, True)]
    results: dict[Task, tuple[bool, float]] = {}
    for done, (place, result) in enumerate(crew.carry_out(run_one, tasks), 1):
        results[tasks[place]] = result
        progress(0.6 * done / len(tasks))
    share = partial(_share, progress)
    rows = [_row(*case, list(seeds), results) for case in CASES]
    found: Found = {f"hardware, {seeds}": rows}
    walks = sense_tasks(WITHOUT, seeds)
    outcomes: dict[int, tuple[bool, float, float, bool]] = {}
    for done, (place, outcome) in enumerate(crew.carry_out(walk_without, walks), 1):
        outcomes[place] = outcome
        progress(0.6 + 0.2 * done / len(walks))
    found[f"sensors, {seeds}"] = [
        senses_row(WITHOUT, lacks, [outcomes[trials * part + one] for one in range(trials)])
        for part, lacks in enumerate(LACKING)
    ]
    if minutes:
        found[f"on a bad line, {seeds.purpose} seed {seeds.first}"] = [
            endure(60.0 * minutes, seeds.first, share)
        ]
    return found


def run_one(task: Task) -> tuple[bool, float]:
    """Success and time of one trial; a process of its own may do it."""
    name, event, seed, bus = task
    robot = load_robot(name)
    if not bus:
        trial = EVENTS[event].run(robot, seed).trial
    else:
        with embodying(over_buses()):
            trial = EVENTS[event].run(robot, seed).trial
    return trial.success, trial.time_s


def _share(progress: Callable[[float], None], done: float) -> None:
    progress(0.8 + 0.2 * done)


def _row(
    robot: str, event: str, seeds: list[int], results: dict[Task, tuple[bool, float]]
) -> HardwareRow:
    rates, times = [], []
    for bus in (False, True):
        mine = [results[robot, event, seed, bus] for seed in seeds]
        won = [seconds for success, seconds in mine if success]
        rates.append(Rate.of(len(won), len(mine)))
        times.append(round(sum(won) / len(won), 2) if won else None)
    return HardwareRow(robot, event, rates[0], rates[1], times[0], times[1])
