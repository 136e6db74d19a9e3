"""Terms of reward by name: each is a function of a `TaskMoment`, about 1 in size where that suits.

A task's file names the terms that it wants, with their weights and numbers of their own.
"""

# pyright: reportMissingImports=false

from collections.abc import Callable, Mapping
from inspect import signature

import torch

from olympian.errors import OlympianError, unknown
from olympian.training.body.arrays import Tensor
from olympian.training.task.moment import TaskMoment

Term = Callable[..., Tensor]
TERMS: dict[str, Term] = {}


def term(function: Term) -> Term:
    """Make a function a term under its own name; its parameters are numbers of the file."""
    TERMS[function.__name__] = function
    return function


def reward(moment: TaskMoment, rules: Mapping[str, Mapping[str, float]]) -> dict[str, Tensor]:
    """Weighted terms, (worlds,) each."""
    parts = {}
    for name, rule in rules.items():
        numbers = {key: value for key, value in rule.items() if key != "weight"}
        parts[name] = rule["weight"] * TERMS[name](moment, **numbers)
    return parts


def check_rewards(rules: Mapping[str, Mapping[str, float]], where: str) -> None:
    """Raise an OlympianError that names the term or number that is wrong."""
    for name, rule in rules.items():
        if name not in TERMS:
            raise unknown(f"reward of {where}", name, TERMS)
        own = list(signature(TERMS[name]).parameters)[1:]
        for key in ("weight", *own):
            if key not in rule:
                raise OlympianError(f"{where}: reward '{name}' lacks {key}")
        for key in rule:
            if key not in ("weight", *own):
                raise unknown(f"number of reward '{name}' of {where}", key, ["weight", *own])


def _near(error: Tensor, width: float) -> Tensor:
    return torch.exp(-((error / width) ** 2))


def _speed_error(m: TaskMoment) -> Tensor:
    return (m.smooth[:, :2] - m.command[:, :2]).norm(dim=-1) / max(m.top_speed[0], 1e-6)


def _turn_error(m: TaskMoment) -> Tensor:
    return (m.smooth[:, 2] - m.command[:, 2]) * m.scale.time


@term
def speed(m: TaskMoment, width: float) -> Tensor:
    """1 at the speed asked for; the width counts the top speed ahead."""
    return _near(_speed_error(m), width)


@term
def speed_closely(m: TaskMoment, width: float) -> Tensor:
    """The same with another width: what pays for the last bit."""
    return _near(_speed_error(m), width)


@term
def turning(m: TaskMoment, width: float) -> Tensor:
    """1 at the turning rate asked for; the width counts 1/√(h/g)."""
    return _near(_turn_error(m), width)


@term
def turning_closely(m: TaskMoment, width: float) -> Tensor:
    """The same with another width."""
    return _near(_turn_error(m), width)


@term
def alive(m: TaskMoment) -> Tensor:
    """1 always."""
    return torch.ones_like(m.height)


@term
def fall(m: TaskMoment) -> Tensor:
    """1 per second of a whole one, in the step that ends with a fall."""
    return 50.0 * m.turned


@term
def swing(m: TaskMoment, width: float) -> Tensor:
    """1 where each sole is as high as the clock has it; the width counts the lift."""
    s = m.swing
    planned = 16.0 * m.lift_rule * (s * (1.0 - s)) ** 2 * m.moving[:, None]
    error = ((m.lift - planned) ** 2).sum(-1).sqrt()
    return _near(error, width * m.lift_rule)


@term
def contact(m: TaskMoment) -> Tensor:
    """Share of feet that carry when the clock says so, and do not when it does not."""
    stands = (m.swing <= 0.0) | (m.swing >= 1.0) | (m.moving[:, None] < 0.5)
    return ((m.load > 1.0) == stands).float().mean(-1)


@term
def upright(m: TaskMoment) -> Tensor:
    """sin² of the torso's tilt."""
    return (m.up[:, :2] ** 2).sum(-1)


@term
def righted(m: TaskMoment) -> Tensor:
    """0 upside down, 1 upright."""
    return (1.0 + m.up[:, 2]) / 2.0


@term
def rising(m: TaskMoment) -> Tensor:
    """0 on the floor, 1 at the height of a stand."""
    return (m.height / m.rest_height).clamp(0.0, 1.0)


@term
def on_feet(m: TaskMoment) -> Tensor:
    """1 where the torso is up and the soles carry all of the weight, flat on the floor."""
    share = (m.load.sum(-1) / (9.81 * m.scale.mass)).clamp(0.0, 1.0)
    flat = torch.exp(-4.0 * (m.sole_tilt**2).sum(-1))
    return share * flat * rising(m) * righted(m)


@term
def rest(m: TaskMoment, width: float) -> Tensor:
    """1 where all joints are at rest in a stand; the width is the norm of their angles."""
    return on_feet(m) * _near(m.q.norm(dim=-1), width * m.q.shape[-1] ** 0.5)


@term
def wobble(m: TaskMoment) -> Tensor:
    """(rad/s)² of rolling and pitching."""
    return (m.spin[:, :2] ** 2).sum(-1)


@term
def bounce(m: TaskMoment) -> Tensor:
    """Square of the vertical speed, in speeds of the robot's size."""
    return (m.velocity[:, 2] / m.scale.speed) ** 2


@term
def height(m: TaskMoment, band: float) -> Tensor:
    """Square of what the torso is beyond a band around its rest height, in tenths of it."""
    off = (m.height / m.rest_height - 1.0).abs() - band
    return (10.0 * off.clamp_min(0.0)) ** 2


@term
def action_rate(m: TaskMoment) -> Tensor:
    """Sum of squares of changes of the action."""
    return (m.change**2).sum(-1)


@term
def action_jerk(m: TaskMoment) -> Tensor:
    """Sum of squares of changes of those changes."""
    return (m.bend**2).sum(-1)


@term
def power(m: TaskMoment) -> Tensor:
    """Mechanical power of all joints, by weight times speed of the robot's size."""
    return (m.torque * m.dq).abs().sum(-1) / (9.81 * m.scale.mass * m.scale.speed)


@term
def duty(m: TaskMoment) -> Tensor:
    """Sum of squares of the servos' drive."""
    return (m.duty**2).sum(-1)


@term
def saturation(m: TaskMoment) -> Tensor:
    """Share of servos at full duty."""
    return m.saturated.mean(-1)


@term
def clamping(m: TaskMoment) -> Tensor:
    """rad by which goals are held back by the limiter, at most 2."""
    return m.clamped.abs().sum(-1).clamp_max(2.0)


@term
def slip(m: TaskMoment) -> Tensor:
    """Square of the speed of soles that carry, in speeds of the robot's size, in tenths."""
    along = (m.sole_velocity[..., :2] ** 2).sum(-1) / m.scale.speed**2
    return 100.0 * ((m.load > 1.0).float() * along).sum(-1).clamp_max(0.5)


@term
def flat_feet(m: TaskMoment) -> Tensor:
    """sin² of the soles' tilt."""
    return (m.sole_tilt**2).sum(-1)


@term
def feet_apart(m: TaskMoment, least: float) -> Tensor:
    """Widths of a sole by which the feet are too near each other."""
    gap = (m.sole_places[:, 0, 1] - m.sole_places[:, 1, 1]) / m.scale.sole[1]
    return (least - gap).clamp(0.0, 0.6)


@term
def posture(m: TaskMoment) -> Tensor:
    """Mean square of the joints' way from their rest, rad²."""
    return (m.q**2).mean(-1)


@term
def stillness(m: TaskMoment) -> Tensor:
    """Where it is to stand: how far joints are from rest, and how they turn."""
    return (1.0 - m.moving) * ((m.q**2).sum(-1) + 0.02 * (m.dq**2).sum(-1))


@term
def limits(m: TaskMoment, margin: float) -> Tensor:
    """rad by which joints are in the margin before their ends."""
    return (margin - m.to_limit).clamp_min(0.0).sum(-1)


@term
def self_contact(m: TaskMoment) -> Tensor:
    """1 where parts of the body touch each other."""
    return (m.touches > 0.0).float()
