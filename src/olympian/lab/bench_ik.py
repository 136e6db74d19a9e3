"""How fast and how right inverse kinematics is, beside its peers, all interleaved in one run.

Timings: short blocks of calls, one block per contender in turn, so that a busy machine slows all of
them alike; the minimum and the median over blocks. Goals are the same for all: the ready pose with
random joint offsets, as in walking; the warm start is the ready pose itself.
"""

import gc
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from time import perf_counter

import msgspec
import numpy as np

from olympian.compiled import compiled, direct
from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.kinematics import SOLVERS, ChainKernel, ClosedForm, closed_form, solver, why_not
from olympian.kinematics.leg.tree import solve_all, solve_branch
from olympian.lab.ik_peers import PEERS
from olympian.robot import Limb, Robot, load_robot
from olympian.seeds import JUDGING, Seeds
from olympian.statistics import Rate

ROBOTS = ("bioloid", "fumanoid", "wolfgang", "atlas")
GOALS, BLOCKS, BLOCK_S = 50, 60, 2e-3
"""Goals, blocks of each contender, and seconds per block: long against the timer's resolution and
cold caches, short against a change of load."""
OFFSET_RAD = 0.2
"""Walk-like spread of every joint around the ready pose, which is also every warm start: 11°."""
SAME_RAD = 1e-6
RIGHT_M = 1e-9
"""Error up to which a closed-form solution is right."""
NUMERIC_RIGHT_M = 2e-4
"""The thesis stops its numeric methods at 0.1 mm."""


class IkRow(msgspec.Struct, frozen=True, kw_only=True):
    """One solver, one way of calling it, one leg."""

    robot: str
    solver: str
    call: str
    min_us: float
    median_us: float
    p95_us: float
    """95th percentile of the blocks, or of the calls where each was timed."""
    success: float
    """Share of goals whose generating posture, or (one-answer solvers) some posture, was found."""
    max_error_m: float
    """Largest distance from the goal over everything returned as a solution."""
    solutions: float
    """Average number per goal."""
    rates: dict[str, Rate]
    seeds: str


@dataclass
class _Contender:
    """Something to be timed: `run` solves every goal once."""

    solver: str
    call: str
    run: Callable[[], object]
    check: Callable[[int], Vec]
    """index of a goal → its solutions (k, 6)"""
    right_m: float = RIGHT_M
    times: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class _Goals:
    """Walk-like goals of one leg."""

    q: Vec
    near: Vec
    T: Vec


def measure(
    robot: Iterable[str] | None = None,
    seed: int = 0,
    poses: int = 10_000,
    progress: Callable[[float], None] = lambda _: None,
) -> list[IkRow]:
    """Rows for every robot: the random-pose test of each leg, then all contenders on the first one.

    Args:
        robot: their names; None for all of the library.
        seed: of the judging seeds; draws poses and goals.
        progress: called with the share done, 0…1.
    """
    rows, names, seeds = [], tuple(robot or ROBOTS), JUDGING.take(1, seed)
    for done, name in enumerate(names):
        model = load_robot(name)
        for index, limb in enumerate(model.legs):
            leg = _closed_form(model, limb)
            rows.append(_random_poses(model, limb, leg, _drawn(limb, poses, seeds, index), seeds))
            progress((done + 0.25 * (index + 1)) / len(names))
        limb = model.legs[0]
        goals = _walk_like(model, limb, np.random.default_rng(seeds.first))
        contenders = _contenders(_closed_form(model, limb), limb, goals)
        rows += _race(model, limb, contenders, goals, seeds)
        progress((done + 1) / len(names))
    return rows


def _closed_form(robot: Robot, limb: Limb) -> ClosedForm:
    leg = closed_form(limb.chain)
    if leg is None:
        raise OlympianError(f"{robot.name}: {limb.name} has no closed form: {why_not(limb.chain)}")
    return leg


def _drawn(limb: Limb, poses: int, seeds: Seeds, index: int) -> Vec:
    """(poses, 6) joint angles within limits."""
    random = np.random.default_rng([seeds.first, index])
    return random.uniform(limb.chain.lower, limb.chain.upper, (poses, 6))


def _random_poses(robot: Robot, limb: Limb, leg: ClosedForm, drawn: Vec, seeds: Seeds) -> IkRow:
    """Is the generating posture among the solutions, and is every solution right?"""
    kernel, poses = ChainKernel(limb.chain), len(drawn)
    out, found, worst, total, times = np.empty((8, 6)), 0, 0.0, 0, []
    for q in drawn:
        T = kernel.forward(q)
        start = perf_counter()
        count = leg.solve_all_into(T, out)
        times.append(perf_counter() - start)
        total += count
        found += bool(np.any(np.max(np.abs(out[:count] - q), axis=1) < SAME_RAD))
        for row in out[:count]:
            worst = max(worst, float(np.max(np.abs(kernel.forward(row) - T))))
    return IkRow(
        robot=robot.name, solver="olympian", call=f"{limb.name}: random poses within limits",
        min_us=1e6 * min(times), median_us=1e6 * float(np.median(times)),
        p95_us=1e6 * float(np.percentile(times, 95)),
        success=found / poses, max_error_m=worst, solutions=total / poses,
        rates={"success": Rate.of(found, poses)}, seeds=str(seeds),
    )  # fmt: skip


def _walk_like(robot: Robot, limb: Limb, random: np.random.Generator) -> _Goals:
    """Goals around the ready pose."""
    chain = limb.chain
    ready = robot.ready[robot.indices(chain.joint_names)]
    spread = random.uniform(-OFFSET_RAD, OFFSET_RAD, (GOALS, 6))
    q = np.clip(ready + spread, chain.lower, chain.upper)
    near = np.tile(ready, (GOALS, 1))
    return _Goals(q, near, np.array([ChainKernel(chain).forward(row) for row in q]))


def _contenders(leg: ClosedForm, limb: Limb, goals: _Goals) -> list[_Contender]:
    return [
        *_own_calls(leg, goals),
        *_own_loops(leg, goals),
        *(_numeric(name, limb, goals) for name in SOLVERS if name != "closed"),
        *(_peer(name, limb, goals) for name in PEERS),
    ]


def _own_calls(leg: ClosedForm, goals: _Goals) -> list[_Contender]:
    """Single calls from Python. All solutions means all, limits aside, as the peers give them."""
    T, near, out, one = list(goals.T), list(goals.near), np.empty((8, 6)), np.empty(6)
    unlimited = leg.unlimited()
    into, nearest_into = unlimited.solve_all_into, leg.nearest_into

    def all_into() -> None:
        for goal in T:
            into(goal, out)

    def all_new() -> None:
        for goal in T:
            unlimited.solve_all(goal)

    def one_into() -> None:
        for goal, start in zip(T, near, strict=True):
            nearest_into(goal, start, one)

    def one_new() -> None:
        for goal, start in zip(T, near, strict=True):
            leg.nearest(goal, start)

    def every(k: int) -> Vec:
        return unlimited.solve_all(T[k])

    def single(k: int) -> Vec:
        return leg.nearest(T[k], near[k]).q[None]

    return [
        _Contender("olympian", "all solutions, Python call", all_new, every),
        _Contender("olympian", "all solutions, into an array", all_into, every),
        _Contender("olympian", "nearest, into an array", one_into, single),
        _Contender("olympian", "nearest, Python call", one_new, single),
    ]


@compiled
def _loop_branch(params, T, branch, out):
    for k in range(T.shape[0]):
        solve_branch(params, T[k], branch, out[k])


@compiled
def _loop_all(params, T, out, counts):
    for k in range(T.shape[0]):
        counts[k] = solve_all(params, T[k], out[k])


@cache
def _loops() -> tuple[Callable[..., None], Callable[..., None]]:
    """Both loops, in the layout that lets them share the machine code of single calls."""
    goals = "float64[::1], float64[:, :, :]"
    return (
        direct(_loop_branch, f"void({goals}, int64, float64[:, :])"),
        direct(_loop_all, f"void({goals}, float64[:, :, :], int64[:])"),
    )


def _own_loops(leg: ClosedForm, goals: _Goals) -> list[_Contender]:
    """The same inside compiled loops, where no call from Python is paid for."""
    T, n = goals.T, len(goals.T)
    params = leg.params_unlimited
    one, rows, counts = np.empty((n, 6)), np.empty((n, 8, 6)), np.empty(n, dtype=np.int64)
    near = goals.near
    branch = _common_branch(leg, T)
    loop_branch, loop_all = _loops()

    def check_branch(k: int) -> Vec:
        loop_branch(params, T, branch, one)
        return one[k][None]

    def check_all(k: int) -> Vec:
        loop_all(params, T, rows, counts)
        return rows[k, : counts[k]]

    def check_batch(k: int) -> Vec:
        return leg.batch(T, near)[0][k][None]

    return [
        _Contender(
            "olympian", "one branch, compiled loop",
            lambda: loop_branch(params, T, branch, one), check_branch,
        ),
        _Contender(
            "olympian", "all solutions, compiled loop",
            lambda: loop_all(params, T, rows, counts), check_all,
        ),
        _Contender(
            "olympian", "nearest, batch",
            lambda: leg.batch(T, near), check_batch,
        ),
    ]  # fmt: skip


def _common_branch(leg: ClosedForm, T: Vec) -> int:
    """A branch that exists for every goal: one that fails early would look fast."""
    out = np.full((len(T), 6), np.nan)
    for branch in range(8):
        _loops()[0](leg.params_unlimited, T, branch, out)
        if np.all(np.isfinite(out)):
            return branch
        out[:] = np.nan
    raise OlympianError("no branch of this leg reaches all goals around the ready pose")


def _numeric(name: str, limb: Limb, goals: _Goals) -> _Contender:
    """One of the thesis's methods, warm."""
    method, T, near = solver(name, limb.chain), list(goals.T), list(goals.near)

    def run() -> None:
        for goal, start in zip(T, near, strict=True):
            method.solve(goal, start)

    def check(k: int) -> Vec:
        return method.solve(T[k], near[k]).q[None]

    return _Contender("olympian", f"{name}, warm", run, check, NUMERIC_RIGHT_M)


def _peer(name: str, limb: Limb, goals: _Goals) -> _Contender:
    prepare, solve, solutions = PEERS[name](limb.chain)
    prepared, near = [prepare(goal) for goal in goals.T], list(goals.near)

    def run() -> None:
        for goal, start in zip(prepared, near, strict=True):
            solve(goal, start)

    call = (
        "all solutions, Python call"
        if name == "eaik"
        else "damped least squares, warm, loop in Python"
    )
    return _Contender(
        name, "solve_ik, warm, loop in Python" if name == "mink" else call, run,
        lambda k: solutions(solve(prepared[k], near[k])), NUMERIC_RIGHT_M,
    )  # fmt: skip


def _race(
    robot: Robot, limb: Limb, contenders: list[_Contender], goals: _Goals, seeds: Seeds
) -> list[IkRow]:
    """Blocks of all contenders in turn; the collector of garbage waits."""
    repeats = [_repeats(contender) for contender in contenders]
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(BLOCKS):
            for contender, repeat in zip(contenders, repeats, strict=True):
                contender.run()  # wakes up caches that the others have emptied
                start = perf_counter()
                for _ in range(repeat):
                    contender.run()
                contender.times.append((perf_counter() - start) / (repeat * len(goals.T)))
    finally:
        if collecting:
            gc.enable()
    return [_row(robot, limb, contender, goals, seeds) for contender in contenders]


def _repeats(contender: _Contender) -> int:
    """Runs that fill a block; the first run compiles and is not counted."""
    contender.run()
    start = perf_counter()
    contender.run()
    return max(1, round(BLOCK_S / (perf_counter() - start)))


def _row(robot: Robot, limb: Limb, contender: _Contender, goals: _Goals, seeds: Seeds) -> IkRow:
    kernel = ChainKernel(limb.chain)
    found, worst, total = 0, 0.0, 0
    for k, (q, T) in enumerate(zip(goals.q, goals.T, strict=True)):
        rows = contender.check(k)
        errors = [float(np.linalg.norm(kernel.forward(row)[:3, 3] - T[:3, 3])) for row in rows]
        apart = [float(np.max(np.abs(np.angle(np.exp(1j * (row - q)))))) for row in rows]
        several = "all solutions" in contender.call
        found += min(apart, default=np.inf) < 1e-3 if several else max(errors) <= contender.right_m
        worst, total = max([worst, *errors]), total + len(rows)
    return IkRow(
        robot=robot.name, solver=contender.solver, call=f"{limb.name}: {contender.call}",
        min_us=1e6 * min(contender.times), median_us=1e6 * float(np.median(contender.times)),
        p95_us=1e6 * float(np.percentile(contender.times, 95)),
        success=found / len(goals.q), max_error_m=worst, solutions=total / len(goals.q),
        rates={"success": Rate.of(int(found), len(goals.q))}, seeds=str(seeds),
    )  # fmt: skip
