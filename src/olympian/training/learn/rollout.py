"""What was done and what came of it: some steps of all worlds, for one update."""

# pyright: reportMissingImports=false

from dataclasses import dataclass

import torch

from olympian.training.body.arrays import Tensor

GAMMA, LAMBDA = 0.99, 0.95
"""How much of the next step's worth counts now, and of the next step's advantage."""


@dataclass(frozen=True)
class Experience:
    """Rows of all steps and worlds, in one order."""

    told: Tensor
    critic_told: Tensor
    action: Tensor
    mean: Tensor
    likelihood: Tensor
    value: Tensor
    advantage: Tensor
    worth: Tensor
    """Reward to come, as it turned out and as the critic guesses its rest."""


class Rollout:
    """Room for one of them, filled step by step."""

    def __init__(
        self, steps: int, worlds: int, told: int, critic: int, actions: int, device: str
    ) -> None:
        def room(*shape: int) -> Tensor:
            return torch.zeros(steps, worlds, *shape, device=device)

        self.steps = steps
        self._told, self._critic = room(told), room(critic)
        self._action, self._mean = room(actions), room(actions)
        self._likelihood, self._value = room(), room()
        self._reward, self._ended, self._counts = room(), room(), room()
        self._place = 0

    def decide(
        self,
        told: Tensor,
        critic: Tensor,
        mean: Tensor,
        action: Tensor,
        likelihood: Tensor,
        value: Tensor,
    ) -> None:
        """Keep what was known and done before a step."""
        k = self._place
        self._told[k], self._critic[k], self._mean[k] = told, critic, mean
        self._action[k], self._likelihood[k], self._value[k] = action, likelihood, value

    def receive(self, reward: Tensor, fell: Tensor, ended: Tensor, counts: Tensor) -> None:
        """Keep what came of it. A run that the clock ends would have gone on as it was worth."""
        k = self._place
        late = ended & ~fell
        self._reward[k] = reward + GAMMA * self._value[k] * late.float()
        self._ended[k], self._counts[k] = ended.float(), counts
        self._place = (k + 1) % self.steps

    def experience(self, last_value: Tensor) -> Experience:
        """Advantages by generalised estimation; rows that do not count are left out."""
        advantage = torch.zeros_like(self._reward)
        run = torch.zeros_like(last_value)
        for k in reversed(range(self.steps)):
            following = last_value if k == self.steps - 1 else self._value[k + 1]
            lives = 1.0 - self._ended[k]
            surprise = self._reward[k] + GAMMA * following * lives - self._value[k]
            run = surprise + GAMMA * LAMBDA * lives * run
            advantage[k] = run
        rows = (
            self._told,
            self._critic,
            self._action,
            self._mean,
            self._likelihood,
            self._value,
            advantage,
            advantage + self._value,
        )
        counts = self._counts.flatten() > 0.5
        flat = [values.flatten(0, 1) for values in rows]
        if not bool(counts.all()):
            flat = [values[counts] for values in flat]
        return Experience(*flat)
