"""Stacked tasks beside mink: the same targets, steps, gain, damping and limits, interleaved.

The path is cut into blocks, and each block is run by every contender in turn, so that a busy
machine slows all of them alike; the minimum is that of each block over all rounds, averaged. Every
step undoes the whole error that is left (mink's gain 1). Errors are measured afterwards, by
MuJoCo's kinematics, from the postures that were passed.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import msgspec
import numpy as np

from olympian.geometry import Mat4, Vec, inverse
from olympian.kinematics import Kinematics
from olympian.kinematics.tasks import Aim, HeadTask, LinkTask, MiddlePull, PoseTask, TaskStack
from olympian.lab.task_peers import PEERS, PeerFollower
from olympian.robot import load_robot
from olympian.seeds import JUDGING

ROUNDS = 30
STEPS, BLOCKS, DT = 200, 10, 0.01
"""Two seconds at 100 Hz; blocks short against a change of load."""
SIZE = (0.9, 1.0)
"""Share of its reach that a curve has along each axis."""
AWAY = 1e-9
"""Radians beyond a limit that count."""


class TaskRow(msgspec.Struct, frozen=True, kw_only=True):
    """One solver on one problem."""

    problem: str
    solver: str
    dims: int
    """Rows of the Jacobian."""
    joints: int
    min_us: float
    """Per step, of the fastest round of each block."""
    median_us: float
    p95_us: float
    """Over the rounds."""
    position_error_m: float
    """Largest distance of any tip from its target, along the axes that count, after any step."""
    limit_violations: int
    """Joints outside their limits, summed over all steps."""
    seeds: str


@dataclass(frozen=True)
class _Problem:
    """A stack, where it starts, and its targets, step by step."""

    name: str
    stack: TaskStack
    q_start: Vec
    targets: list[list[Mat4]]
    seeds: str


def measure(
    rounds: int = ROUNDS, seed: int = 0, progress: Callable[[float], None] = lambda _: None
) -> list[TaskRow]:
    """Rows for the paper's problem (17 × 23), also at limits; one leg (6 × 6), both (12 × 12).

    Args:
        seed: of the judging seeds; draws how far each tip goes.
        progress: called with the share done, 0…1.
    """
    rows, problems = [], (_juggling, _at_limits, _one_leg, _both_legs)
    for done, make in enumerate(problems):
        problem = make(seed)
        rows += _race(problem, rounds, lambda share, d=done: progress((d + share) / len(problems)))
    return rows


def _juggling(seed: int) -> _Problem:
    """Atlas on its right foot: the left one kicks, the right hand lifts a plate, the head stays."""
    reach = [(0.06, 0.04, 0.25), (0.03, 0.03, 0.05), (0.0, 0.0, 0.0)]
    return _atlas_moves("juggling", reach, seed)


def _at_limits(seed: int) -> _Problem:
    """The same with a hand that goes twice as far: back, knee and hip meet their ends."""
    reach = [(0.06, 0.04, 0.25), (0.05, 0.05, 0.1), (0.0, 0.0, 0.0)]
    return _atlas_moves("juggling at limits", reach, seed)


def _atlas_moves(name: str, reach: Sequence[Sequence[float]], seed: int) -> _Problem:
    atlas = load_robot("atlas")
    tasks = (PoseTask("left_sole"), PoseTask("right_hand"), HeadTask("head"))
    stack = TaskStack(atlas, "right_sole", tasks, gain=1.0 / DT)
    level = atlas.joint_vector({"neck_ry": 0.0}, atlas.ready)  # so that the head's axes are ours
    return _moving(name, stack, level, reach, seed)


def _one_leg(seed: int) -> _Problem:
    wolfgang = load_robot("wolfgang")
    stack = TaskStack(wolfgang, "torso", (PoseTask("left_sole"),), gain=1.0 / DT)
    return _moving("one leg", stack, wolfgang.ready, [(0.04, 0.02, 0.04)], seed)


def _both_legs(seed: int) -> _Problem:
    wolfgang = load_robot("wolfgang")
    tasks = (PoseTask("left_sole"), PoseTask("torso"))
    stack = TaskStack(wolfgang, "right_sole", tasks, gain=1.0 / DT)
    reach = [(0.04, 0.02, 0.05), (0.01, 0.02, 0.01)]
    return _moving("both legs", stack, wolfgang.ready, reach, seed)


def _moving(
    name: str, stack: TaskStack, q_start: Vec, reach: Sequence[Sequence[float]], seed: int
) -> _Problem:
    """Every tip goes out and back along its own closed curve, keeping its orientation.

    Args: reach: metres along the axes, of which chance takes some away.
    """
    seeds = JUDGING.take(1, seed)
    sizes = np.array(reach) * np.random.default_rng(seeds.first).uniform(*SIZE, np.shape(reach))
    links = [task.link for task in stack.tasks if isinstance(task, LinkTask)]
    home = [stack.where(q_start, link) for link in links]
    targets = []
    for k in range(1, STEPS + 1):
        phase = 2.0 * np.pi * k / STEPS
        shape = np.array([np.sin(phase), np.sin(2.0 * phase), 0.5 * (1.0 - np.cos(phase))])
        step = [T.copy() for T in home]
        for T, size in zip(step, sizes, strict=True):
            T[:3, 3] += size * shape
        targets.append(step)
    return _Problem(name, stack, q_start, targets, str(seeds))


class _Own:
    """Our own loop."""

    def __init__(self, problem: _Problem, secondary: MiddlePull | None) -> None:
        asked = problem.stack
        self._stack = TaskStack(
            asked.robot, asked.support, asked.tasks,
            damping=asked.damping, gain=asked.gain, secondary=secondary,
        )  # fmt: skip
        self._aims = [[Aim(T) for T in targets] for targets in problem.targets]
        self._start = self._q = problem.q_start

    def begin(self) -> None:
        self._q = self._start

    def move(self, k: int) -> None:
        self._q = self._stack.step(self._q, self._aims[k], DT).q

    def posture(self) -> Vec:
        return self._q


def _race(problem: _Problem, rounds: int, progress: Callable[[float], None]) -> list[TaskRow]:
    """All contenders in turn, block by block; the collector of garbage waits."""
    followers: dict[str, PeerFollower] = {
        "olympian": _Own(problem, None),
        "olympian, middle pull": _Own(problem, MiddlePull()),
    }
    for name, make in PEERS.items():
        followers[name] = make(problem.stack, problem.q_start, problem.targets, DT)
    passed = {name: _path(follower) for name, follower in followers.items()}  # also compiles
    times = {name: np.empty((rounds, BLOCKS)) for name in followers}
    collecting = gc.isenabled()
    gc.disable()
    try:
        for turn in range(rounds):
            _round(followers, {name: table[turn] for name, table in times.items()})
            progress((turn + 1) / rounds)
    finally:
        if collecting:
            gc.enable()
    row = partial(_row, problem, Kinematics(problem.stack.robot))
    return [row(name, times[name], passed[name]) for name in followers]


def _path(follower: PeerFollower) -> list[Vec]:
    """Postures after every step."""
    follower.begin()
    passed = []
    for k in range(STEPS):
        follower.move(k)
        passed.append(follower.posture())
    return passed


def _round(followers: dict[str, PeerFollower], times: dict[str, Vec]) -> None:
    """Writes seconds per step of each block of the path."""
    length = STEPS // BLOCKS
    for follower in followers.values():
        follower.begin()
    for block in range(BLOCKS):
        for name, follower in followers.items():
            start = perf_counter()
            for k in range(block * length, (block + 1) * length):
                follower.move(k)
            times[name][block] = (perf_counter() - start) / length


def _row(
    problem: _Problem, kinematics: Kinematics, solver: str, times: Vec, passed: list[Vec]
) -> TaskRow:
    robot, joints = problem.stack.robot, problem.stack.joint_names
    outside = [
        np.count_nonzero((q < robot.lower - AWAY) | (q > robot.upper + AWAY)) for q in passed
    ]
    return TaskRow(
        problem=problem.name,
        solver=solver,
        dims=problem.stack.rows,
        joints=len(joints),
        min_us=1e6 * float(np.mean(np.min(times, axis=0))),
        median_us=1e6 * float(np.median(np.mean(times, axis=1))),
        p95_us=1e6 * float(np.percentile(np.mean(times, axis=1), 95)),
        position_error_m=_farthest(problem, kinematics, passed),
        limit_violations=int(np.sum(outside)),
        seeds=problem.seeds,
    )


def _farthest(problem: _Problem, kinematics: Kinematics, passed: list[Vec]) -> float:
    worst = 0.0
    for q, targets in zip(passed, problem.targets, strict=True):
        posture = kinematics.at(q)
        T_support_world = inverse(posture.pose(problem.stack.support))
        for task, T in zip(problem.stack.tasks, targets, strict=True):
            assert isinstance(task, LinkTask)
            axes = ["xyz".index(axis) for axis in task.axes]
            apart = T[:3, 3] - (T_support_world @ posture.pose(task.link))[:3, 3]
            worst = max(worst, float(np.linalg.norm(apart[axes])))
    return worst
