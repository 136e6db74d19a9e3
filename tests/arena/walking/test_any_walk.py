"""The walking benchmark takes any walk by name or file, and sees what it costs the servos."""

from math import inf
from pathlib import Path

import numpy as np
import pytest

from drills.learnt import untrained
from olympian.arena.falls.faller import guarded, heedless
from olympian.arena.walking import PushDirection, Scenario, Shove, WalkConditions, run_scenario
from olympian.arena.walking.bars import bars
from olympian.arena.walking.bench import choose_measures
from olympian.arena.walking.contender import WalkContender
from olympian.arena.walking.gauge import StrainGauge
from olympian.backend import Simulation
from olympian.errors import OlympianError
from olympian.goal import GoalLimiter
from olympian.motion.learnt import LearntWalk
from olympian.motion.walk import read_walk
from olympian.records import JointGoal, Twist
from olympian.robot import load_robot


@pytest.fixture(scope="module")
def bioloid():
    return load_robot("bioloid")


@pytest.fixture(scope="module")
def policy(bioloid, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("policy") / "mine.npz"
    untrained(bioloid).save(path)
    return path


def test_contenders_know_their_limits_and_their_file(bioloid, policy: Path) -> None:
    config = read_walk(bioloid)
    own = WalkContender.of(bioloid)
    assert (own.kind, own.source, own.top_speed) == ("dynamic", config, config.top_speed)
    assert WalkContender.of(bioloid, "dynamic").sha256 == own.sha256 != ""
    learnt = WalkContender.of(bioloid, str(policy))
    assert (learnt.kind, learnt.source) == ("learnt", str(policy))
    assert learnt.top_speed.ahead == 0.8
    assert learnt.acceleration == (inf, inf, inf)
    assert len(learnt.sha256) == 16
    assert WalkContender.of(bioloid, "static").kind == "static"
    with pytest.raises(OlympianError, match="'learnt' cannot go without feedback"):
        learnt.open_loop()
    with pytest.raises(OlympianError, match="unknown walk of 'bioloid' 'satic', did you mean"):
        WalkContender.of(bioloid, "satic")


def test_a_policy_is_tried_and_shoved_at_its_phase(bioloid, policy: Path) -> None:
    conditions = WalkConditions.of(3, bioloid)
    shove = Shove(0.3, PushDirection.LEFT, 0.02, phase=0.5)
    scenario = Scenario(2.0, Twist(forward=0.1), pushes=(shove,), after_push=0.2)
    outcome = run_scenario(bioloid, str(policy), conditions, scenario)
    assert outcome.held
    assert outcome.pushes == 1
    # its clock goes on while it stands for a second: half of the fourth stride comes at 0.54 s
    assert outcome.seconds == pytest.approx(0.54 + 0.1 + 0.2, abs=0.04)
    assert outcome.steps == 4
    assert 0.0 <= outcome.strain.saturated < 0.2
    with pytest.raises(OlympianError, match="StaticWalk has no phase"):
        run_scenario(bioloid, "static", conditions, scenario)


def test_only_the_engine_is_measured_without_feedback() -> None:
    assert "open_loop_push" in choose_measures([])
    assert "open_loop_push" not in choose_measures([], "learnt")
    asked = {bar.key: bar.must for bar in bars("fumanoid", "learnt")}
    assert asked["forward_m_s"] == 0.85
    assert "push_ratio" not in asked


def test_falls_are_benched_with_any_walk(bioloid, policy: Path) -> None:
    bare = heedless(Simulation(bioloid).actors[0], str(policy))
    assert isinstance(bare._walk, LearntWalk)
    whole = guarded(Simulation(bioloid).actors[0], str(policy))
    assert whole.humanoid.machine.top_speed.ahead == 0.8
    whole.command(Twist(forward=0.1))
    whole.tick()


def test_the_gauge_counts_full_duty_cuts_and_heat(bioloid) -> None:
    actor = Simulation(bioloid).actors[0]
    limiter = GoalLimiter(bioloid, actor.servos.no_load)
    gauge, ready = StrainGauge(bioloid, actor.servos, limiter), np.array(bioloid.ready)
    legs = bioloid.indices([name for leg in bioloid.legs for name in leg.chain.joint_names])
    limiter.step(JointGoal.all(ready), ready, 0.01)
    gauge.step()
    assert (gauge.strain.saturated, gauge.strain.clamped) == (0.0, 0.0)
    wish = ready.copy()
    wish[legs[:3]] += 1.0
    limiter.step(JointGoal.all(wish), ready, 0.01)
    actor.servos.table["duty"][legs[:6]] = -1.0
    actor.servos.table["temperature_c"][legs[0]] = 61.0
    gauge.step()
    assert gauge.strain.clamped == pytest.approx(3 / 24)
    assert gauge.strain.saturated == pytest.approx(6 / 24)
    assert gauge.strain.hottest_c == 61.0
