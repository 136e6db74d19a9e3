"""Actor and critic: two networks of ELU units, and the scale of what they are told."""

# pyright: reportMissingImports=false

from collections.abc import Sequence
from itertools import pairwise
from math import log

import numpy as np
import torch
from torch import nn

from olympian.motion.learnt import Fitting, LearntPolicy, PolicyLayout
from olympian.motion.learnt.policy import FARTHEST
from olympian.training.body.arrays import Tensor

LEAST_DEVIATION = 0.01
"""Added to the deviation of an input: one that never changes is not blown up."""
REMEMBERED = 3e7
"""Rows after which the scale of inputs changes no faster."""
BEGINNING = 0.1
"""Factor on the first weights of the last layer: it begins near the rest pose."""


class InputScale(nn.Module):
    """Mean and deviation of each input, as seen so far."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.mean: Tensor
        self.variance: Tensor
        self.count: Tensor
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("variance", torch.ones(inputs))
        self.register_buffer("count", torch.tensor(1e-4))

    @torch.no_grad()
    def see(self, rows: Tensor) -> None:
        """Take in (n, inputs)."""
        mean, variance, count = rows.mean(0), rows.var(0, unbiased=False), float(len(rows))
        apart, total = mean - self.mean, self.count + count
        self.mean += apart * count / total
        kept = self.variance * self.count + variance * count
        self.variance.copy_((kept + apart**2 * self.count * count / total) / total)
        self.count.copy_(total.clamp_max(REMEMBERED))

    @property
    def deviation(self) -> Tensor:
        """By which inputs are divided."""
        return self.variance.sqrt() + LEAST_DEVIATION

    def forward(self, rows: Tensor) -> Tensor:
        """Inputs about 1 in size."""
        return ((rows - self.mean) / self.deviation).clamp(-FARTHEST, FARTHEST)


class ActorCritic(nn.Module):
    """What acts, and what guesses the reward to come."""

    def __init__(
        self,
        told: int,
        critic_told: int,
        actions: int,
        actor: Sequence[int],
        critic: Sequence[int],
        spread: float,
    ) -> None:
        super().__init__()
        self.told, self.critic_told = InputScale(told), InputScale(critic_told)
        self.actor = _layers([told, *actor, actions])
        self.critic = _layers([critic_told, *critic, 1])
        self.log_spread = nn.Parameter(torch.full((actions,), log(spread)))
        last = self.actor[-1]
        assert isinstance(last, nn.Linear)
        with torch.no_grad():
            last.weight *= BEGINNING
            last.bias.zero_()

    def mean(self, rows: Tensor) -> Tensor:
        """(n, actions) without chance."""
        return self.actor(self.told(rows))

    def value(self, rows: Tensor) -> Tensor:
        """(n,) the reward to come."""
        return self.critic(self.critic_told(rows)).squeeze(-1)

    def likelihood(self, mean: Tensor, action: Tensor) -> Tensor:
        """(n,) logarithm of an action's density."""
        off = (action - mean) / self.log_spread.exp()
        return (-0.5 * off**2 - self.log_spread - 0.5 * log(2.0 * np.pi)).sum(-1)

    def policy(self, layout: PolicyLayout, fitting: Fitting, story: str) -> LearntPolicy:
        """What the robot needs of it."""

        def plain(values: Tensor) -> np.ndarray:
            return values.detach().float().cpu().numpy()

        linear = [layer for layer in self.actor if isinstance(layer, nn.Linear)]
        pairs = [(plain(layer.weight), plain(layer.bias)) for layer in linear]
        mean, deviation = plain(self.told.mean), plain(self.told.deviation)
        return LearntPolicy(layout, fitting, mean, deviation, pairs, story)


def _layers(sizes: Sequence[int]) -> nn.Sequential:
    parts: list[nn.Module] = []
    for inputs, outputs in pairwise(sizes):
        parts += [nn.Linear(inputs, outputs), nn.ELU()]
    return nn.Sequential(*parts[:-1])
