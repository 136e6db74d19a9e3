"""A batch behaves as the simulation does, and each of its worlds is a robot of its own."""

import numpy as np
import pytest
import torch

from olympian.backend import Noise, Simulation, SimulationOptions
from olympian.goal import GoalLimiter
from olympian.records import JointGoal
from olympian.robot import load_robot
from olympian.training.bench import standing
from olympian.training.body.body import BatchedBody
from olympian.training.body.model import PhysicsOptions
from olympian.training.environment import Environment
from olympian.training.task.scale import layout_of
from olympian.training.task.task_file import read_task


@pytest.fixture(scope="module")
def bioloid():
    return load_robot("bioloid")


def test_it_moves_as_in_the_simulation_and_feels_the_same(bioloid) -> None:
    options = PhysicsOptions(dt=0.001)
    body = BatchedBody(bioloid, 2, "cpu", options, 1, noise=Noise.none())
    body.reset(*standing(bioloid, body))
    simulation = Simulation(bioloid, options=SimulationOptions(noise=Noise.none()))
    actor, ready = simulation.actors[0], np.array(bioloid.ready)
    limiter = GoalLimiter(bioloid, actor.servos.no_load)
    limiter.step(JointGoal.all(ready), ready, 0.01)
    knees = [name for name in bioloid.joint_names if "knee" in name]
    for tick in range(40):
        goal = ready.copy()
        goal[bioloid.indices(knees)] += 0.15 * np.sin(0.15 * tick)
        body.advance(torch.tensor(goal).float().repeat(2, 1))
        actor.write(limiter.step(JointGoal.all(goal), ready, 0.01))
        sensors, view = actor.read(), body.view()
    torso = simulation.true_pose(bioloid.torso)
    assert view.place[0].numpy() == pytest.approx(torso[:3, 3], abs=2e-3)
    assert view.R[0].numpy() == pytest.approx(torso[:3, :3], abs=0.02)
    assert view.q_measured[0].numpy() == pytest.approx(sensors.q, abs=0.025)
    assert float(view.pressure[0].sum()) == pytest.approx(sensors.foot_pressure.sum(), rel=0.2)
    half = sensors.foot_pressure.sum(axis=1)
    assert view.pressure[0].sum(-1).numpy() == pytest.approx(half, abs=3.0)
    assert torch.equal(view.place[0], view.place[1]), "worlds without chance are the same"


def _environment(robot, task: str, worlds: int, **named: bool) -> Environment:
    name, read = read_task(task)
    layout, own = layout_of(robot, name, read), read.for_robot(robot.name)
    options = PhysicsOptions(whole_body=own.episode.start == "lying")
    body = BatchedBody(robot, worlds, "cpu", options, 2)
    return Environment(robot, own, layout, body, 0, **named)


def test_rows_are_mirrored_block_by_block(bioloid) -> None:
    environment = _environment(bioloid, "walk", 2)
    told, critic = environment.reset()
    mirrors = environment.mirrors()
    for row, mirror in zip((told, critic), mirrors, strict=False):
        places, signs = mirror.tensors("cpu")
        assert row.shape[1] == len(places)
        twice = (row[:, places] * signs)[:, places] * signs
        assert torch.equal(twice, row)
    seen = told[0, mirrors[0].tensors("cpu")[0]] * mirrors[0].tensors("cpu")[1]
    assert seen[0] == -told[0, 0]  # rolling
    assert seen[1] == told[0, 1]  # pitching


def test_a_shove_adds_its_momentum_and_a_hard_one_fells(bioloid) -> None:
    environment = _environment(bioloid, "walk", 2, own_commands=False)
    environment.reset()
    still = torch.zeros(2, len(environment.layout.joints))
    every, angle = torch.ones(2, dtype=torch.bool), torch.zeros(2)
    before = environment.body.physics.qvel[:, 0].clone()
    environment.shoves.push(every, angle, torch.tensor([0.0, 3.0]))
    fell = torch.zeros(2, dtype=torch.bool)
    for step in range(40):
        environment.shoves.apply()
        fell |= environment.step(still).fell
        if step == 4:
            gained = environment.body.physics.qvel[:, 0] - before
            assert float(gained[1] - gained[0]) > 0.5
    assert fell.tolist() == [False, True]


def test_a_lying_start_counts_only_when_it_lies(bioloid) -> None:
    environment = _environment(bioloid, "getup", 3)
    environment.reset()
    action = torch.ones(3, len(environment.layout.joints))
    first = environment.step(action)
    assert not first.counts.any()
    assert not first.reward.any()
    for _ in range(30):
        last = environment.step(action)
    assert last.counts.all()
    assert float(last.moment.height.max()) < 0.8 * environment.rest_height
