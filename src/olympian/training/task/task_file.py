"""A task: what a policy is told, moves and is rewarded for, and what happens to it meanwhile."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import field

from olympian.errors import OlympianError, unknown
from olympian.motion.learnt.layout import SIGNALS, WISHES
from olympian.robot.files import Table, read_toml

FOLDER = Path(__file__).parent.parent / "tasks"
Steps = tuple[tuple[float, float], ...]
"""Levels: from which update on, and how much; between two it grows evenly."""
STARTS = ("standing", "lying")


class PolicyRule(Table, frozen=True, kw_only=True):
    """What goes into the network and what comes out."""

    moves: tuple[str, ...] = ("legs",)
    """Kinds of limbs that it moves: legs, arms, head."""
    scale: float = 0.3
    """rad of goal for an action of one."""
    period: float = 0.02
    """Seconds from action to action, in whole ticks of the bus."""
    history: int = 4
    signals: tuple[str, ...] = SIGNALS
    wishes: tuple[str, ...] = WISHES
    still: float = 0.0
    """Sum of m/s and rad/s of a command below which it means to stand."""


class NetworkRule(Table, frozen=True, kw_only=True):
    """Units of each hidden layer."""

    actor: tuple[int, ...] = (384, 256, 128)
    critic: tuple[int, ...] = (512, 256, 128)


class GaitRule(Table, frozen=True, kw_only=True):
    """Steps and top speeds, in units of the robot's size."""

    stride: float = 0.0
    """Of two steps; 0: there is no clock."""
    lift: float = 0.0
    crouch: float = 1.0
    """Height of the torso for an action of zero, as a share of the ready pose's."""
    ahead: float = 0.0
    back: float = 0.0
    side: float = 0.0
    turn: float = 0.0
    mixing: float = 2.0
    """As in `TopSpeed`: commands are drawn from within it."""


class HardshipRule(Table, frozen=True, kw_only=True):
    """Full measure of what makes it hard."""

    push: float = 0.0
    slope_deg: float = 0.0
    tiles: float = 0.0
    supply: tuple[float, float] = (1.0, 1.0)


class EpisodeRule(Table, frozen=True, kw_only=True):
    """How an episode begins and ends, and what happens in it."""

    seconds: float = 20.0
    start: str = "standing"
    ends: tuple[str, ...] = ()
    """Falls, by name; see `task/endings.py`."""
    settle: float = 0.0
    """Seconds at the start in which actions are not done, and nothing counts."""
    command_s: tuple[float, float] = (2.0, 7.0)
    shove_s: tuple[float, float] = (4.0, 7.0)
    stand: float = 0.0
    """Share of commands that say: stand."""


class CurriculumRule(Table, frozen=True, kw_only=True):
    """Shares of the full measure, by updates in which it rarely fell."""

    speed: Steps = ((0.0, 1.0),)
    push: Steps = ((0.0, 1.0),)
    floor: Steps = ((0.0, 1.0),)
    supply: Steps = ((0.0, 1.0),)
    lying: Steps = ((0.0, 1.0),)
    """Of how far a lying robot is rolled and its joints are bent at the start."""


class TaskFile(Table, frozen=True, kw_only=True):
    """One file of the folder `training/tasks`, or anybody's own."""

    description: str = ""
    policy: PolicyRule = field(default_factory=PolicyRule)
    network: NetworkRule = field(default_factory=NetworkRule)
    gait: GaitRule = field(default_factory=GaitRule)
    hardship: HardshipRule = field(default_factory=HardshipRule)
    episode: EpisodeRule = field(default_factory=EpisodeRule)
    curriculum: CurriculumRule = field(default_factory=CurriculumRule)
    rewards: dict[str, dict[str, float]] = field(default_factory=dict)
    """By the name of the term: its weight, and numbers of its own."""
    robots: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """By the name of a robot: what is other for it in `gait` and `hardship`."""

    def for_robot(self, name: str) -> "TaskFile":
        """The same with what is other for this robot."""
        changes = self.robots.get(name, {})
        for part in changes:
            if part not in ("gait", "hardship"):
                raise unknown(
                    f"part of a task that differs for '{name}'", part, ("gait", "hardship")
                )
        built = msgspec.to_builtins(self)
        merged = {part: {**built[part], **values} for part, values in changes.items()}
        try:
            return msgspec.convert({**built, **merged, "robots": {}}, TaskFile)
        except msgspec.ValidationError as error:
            raise OlympianError(f"robots.{name} of a task: {error}") from error


def task_names() -> tuple[str, ...]:
    """Tasks of the package."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def read_task(name: str) -> tuple[str, TaskFile]:
    """A task by name or file (.toml), and its name."""
    if name.endswith(".toml"):
        path = Path(name)
        if not path.is_file():
            raise OlympianError(f"{path}: no such file; give a task (.toml)")
    else:
        if name not in task_names():
            raise unknown("task", name, task_names())
        path = FOLDER / f"{name}.toml"
    task = read_toml(path, TaskFile)
    if task.episode.start not in STARTS:
        raise OlympianError(
            f"{path}: start '{task.episode.start}'; choose from {', '.join(STARTS)}"
        )
    return path.stem, task


def level(steps: Steps, update: float) -> float:
    """How much of something there is at an update."""
    before = steps[0]
    if update <= before[0]:
        return before[1] if before[0] == 0.0 else 0.0
    for after in steps[1:]:
        if update < after[0]:
            share = (update - before[0]) / (after[0] - before[0])
            return before[1] + share * (after[1] - before[1])
        before = after
    return before[1]
