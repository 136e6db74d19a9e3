"""Shoves: a force on the trunk for a tenth of a second, from any side, every few seconds."""

# pyright: reportMissingImports=false

from math import pi

import torch

from olympian.training.body.arrays import Tensor
from olympian.training.body.simulated import AnyBody
from olympian.training.task.task_file import EpisodeRule

LASTS = 0.1
"""Seconds, as in the bench."""
WATCHED = 4.0
"""Seconds after which a shove is survived, as in the bench."""
LONG_AGO = 1e6


class Shoves:
    """One per world, now and then."""

    def __init__(
        self, body: AnyBody, rule: EpisodeRule, dt: float, chance: torch.Generator
    ) -> None:
        self._body, self._chance, self._dt = body, chance, dt
        self._steps = max(1, round(LASTS / dt))
        self._pause = tuple(seconds / dt for seconds in rule.shove_s)
        self.watched = round(WATCHED / dt)
        worlds, device = body.worlds, body.device
        self.force = torch.zeros(worlds, 2, device=device)
        """N in world axes while `left` counts."""
        self.left = torch.zeros(worlds, device=device)
        self.momentum = torch.zeros(worlds, device=device)
        """N s of the last one."""
        self.age = torch.full((worlds,), LONG_AGO, device=device)
        """Steps since it began."""
        self._wait = torch.zeros(worlds, device=device)
        self.forget(torch.ones(worlds, dtype=torch.bool, device=device))

    def step(self, most: float) -> None:
        """Let a step pass; shoves begin, go on and end.

        Args: most: N s of the hardest.
        """
        self._wait -= 1
        begins = self._wait <= 0
        angle, momentum = self._between(-pi, pi), most * self._between(0.0, 1.0)
        self.push(begins, angle, momentum)
        pause = torch.floor(self._between(*self._pause))
        self._wait.copy_(torch.where(begins, pause, self._wait))
        self.apply()

    def push(self, some: Tensor, angle: Tensor, momentum: Tensor) -> None:
        """Begin a shove in some worlds: towards an angle in world axes, rad, so many N s."""
        lasts = self._steps * self._dt
        force = torch.stack([torch.cos(angle), torch.sin(angle)], -1) * (momentum / lasts)[:, None]
        self.force.copy_(torch.where(some[:, None], force, self.force))
        self.momentum.copy_(torch.where(some, momentum, self.momentum))
        self.left.copy_(torch.where(some, torch.full_like(self.left, self._steps), self.left))
        self.age.copy_(torch.where(some, torch.zeros_like(self.age), self.age))

    def apply(self) -> None:
        """Hand what pushes now to physics: at the centre of mass of the trunk."""
        on = (self.left > 0).float()
        self._body.physics.pushes[:, self._body.torso_index, :2] = self.force * on[:, None]
        self.left -= on
        self.age += 1

    def forget(self, some: Tensor) -> None:
        """Nobody shoves in these worlds for a while."""
        self.left[some] = 0.0
        self.age[some] = LONG_AGO
        wait = torch.floor(self._between(self._dt, 1.0) * self._pause[0])
        self._wait.copy_(torch.where(some, wait + self._pause[0] / 4, self._wait))

    def _between(self, low: float, high: float) -> Tensor:
        count, device = self._body.worlds, self._body.device
        return low + (high - low) * torch.rand(count, generator=self._chance, device=device)
