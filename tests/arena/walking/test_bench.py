"""The walking benchmark: conditions by seed, honest trials, and a search that finds the edge."""

import gc
import pickle
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from olympian.arena.crew import processes
from olympian.arena.walking import (
    PushDirection,
    Scenario,
    Shove,
    WalkConditions,
    WalkOutcome,
    run_scenario,
)
from olympian.arena.walking.bars import Bar, Protocol
from olympian.arena.walking.ladder import Attempt, Ladder, rungs
from olympian.arena.walking.speeds import mean_velocity
from olympian.arena.walking.task import Task, walk_all
from olympian.arena.walking.travel import RandomDrive
from olympian.arena.walking.trial import WalkTrial, _passes
from olympian.backend import Simulation
from olympian.kinematics import Kinematics
from olympian.motion.walk import WalkConfig
from olympian.records import Twist
from olympian.robot import load_robot

SLOW = Twist(forward=0.1)


@pytest.fixture(scope="module")
def fumanoid():
    return load_robot("fumanoid")


@pytest.fixture(scope="module")
def config():
    return WalkConfig()


def test_conditions_follow_from_the_seed(fumanoid) -> None:
    first, again, other = (WalkConditions.of(seed, fumanoid) for seed in (7, 7, 8))
    assert np.array_equal(first.zero_offset, again.zero_offset)
    assert first.imu_rpy == again.imu_rpy
    assert (first.friction, first.strength, first.mass) == (
        again.friction,
        again.strength,
        again.mass,
    )
    assert not np.allclose(first.zero_offset, other.zero_offset)
    assert first.friction != other.friction


def test_conditions_are_as_wide_as_they_should_be(fumanoid) -> None:
    many = [WalkConditions.of(seed, fumanoid) for seed in range(300)]
    for values, low, high in (
        ([one.friction for one in many], 0.6, 1.0),
        ([one.strength for one in many], 0.9, 1.1),
        ([one.mass for one in many], 0.95, 1.05),
    ):
        assert low <= min(values) < low + 0.1 * (high - low)
        assert high - 0.1 * (high - low) < max(values) <= high
    legs = [name.startswith(("left_hip", "right_hip")) for name in fumanoid.joint_names]
    offsets = np.degrees([one.zero_offset for one in many])
    assert np.std(offsets[:, legs]) == pytest.approx(1.0, abs=0.1)
    assert np.count_nonzero(offsets.any(axis=0)) == sum(
        len(leg.chain.joint_names) for leg in fumanoid.legs
    )
    assert np.degrees(np.std([one.imu_rpy[:2] for one in many])) == pytest.approx(1.0, abs=0.1)


def test_a_trial_repeats_itself_and_travels_between_processes(fumanoid, config) -> None:
    task = Task("fumanoid", config, 5, Scenario(1.5, SLOW))
    with processes(2) as crew:  # of which a single task wakes only one
        (there,) = walk_all(crew, [pickle.loads(pickle.dumps(task))])
    here = run_scenario(fumanoid, config, WalkConditions.of(5, fumanoid), task.scenario)
    assert here.held
    assert here.steps >= 3
    assert np.array_equal(there.path, here.path)
    assert np.array_equal(there.odometry, here.odometry)
    assert here.path[0, :3] == pytest.approx((0, 0, 0))
    assert here.path[-1, 0] == pytest.approx(1.5)


def test_a_shove_comes_at_its_phase_and_a_hard_one_fells_it(fumanoid, config) -> None:
    conditions = WalkConditions.of(5, fumanoid)
    shove = Shove(1.0, PushDirection.LEFT, 0.05, phase=0.5)
    scenario = Scenario(9.0, SLOW, pushes=(shove,), after_push=0.5)
    gentle = run_scenario(fumanoid, config, conditions, scenario)
    assert gentle.held
    assert gentle.pushes == 1
    assert 1.6 <= gentle.seconds < 1.6 + 2.5 * config.pattern.step_time
    across = []
    for direction in (PushDirection.LEFT, PushDirection.RIGHT):
        hard = replace(shove, direction=direction, ns=20.0)
        fall = run_scenario(fumanoid, config, conditions, replace(scenario, pushes=(hard,)))
        assert fall.fell_at is not None
        assert gentle.seconds - 0.6 < fall.fell_at < gentle.seconds + 1.0
        across.append(fall.path[-1, 2])
    assert across[0] > across[1] + 0.05


@pytest.mark.parametrize(
    ("before", "now", "passes"),
    [
        (0.49, 0.51, True),
        (0.45, 0.5, True),
        (0.5, 0.52, False),
        (0.51, 0.49, False),
        (0.02, 0.99, False),
        (0.40, 0.6, True),
        (0.97, 0.02, False),
    ],
)
def test_a_phase_is_passed_from_behind_only(before: float, now: float, passes: bool) -> None:
    assert _passes(before, now, 0.5) is passes
    assert _passes((before + 0.5) % 1.0, (now + 0.5) % 1.0, 0.0) is passes


def test_a_weak_battery_reaches_the_servos(fumanoid, config) -> None:
    conditions = WalkConditions.of(5, fumanoid)
    full, weak = (
        WalkTrial(fumanoid, config, conditions, Scenario(1.0, SLOW, supply=supply))
        for supply in (1.0, 0.85)
    )
    volts = [trial.simulation.actors[0].servos.voltage[0] for trial in (full, weak)]
    assert volts[1] / volts[0] == pytest.approx(0.85, abs=0.01)
    assert full.simulation.world.friction == pytest.approx(conditions.friction)


def _outcome(path: np.ndarray, fell: bool = False) -> WalkOutcome:
    return WalkOutcome(path[-1, 0] if fell else None, path[-1, 0], path, path, 0, 1)


def test_speed_is_measured_in_the_robots_own_frame() -> None:
    """On a circle, walked sideways as well: the body's velocity is what was put in."""
    t = np.arange(0.0, 12.0, 0.01)
    ahead, left, turn = 0.3, 0.1, 0.5
    yaw = turn * t
    x = (ahead * np.sin(yaw) + left * (np.cos(yaw) - 1)) / turn
    y = (ahead * (1 - np.cos(yaw)) + left * np.sin(yaw)) / turn
    went = mean_velocity(_outcome(np.column_stack([t, x, y, yaw])), 2.0, 11.5)
    assert (went.forward, went.left) == pytest.approx((ahead, left), rel=4e-3)
    assert went.turn == pytest.approx(turn)


class _Known:
    """Trials whose end is known: one falls where it is told to walk faster than its limit."""

    def __init__(self, limits: dict[int, float]) -> None:
        self._limits = limits
        self.runs = 0

    def carry_out(self, work, tasks):  # noqa: ARG002
        for place, task in enumerate(tasks):
            fell = task.scenario.command(0.0).forward > self._limits[task.seed] + 1e-9
            self.runs += 1
            yield place, _outcome(np.zeros((1, 4)), fell)


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ([0.5] * 20, 0.5),
        ([0.5] * 19 + [0.1], 0.5),
        ([0.5] * 18 + [0.3, 0.1], 0.3),
        ([0.1] + [0.5] * 19, 0.5),
        ([0.5, 0.5, 0.35], 0.35),
        ([0.0] * 3, 0.0),
        ([9.0] * 3, 1.0),
    ],
)
def test_the_ladder_ends_at_the_highest_level_that_enough_trials_hold(
    config, limits: list[float], expected: float
) -> None:
    crew = _Known(dict(enumerate(limits)))
    levels = rungs(0.05, 1.0)

    def attempts(level: float) -> list[Attempt]:
        scenario = Scenario(1.0, Twist(forward=level))
        return [
            Attempt("trials", Task("fumanoid", config, seed, scenario)) for seed in crew._limits
        ]

    climb = Ladder(crew, levels, attempts, 0.95).climb()
    assert climb.level == pytest.approx(expected)
    assert len(climb.outcomes) == (len(limits) if expected else 0)
    assert crew.runs < len(levels) * len(limits)


def test_every_group_must_hold_for_itself(config) -> None:
    crew = _Known(dict.fromkeys(range(40), 0.5) | {0: 0.1, 1: 0.1})

    def attempts(level: float) -> list[Attempt]:
        scenario = Scenario(1.0, Twist(forward=level))
        return [
            Attempt(f"group {seed // 20}", Task("fumanoid", config, seed, scenario))
            for seed in crew._limits
        ]

    # 38 of 40 are 95 %, but one group has both falls
    assert Ladder(crew, [0.1, 0.3, 0.5], attempts, 0.95).climb().level == 0.1


def test_rungs_end_with_the_top() -> None:
    assert rungs(0.05, 0.2) == pytest.approx([0.05, 0.1, 0.15, 0.2])
    assert rungs(0.1, 0.25) == pytest.approx([0.1, 0.2, 0.25])
    assert rungs(0.1, 0.05) == [0.05]


def test_random_driving_stays_within_the_limits_and_stops(config) -> None:
    drive, again = (RandomDrive.of(3, config.top_speed, 600.0) for _ in range(2))
    assert drive == again != RandomDrive.of(4, config.top_speed, 600.0)
    ahead, sideways, turn = config.limits.top_speed
    for twist in drive.twists:
        backward = config.limits.backward if twist.forward < 0 else 1.0
        share = np.array(
            [twist.forward / ahead / backward, twist.left / sideways, twist.turn / turn]
        )
        assert np.linalg.norm(share) <= 1 + 1e-9
    assert 0.05 < np.mean([twist == Twist() for twist in drive.twists]) < 0.3
    lasts = np.diff([0.0, *drive.until])
    assert lasts.min() >= 2.0
    assert lasts.max() <= 6.0
    assert drive(0.0) == drive.twists[0] != drive(drive.until[0] + 0.01)


def test_bars_know_which_way_is_better() -> None:
    assert Bar("forward_m_s", 0.5, 0.8).met(0.6) == (True, False)
    assert Bar("hour_falls", 2, 0, at_most=True).met(0) == (True, True)
    assert Bar("hour_falls", 2, 0, at_most=True).met(3) == (False, False)


def test_the_protocol_is_the_issues(fumanoid, config) -> None:
    protocol = Protocol.of(fumanoid, config.top_speed)
    assert protocol.tracked == (0.5, 0.3, 0.2, 1.3)
    assert (protocol.pace, protocol.push_step) == (0.2, 0.2)
    once = protocol.pushed_by(3.0)
    assert rungs(once.push_step, once.push_top) == [3.0]
    bioloid = Protocol.of(load_robot("bioloid"), config.top_speed)
    assert (bioloid.pace, bioloid.push_step, bioloid.tracked[0]) == (0.15, 0.1, 0.22)


def test_a_worker_does_not_grow_with_its_trials(config) -> None:
    """MuJoCo's memory is free when a trial ends, not when Python's collector comes round.

    The collector counts objects, not megabytes: workers that waited for it doubled in an hour.
    """
    robot = load_robot("bioloid")
    gc.collect()
    gc.disable()
    try:
        before = _alive()
        for seed in range(12):
            run_scenario(robot, config, WalkConditions.of(seed, robot), Scenario(0.01, SLOW))
        assert _alive() == before
    finally:
        gc.enable()


def _alive() -> Counter[str]:
    """How many there are of those that hold MuJoCo's memory."""
    return Counter(
        type(one).__name__ for one in gc.get_objects() if isinstance(one, Simulation | Kinematics)
    )
