"""Commands: a new one every few seconds, from all that may be asked at once."""

# pyright: reportMissingImports=false

import torch

from olympian.motion.learnt import PolicyLayout
from olympian.training.body.arrays import Tensor
from olympian.training.task.task_file import EpisodeRule

STRAIGHT, ASIDE = 0.25, 0.10
"""Shares of commands that go only ahead or back, and that do not."""


class Commands:
    """One per world."""

    def __init__(
        self,
        layout: PolicyLayout,
        rule: EpisodeRule,
        worlds: int,
        device: str,
        chance: torch.Generator,
    ) -> None:
        self._layout, self._rule, self._chance = layout, rule, chance
        self.command = torch.zeros(worlds, 3, device=device)
        """m/s ahead and to the left, rad/s turning."""
        self.age = torch.zeros(worlds, device=device)
        """Steps since it was drawn."""
        self._left = torch.zeros(worlds, device=device)

    @property
    def moving(self) -> Tensor:
        """(worlds,) 1 where it means to go."""
        return (self.command.abs().sum(-1) > self._layout.still).float()

    def step(self, share: float) -> None:
        """A step has passed; commands whose time is over are drawn anew.

        Args: share: of the top speeds.
        """
        self.age += 1
        self._left -= 1
        self.draw(self._left <= 0, share)

    def draw(self, some: Tensor, share: float) -> None:
        """New ones in some worlds."""
        worlds, device, layout = len(self.command), self.command.device, self._layout

        def chance(*shape: int) -> Tensor:
            return torch.rand(worlds, *shape, generator=self._chance, device=device)

        parts, kind = 2.0 * chance(3) - 1.0, chance()
        parts[:, 1:] *= (kind > STRAIGHT)[:, None]
        parts[:, 0] *= kind < 1.0 - ASIDE
        size = (parts.abs() ** layout.mixing).sum(-1) ** (1.0 / layout.mixing)
        parts = parts / size.clamp_min(1.0)[:, None]
        ahead, back, side, turn = layout.top_speed
        straight = torch.where(parts[:, 0] > 0, parts[:, 0] * ahead, parts[:, 0] * back)
        new = share * torch.stack([straight, parts[:, 1] * side, parts[:, 2] * turn], -1)
        new = new * (chance() >= self._rule.stand)[:, None]
        self.command.copy_(torch.where(some[:, None], new, self.command))
        low, high = (seconds / layout.period for seconds in self._rule.command_s)
        lasts = torch.floor(low + (high - low) * chance())
        self._left.copy_(torch.where(some, lasts, self._left))
        self.age.copy_(torch.where(some, torch.zeros_like(self.age), self.age))
