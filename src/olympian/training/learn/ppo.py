"""Proximal policy optimisation with mirrored samples, and a step size that follows the change.

Written here and not taken from rsl-rl: that brings tensordict and its binaries along, which do not
fit on a machine without a network beside Warp, and it ends after updates, not after minutes.
"""

# pyright: reportMissingImports=false

from dataclasses import dataclass
from math import log

import torch
from torch import nn

from olympian.training.body.arrays import Tensor
from olympian.training.learn.network import ActorCritic
from olympian.training.learn.rollout import Experience

Flip = tuple[Tensor, Tensor]
"""Places and signs of a row in the mirror."""


@dataclass(frozen=True)
class PpoRule:
    """Numbers of the method; those of the spike, which learnt to walk twice."""

    epochs: int = 4
    batches: int = 4
    clip: float = 0.2
    entropy: float = 0.004
    symmetry: float = 0.2
    """Weight of the difference between an action and that of the mirrored robot."""
    first_rate: float = 1e-3
    rates: tuple[float, float] = (5e-5, 2e-3)
    change: tuple[float, float] = (0.008, 0.02)
    """KL divergence of an update below which steps grow, and beyond which they shrink."""
    spread: float = 0.6
    least_spread: float = 0.1
    largest_gradient: float = 1.0


@dataclass(frozen=True)
class UpdateNote:
    """What an update did."""

    change: float
    """KL divergence between the policies before and after."""
    rate: float
    value_loss: float
    spread: float


class Ppo:
    """A network, its optimiser, and how both learn from experience."""

    def __init__(self, network: ActorCritic, flips: tuple[Flip, Flip, Flip], rule: PpoRule) -> None:
        """Args: flips: of what the actor is told, of what the critic is told, and of actions."""
        self.network, self.rule = network, rule
        self._flips = flips
        self.rate = rule.first_rate
        self.optimiser = torch.optim.Adam(network.parameters(), lr=self.rate)

    def update(self, seen: Experience, entropy: float) -> UpdateNote:
        """Learn from one rollout. Args: entropy: share of the rule's weight on chance."""
        network, rule = self.network, self.rule
        network.told.see(seen.told)
        network.critic_told.see(seen.critic_told)
        advantage = (seen.advantage - seen.advantage.mean()) / (seen.advantage.std() + 1e-8)
        spread = network.log_spread.detach().exp().clone()
        changes: list[Tensor] = []
        loss = torch.zeros(())
        for _ in range(rule.epochs):
            order = torch.randperm(len(seen.told), device=seen.told.device)
            for some in order.tensor_split(rule.batches):
                loss = self._learn(seen, advantage, some, entropy * rule.entropy)
                changes.append(self._changed(seen, some, spread))
        change = float(torch.stack(changes[-rule.batches :]).mean())
        self._pace(change)
        return UpdateNote(
            change, self.rate, float(loss), float(network.log_spread.detach().exp().mean())
        )

    def _learn(self, seen: Experience, advantage: Tensor, some: Tensor, entropy: float) -> Tensor:
        network, rule, twice = self.network, self.rule, torch.cat([some, some])
        told, critic, action = (
            torch.cat([rows[some], rows[some][:, places] * signs])
            for rows, (places, signs) in zip(
                (seen.told, seen.critic_told, seen.action), self._flips, strict=True
            )
        )
        mean, value = network.mean(told), network.value(critic)
        ratio = (network.likelihood(mean, action) - seen.likelihood[twice]).exp()
        gain = advantage[twice]
        clipped = ratio.clamp(1.0 - rule.clip, 1.0 + rule.clip)
        acting = -torch.min(ratio * gain, clipped * gain).mean()
        before, worth = seen.value[twice], seen.worth[twice]
        near = before + (value - before).clamp(-rule.clip, rule.clip)
        guessing = torch.max((value - worth) ** 2, (near - worth) ** 2).mean()
        places, signs = self._flips[2]
        own, mirrored = mean.tensor_split(2)
        apart = ((own[:, places] * signs - mirrored) ** 2).mean()
        total = acting + guessing - entropy * network.log_spread.sum() + rule.symmetry * apart
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        nn.utils.clip_grad_norm_(network.parameters(), rule.largest_gradient)
        self.optimiser.step()
        with torch.no_grad():
            network.log_spread.clamp_(log(rule.least_spread), 0.0)
        return guessing.detach()

    @torch.no_grad()
    def _changed(self, seen: Experience, some: Tensor, spread: Tensor) -> Tensor:
        """KL divergence of the policy before the update from the one now."""
        now, mean = self.network.log_spread.exp(), self.network.mean(seen.told[some])
        apart = (spread**2 + (seen.mean[some] - mean) ** 2) / (2.0 * now**2)
        return (torch.log(now / spread) + apart - 0.5).sum(-1).mean()

    def _pace(self, change: float) -> None:
        least, most = self.rule.change
        slowest, fastest = self.rule.rates
        if change > most:
            self.rate = max(self.rate / 1.5, slowest)
        elif change < least:
            self.rate = min(self.rate * 1.5, fastest)
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate
