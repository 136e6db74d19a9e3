"""A run of training: rollouts and updates until its time is over, checkpoints on the way."""

# pyright: reportMissingImports=false

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from olympian.errors import OlympianError
from olympian.motion.learnt import Fitting, LearntPolicy
from olympian.robot import Robot
from olympian.training.body.body import BatchedBody
from olympian.training.body.model import PhysicsOptions
from olympian.training.environment import Environment
from olympian.training.learn.checkpoint import Progress, load_checkpoint, save_checkpoint
from olympian.training.learn.network import ActorCritic
from olympian.training.learn.ppo import Flip, Ppo, PpoRule, UpdateNote
from olympian.training.learn.rollout import Rollout
from olympian.training.learn.tally import TallyRow, TrainingTally
from olympian.training.task.endings import check_endings
from olympian.training.task.scale import layout_of
from olympian.training.task.task_file import TaskFile
from olympian.training.task.terms import check_rewards

STEPS = 24
"""Steps of the policy between two updates: about a stride."""
EVERY, FIRST = 25, (1, 5, 10)
"""Updates between two rows of the story, and the first ones."""
SAVED = 60.0
"""Seconds between two checkpoints."""
CALM = 4.0
"""Falls per minute below which the curriculum goes on."""
RESERVE = 4.0
"""Seconds kept for the last files."""
COOLING = 0.8
"""Share of the time after which chance is no longer rewarded."""


@dataclass(frozen=True)
class RunOptions:
    """How a run is made."""

    minutes: float
    device: str
    worlds: int
    seed: int
    out: Path
    """The policy's file (.npz); checkpoint, story and picture lie beside it."""
    resume: Path | None = None
    batched: bool | None = None
    """With MuJoCo Warp; None: on a GPU only."""
    began: float | None = None
    """Of the monotonic clock, s, from which the minutes count; None: when the run begins."""


class TrainingRun:
    """One robot learning one task."""

    def __init__(self, robot: Robot, name: str, task: TaskFile, options: RunOptions) -> None:
        check_rewards(task.rewards, f"task '{name}'")
        check_endings(task.episode.ends)
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        own = task.for_robot(robot.name)
        self.robot, self.name, self.options = robot, name, options
        self.layout, self.fitting = layout_of(robot, name, task), Fitting.of(robot)
        self.environment = make_environment(robot, name, task, options)
        told, critic = self.environment.reset()
        self._told, self._critic = told, critic
        network = ActorCritic(
            told.shape[1],
            critic.shape[1],
            len(self.layout.joints),
            own.network.actor,
            own.network.critic,
            PpoRule.spread,
        ).to(options.device)
        flips: list[Flip] = [
            mirror.tensors(options.device) for mirror in self.environment.mirrors()
        ]
        self.ppo = Ppo(network, (flips[0], flips[1], flips[2]), PpoRule())
        self.progress = Progress()
        if options.resume is not None:
            self.progress = load_checkpoint(options.resume, self.ppo, self.layout, self.fitting)
            self.environment.updates = self.progress.level
        # a policy that is too large should be said now and not in the end
        self.policy()
        self._rollout = Rollout(
            STEPS,
            options.worlds,
            told.shape[1],
            critic.shape[1],
            len(self.layout.joints),
            options.device,
        )

    def run(self, tell: Callable[[TallyRow, float], None] = lambda _row, _share: None) -> TallyRow:
        """Train until the time is over; the last row of the story.

        Args: tell: called with each row and the share of the time that is over.
        """
        began = saved = told_at = time.monotonic()
        counted = began if self.options.began is None else self.options.began
        ends = counted + 60.0 * self.options.minutes - RESERVE
        before, tally, longest, shown = (
            self.progress.minutes,
            TrainingTally(self.environment),
            0.0,
            0,
        )
        row: TallyRow | None = None
        self.environment.spread_ages()
        updates = 0
        while True:
            start = time.monotonic()
            entropy = 0.0 if start > began + COOLING * (ends - began) else 1.0
            note = self.update(tally, entropy)
            updates += 1
            now = time.monotonic()
            longest = max(longest, now - start) if updates > 1 else 0.0
            self.progress.minutes = before + (now - began) / 60.0
            last = now + longest >= ends
            if updates in FIRST or updates % EVERY == 0 or last:
                row = tally.row(
                    self.progress.update,
                    self.progress.minutes,
                    self.progress.samples,
                    note.rate,
                    note.change,
                    note.spread,
                    now - told_at,
                )
                told_at = now
                self._climb(row, updates - shown)
                shown = updates
                self.progress.rows = (*self.progress.rows, row)
                tell(row, min((now - began) / max(ends - began, 1e-9), 1.0))
            if last:
                break
            if now - saved > SAVED:
                self.save()
                saved = now
        self.save()
        assert row is not None
        return row

    def update(self, tally: TrainingTally, entropy: float = 1.0) -> UpdateNote:
        """One rollout and what is learnt from it."""
        network = self.ppo.network
        with torch.no_grad():
            for _ in range(STEPS):
                mean, value = network.mean(self._told), network.value(self._critic)
                chance = torch.randn(mean.shape, device=mean.device)
                action = mean + network.log_spread.exp() * chance
                likelihood = network.likelihood(mean, action)
                self._rollout.decide(self._told, self._critic, mean, action, likelihood, value)
                outcome = self.environment.step(action)
                self._rollout.receive(outcome.reward, outcome.fell, outcome.ended, outcome.counts)
                tally.see(outcome)
                self._told, self._critic = outcome.observation, outcome.critic
            seen = self._rollout.experience(network.value(self._critic))
        note = self.ppo.update(seen, entropy)
        self.progress.update += 1
        self.progress.samples += STEPS * self.options.worlds
        return note

    def policy(self) -> LearntPolicy:
        """What it can do now."""
        p = self.progress
        story = (
            f"{self.name} of {self.robot.name}: {p.update} updates, {p.samples / 1e6:.1f} M "
            f"samples, {p.minutes:.1f} minutes, seed {self.options.seed}"
        )
        return self.ppo.network.policy(self.layout, self.fitting, story)

    @property
    def checkpoint(self) -> Path:
        """Where the run can be gone on with."""
        return self.options.out.with_suffix(".pt")

    def save(self) -> None:
        """Policy and checkpoint."""
        self.policy().save(self.options.out)
        save_checkpoint(self.checkpoint, self.ppo, self.progress, self.layout, self.fitting)

    def _climb(self, row: TallyRow, updates: int) -> None:
        """The curriculum's clock goes on while the robot rarely falls."""
        if row.falls_per_minute < CALM:
            self.environment.updates += updates
        self.progress.level = self.environment.updates


def make_environment(
    robot: Robot, name: str, task: TaskFile, options: RunOptions, begins_again: bool = True
) -> Environment:
    """The batch that a run is made with."""
    if options.worlds < 1:
        raise OlympianError(f"worlds: {options.worlds} is not at least 1")
    layout, own = layout_of(robot, name, task), task.for_robot(robot.name)
    physics = PhysicsOptions(whole_body=own.episode.start == "lying")
    ticks = round(layout.period / physics.tick)
    if ticks < 1 or abs(ticks * physics.tick - layout.period) > 1e-9:
        raise OlympianError(
            f"task '{name}': period {layout.period} s is not in whole ticks of {physics.tick} s"
        )
    body = BatchedBody(robot, options.worlds, options.device, physics, ticks, options.batched)
    made = Environment(robot, own, layout, body, options.seed, begins_again=begins_again)
    made.reset()
    body.capture()
    return made
