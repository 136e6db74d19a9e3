"""The learnt walk keeps the promises of walks, whatever it has learnt."""

import time
from dataclasses import replace
from math import nan
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from drills.learnt import untrained
from olympian.backend import FallWatch, Simulation
from olympian.errors import OlympianError
from olympian.humanoid import BareHumanoid
from olympian.motion import SkillStatus
from olympian.motion.learnt import LearntWalk
from olympian.motion.walks import make_walk, walk_names
from olympian.records import Twist
from olympian.robot import load_robot


@pytest.fixture(scope="module")
def fumanoid():
    return load_robot("fumanoid")


def test_it_stands_by_itself_and_says_when_it_walks(fumanoid) -> None:
    simulation = Simulation(fumanoid, seed=1)
    walk = LearntWalk(fumanoid, untrained(fumanoid))
    body, watch = BareHumanoid(fumanoid, walk, simulation.actors[0]), FallWatch(simulation)
    body.run(0.5)
    assert walk.status is SkillStatus.DONE
    assert walk.steps_done == 0
    walk.command(Twist(forward=0.1))
    body.run(2.2)
    assert walk.status is SkillStatus.RUNNING
    assert walk.steps_done == 10  # two in 0.44 s
    walk.command(Twist())
    body.run(0.9)
    assert walk.status is SkillStatus.RUNNING
    body.run(0.3)
    assert walk.status is SkillStatus.DONE
    assert not watch.step()


def test_it_is_asked_fifty_times_a_second(fumanoid, monkeypatch) -> None:
    walk, asked = LearntWalk(fumanoid, untrained(fumanoid)), []
    monkeypatch.setattr(walk.policy, "act", lambda seen: asked.append(seen) or np.zeros(12))
    body = BareHumanoid(fumanoid, walk, Simulation(fumanoid).actors[0])
    body.run(1.0)
    assert len(asked) == 50
    state, size = body.tick(), walk.policy.layout.frame
    seen = asked[-1]
    legs = walk.policy.layout.places(fumanoid)
    assert seen[3:6] == pytest.approx(state.R_world_torso[2], abs=0.01)
    assert seen[6:18] == pytest.approx(state.q[legs] - fumanoid.ready[legs], abs=0.02)
    assert seen[:size] == pytest.approx(seen[size : 2 * size], abs=0.1)  # the past comes behind


def test_commands_are_told_cut_and_refused(fumanoid, monkeypatch) -> None:
    walk, asked = LearntWalk(fumanoid, untrained(fumanoid)), []
    monkeypatch.setattr(walk.policy, "act", lambda seen: asked.append(seen) or np.zeros(12))
    body = BareHumanoid(fumanoid, walk, Simulation(fumanoid).actors[0])
    walk.command(Twist(forward=9.0))
    body.run(0.1)
    assert asked[-1][-5:-2] == pytest.approx([0.8, 0.0, 0.0])
    assert np.hypot(*asked[-1][-2:]) == pytest.approx(1.0)
    walk.command(Twist(turn=nan))
    assert "not finite" in walk.reason
    body.run(0.1)
    assert asked[-1][-5:] == pytest.approx(np.zeros(5))  # it stands: no clock


def test_it_begins_where_another_skill_ended(fumanoid) -> None:
    walk = LearntWalk(fumanoid, untrained(fumanoid))
    q = fumanoid.ready + 0.1
    walk.begin_at(q)
    assert walk._observer.goal(walk._action, walk.q) == pytest.approx(q)
    head = fumanoid.indices(["neck_pitch"])
    state = BareHumanoid(fumanoid, walk, Simulation(fumanoid).actors[0]).tick()
    goal = walk.step(state, 0.01)
    assert goal.q[head] == pytest.approx(q[head])  # joints that it does not move stay


def test_it_is_a_walk_by_file_for_its_own_body(fumanoid, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    untrained(fumanoid).save(path)
    assert isinstance(make_walk(fumanoid, str(path)), LearntWalk)
    with pytest.raises(OlympianError, match="other servos"):
        make_walk(replace(fumanoid, supply_v=12.0), str(path))
    with pytest.raises(OlympianError, match="no such file"):
        make_walk(fumanoid, str(tmp_path / "none.npz"))


def test_a_robot_that_has_not_learnt_says_how(fumanoid, monkeypatch) -> None:
    nowhere = Path("/nowhere/learnt_walk.npz")
    monkeypatch.setattr("olympian.motion.walks.policy_path", lambda _: nowhere)
    monkeypatch.setattr("olympian.motion.learnt.library.policy_path", lambda *_: nowhere)
    assert "learnt" not in walk_names(fumanoid)
    with pytest.raises(OlympianError, match="'olympian train walk --robot fumanoid' teaches it"):
        make_walk(fumanoid, "learnt")


def test_a_tick_is_cheap(fumanoid) -> None:
    """At most 60 µs on a quiet machine; this one may be busy, so the bar is wider."""
    walk = LearntWalk(fumanoid, untrained(fumanoid, size=0.1))
    state = BareHumanoid(fumanoid, walk, Simulation(fumanoid).actors[0]).tick()
    times = []
    for _ in range(400):
        began = time.perf_counter()
        walk.step(state, 0.01)
        walk.step(state, 0.01)
        times.append((time.perf_counter() - began) / 2)
    assert median(times) < 250e-6
