"""A short run on a CPU: the reward rises, the policy runs in our simulation, the run goes on."""

from pathlib import Path

import pytest
import torch

from olympian.backend import FallWatch, Simulation
from olympian.errors import OlympianError
from olympian.humanoid import BareHumanoid
from olympian.motion.learnt import LearntWalk, read_policy
from olympian.records import Twist
from olympian.robot import load_robot
from olympian.training.learn.ppo import UpdateNote
from olympian.training.learn.run import RunOptions, TrainingRun
from olympian.training.learn.tally import TallyRow, TrainingTally
from olympian.training.task.task_file import read_task

TASK = """
[policy]
moves = ["legs"]
[network]
actor = [32]
critic = [32]
[gait]
stride = 2.4
ahead = 0.2
back = 0.1
side = 0.1
turn = 0.2
[episode]
ends = ["tipped", "low"]
[rewards]
action_rate = { weight = -0.5 }
posture = { weight = -2.0 }
"""
UPDATES, WORLDS = 6, 16


@pytest.fixture(scope="module")
def bioloid():
    return load_robot("bioloid")


def _run(robot, folder: Path, seed: int = 0, resume: Path | None = None) -> TrainingRun:
    file = folder / "walk.toml"
    file.write_text(TASK, encoding="utf-8")
    name, task = read_task(str(file))
    return TrainingRun(
        robot, name, task, RunOptions(1.0, "cpu", WORLDS, seed, folder / "walk.npz", resume)
    )


@pytest.fixture(scope="module")
def trained(bioloid, tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    run, rewards = _run(bioloid, folder), []
    for _ in range(UPDATES):
        tally = TrainingTally(run.environment)
        note = run.update(tally)
        rewards.append(
            tally.row(run.progress.update, 0.0, 0, note.rate, note.change, note.spread, 1.0).reward
        )
    run.save()
    return run, rewards


def test_the_reward_rises(trained) -> None:
    _, rewards = trained
    assert sum(rewards[-2:]) > sum(rewards[:2]) + 0.02 * abs(sum(rewards[:2]))


def test_the_policy_runs_in_the_simulation_that_judges(trained, bioloid) -> None:
    run, _ = trained
    policy = read_policy(bioloid, run.options.out)
    assert f"{UPDATES} updates" in policy.story
    told = torch.randn(1, policy.layout.inputs)
    with torch.no_grad():
        mean = run.ppo.network.mean(told)[0].clamp(-5.0, 5.0)
    assert policy.act(told[0].numpy()) == pytest.approx(mean.numpy(), abs=1e-4)
    simulation = Simulation(bioloid, seed=3)
    walk = LearntWalk(bioloid, policy)
    body, watch = BareHumanoid(bioloid, walk, simulation.actors[0]), FallWatch(simulation)
    walk.command(Twist(forward=0.05))
    body.run(0.5)
    assert not watch.step(), "it was trained to stay near its rest pose"


def test_a_run_goes_on_where_it_ended(trained, bioloid, tmp_path: Path) -> None:
    run, _ = trained
    again = _run(bioloid, tmp_path, seed=1, resume=run.checkpoint)
    assert again.progress.update == UPDATES
    told = torch.randn(4, run.layout.inputs)
    with torch.no_grad():
        assert torch.equal(again.ppo.network.mean(told), run.ppo.network.mean(told))
    moments, before = again.ppo.optimiser.state, run.ppo.optimiser.state
    assert len(moments) == len(before) > 0
    for one, other in zip(moments.values(), before.values(), strict=True):
        assert torch.equal(one["exp_avg"], other["exp_avg"])
    assert again.ppo.rate == run.ppo.rate


def test_a_checkpoint_of_another_body_or_none_is_refused(trained, tmp_path: Path) -> None:
    run, _ = trained
    with pytest.raises(OlympianError, match="trained for 'bioloid', not for this 'fumanoid'"):
        _run(load_robot("fumanoid"), tmp_path, resume=run.checkpoint)
    broken = tmp_path / "broken.pt"
    broken.write_bytes(b"nothing")
    with pytest.raises(OlympianError, match=r"broken\.pt: not a checkpoint"):
        _run(load_robot("bioloid"), tmp_path, resume=broken)


def test_a_run_ends_on_time(bioloid, tmp_path: Path, monkeypatch) -> None:
    """By a clock of which every update takes ten seconds."""
    run, now, calls, told = _run(bioloid, tmp_path), [0.0], list[float](), list[float]()
    monkeypatch.setattr("olympian.training.learn.run.time.monotonic", lambda: now[0])

    def update(_: TrainingTally, entropy: float) -> UpdateNote:
        now[0] += 10.0
        calls.append(entropy)
        return UpdateNote(0.01, 1e-3, 0.0, 0.5)

    monkeypatch.setattr(run, "update", update)
    numbers = dict.fromkeys(TallyRow.__struct_fields__, 0)
    row = TallyRow(**{**numbers, "shoves_survived": None, "terms": {}})
    monkeypatch.setattr(TrainingTally, "row", lambda *_: row)
    run.run(lambda _, share: told.append(share))
    assert now[0] == pytest.approx(50.0)  # a sixth update would end after the minute
    assert (calls[0], calls[-1]) == (1.0, 1.0)
    assert 0.0 < told[0] < told[-1] <= 1.0
    assert run.options.out.is_file()
    assert run.checkpoint.is_file()
