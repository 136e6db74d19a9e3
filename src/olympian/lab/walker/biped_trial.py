"""Trials of a controller, no two alike, and what they say together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from olympian.lab.walker.biped import Biped
from olympian.lab.walker.biped_model import BipedModel
from olympian.lab.walker.biped_walk import BipedWalk, Burst, walk
from olympian.lab.walker.controllers import Controller


@dataclass(frozen=True)
class WalkerRow:
    """One controller over all its trials."""

    controller: str
    figure: str
    trials: int
    survived: int
    """trials that took all steps asked for"""
    steps_asked: int
    steps: tuple[int, ...]
    """taken in each trial"""
    synchronisation_error_m: float
    """lag of the centre of mass at the ends of steps (root mean square), mean over trials"""
    last_lag_m: float
    """lag at the last step of the first trial: negative is behind the feet"""
    speed_m_s: float
    step_length_m: float
    failed_steps: int
    """steps, of all trials, after which the same foot was still ahead"""
    asymmetry: float
    """mean difference of successive steps, as a share of a step"""
    push_ns: float


def trial(controller: Controller, seed: int, steps: int, push: float = 0.0) -> BipedWalk:
    """One walk; the seed sets mass ±5 %, friction 0.6–1.0, start speed ±5 %, noise, time of push.

    The controller goes by the nominal masses: it cannot know those of this specimen.

    Args: push: N s on the hip within 0.1 s, some time in the second or third second.
    """
    rng, nominal = np.random.default_rng(seed), BipedModel()
    specimen = replace(
        nominal,
        hip_mass=nominal.hip_mass * rng.uniform(0.95, 1.05),
        friction=rng.uniform(0.6, 1.0),
    )
    gait, burst = controller.gait, Burst(rng.uniform(1.5, 2.5), push / 0.1)
    biped = Biped(specimen, rng)
    biped.begin(gait.opening, gait.start_speed * rng.uniform(0.95, 1.05))
    return walk(biped, gait, controller.stabilisers(gait, nominal), steps, (burst,))


def row(
    controller: Controller, walks: Sequence[BipedWalk], steps: int, push: float = 0.0
) -> WalkerRow:
    """What a controller's walks say together."""
    lengths = np.concatenate([walk.step_lengths for walk in walks])
    return WalkerRow(
        controller=controller.name,
        figure=controller.figure,
        trials=len(walks),
        survived=sum(not walk.fell for walk in walks),
        steps_asked=steps,
        steps=tuple(walk.steps for walk in walks),
        synchronisation_error_m=_mean([walk.synchronisation_error for walk in walks], 5),
        last_lag_m=round(float(walks[0].lag[-1]), 4) if walks[0].steps else float("nan"),
        speed_m_s=round(float(np.mean([walk.speed for walk in walks])), 4),
        step_length_m=round(float(lengths.mean()), 4) if len(lengths) else float("nan"),
        failed_steps=sum(walk.failed_steps for walk in walks),
        asymmetry=_mean([walk.asymmetry for walk in walks], 4),
        push_ns=push,
    )


def _mean(values: Sequence[float], digits: int) -> float:
    """Of what is a number; not a number if nothing is."""
    known = [value for value in values if np.isfinite(value)]
    return round(float(np.mean(known)), digits) if known else float("nan")
