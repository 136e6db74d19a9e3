"""What a stretch of training looked like: falls, errors, strain, shoves survived."""

# pyright: reportMissingImports=false

import msgspec
import torch

from olympian.training.body.arrays import Tensor
from olympian.training.environment import Environment, StepOutcome

SETTLED = 1.5
"""Seconds after a new command from which its speed is held to be walked."""


class TallyRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the story of a run."""

    update: int
    minutes: float
    samples: int
    reward: float
    """Mean per second."""
    episode_s: float
    """Mean length of those that ended."""
    falls_per_minute: float
    speed_error: float
    """m/s"""
    turn_error: float
    """rad/s"""
    shoves_survived: float | None
    """Of those in the upper half of the present strength."""
    saturated: float
    clamped: float
    """Shares of joints and steps."""
    steps_per_s: float
    rate: float
    change: float
    spread: float
    level: float
    """Of the curriculum's clock, in updates."""
    terms: dict[str, float]


class TrainingTally:
    """Sums on the device; nothing waits for it until a row is made."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._sums: dict[str, Tensor] = {}

    def see(self, outcome: StepOutcome) -> None:
        """Take in one step."""
        environment, m = self._environment, outcome.moment
        old = environment.commands.age * environment.layout.period > SETTLED
        shoves = environment.shoves
        strong = shoves.momentum > 0.5 * shoves.momentum.amax().clamp_min(1e-9)
        error = m.smooth - m.command
        values = {
            "worlds": outcome.counts,
            "reward": outcome.reward,
            "fell": outcome.fell,
            "ended": outcome.ended,
            "old": old,
            "speed": error[:, :2].norm(dim=-1) * old,
            "turn": error[:, 2].abs() * old,
            "saturated": m.saturated.mean(-1),
            "clamped": (m.clamped.abs() > 1e-3).float().mean(-1),
            "survived": (shoves.age == shoves.watched) & strong & ~outcome.fell,
            "felled": (shoves.age < shoves.watched) & strong & outcome.fell,
            **{f"term {name}": part * outcome.counts for name, part in outcome.parts.items()},
        }
        for name, value in values.items():
            total = torch.nan_to_num(value.float()).sum()
            self._sums[name] = self._sums[name] + total if name in self._sums else total

    def row(
        self,
        update: int,
        minutes: float,
        samples: int,
        rate: float,
        change: float,
        spread: float,
        took: float,
    ) -> TallyRow:
        """What was seen since the last row. Args: took: seconds for it."""
        sums = {name: float(total) for name, total in self._sums.items()}
        self._sums.clear()
        period = self._environment.layout.period
        steps, old = max(sums["worlds"], 1.0), max(sums["old"], 1.0)
        shoved = sums["survived"] + sums["felled"]
        return TallyRow(
            update=update,
            minutes=round(minutes, 3),
            samples=samples,
            reward=round(sums["reward"] / steps / period, 4),
            episode_s=round(steps * period / max(sums["ended"], 1.0), 2),
            falls_per_minute=round(60.0 * sums["fell"] / (steps * period), 3),
            speed_error=round(sums["speed"] / old, 4),
            turn_error=round(sums["turn"] / old, 4),
            shoves_survived=round(sums["survived"] / shoved, 3) if shoved >= 20 else None,
            saturated=round(sums["saturated"] / steps, 4),
            clamped=round(sums["clamped"] / steps, 4),
            steps_per_s=round(steps / max(took, 1e-9)),
            rate=rate,
            change=round(change, 5),
            spread=round(spread, 4),
            level=round(self._environment.updates, 1),
            terms={
                name.removeprefix("term "): round(total / steps, 4)
                for name, total in sums.items()
                if name.startswith("term ")
            },
        )
