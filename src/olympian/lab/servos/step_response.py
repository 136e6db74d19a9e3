"""How a servo answers to a step of its goal, with one controller after another."""

from collections.abc import Mapping, Sequence
from math import radians
from pathlib import Path

import msgspec
import numpy as np

from olympian.dynamixel import Register
from olympian.geometry import Vec
from olympian.lab.servos.bench_servo import BenchServo

LASTS_S = 1.2
REST_S = 0.8
"""Between two steps, to come to rest."""
BAND = 0.05
"""Share of the step within which a response has settled."""

Settings = Mapping[str, int]


class StepResponse(msgspec.Struct, frozen=True):
    """One step, and what became of it."""

    settings: dict[str, int]
    """In the counts of the servo model."""
    t: list[float]
    """Seconds since the step."""
    angle_deg: list[float]
    """From where it started."""
    step_deg: float
    rise_s: float | None
    """From 10 to 90 % of the step; None: it did not come so far."""
    overshoot: float
    """Share of the step."""
    settled_s: float | None
    error_deg: float
    """That is left at the end."""


def usual_settings(horn: BenchServo) -> list[Settings]:
    """Controllers that are worth comparing: P and PID, or slopes where there are no gains."""
    spec = horn.spec
    if spec.controller == "pid":
        p, i, d = spec.holding_gains
        return [
            {"p_gain": spec.gains[0] // 2, "i_gain": 0, "d_gain": 0},
            {"p_gain": spec.gains[0], "i_gain": 0, "d_gain": 0},
            {"p_gain": p, "i_gain": i, "d_gain": d},
        ]
    return [{"slope_cw": slope, "slope_ccw": slope} for slope in (16, 32, 64, 128)]


def respond(
    horn: BenchServo, settings: Sequence[Settings], step: float = radians(20.0)
) -> list[StepResponse]:
    """The response to each; the registers and the motor are as before afterwards.

    Args: step: rad, from where it stands; towards the middle of its range.
    """
    start = horn.state().angle
    step = -abs(step) if start > 0.0 else abs(step)
    names = {name for one in settings for name in one if name in horn.layout.settings}
    own = [(horn.layout.settings[name], _held(horn, name)) for name in names]
    try:
        return [_respond(horn, one, start, step) for one in settings]
    finally:
        horn.go(start)
        horn.wait(REST_S)
        horn.power(False)
        for register, raw in own:
            horn.bus.write(horn.id, register.address, register.encode(raw))


def _held(horn: BenchServo, name: str) -> int:
    register: Register = horn.layout.settings[name]
    return horn.get(register.name)


def _respond(horn: BenchServo, settings: Settings, start: float, step: float) -> StepResponse:
    for name, value in settings.items():
        horn.set(name, value)
    horn.go(start)
    horn.wait(REST_S)
    first = horn.state()
    horn.go(start + step)
    times, angles = [], []
    while not times or times[-1] < LASTS_S:
        now = horn.state()
        times.append(now.t - first.t)
        angles.append(now.angle - first.angle)
    return _judged(dict(settings), np.array(times), np.array(angles), step)


def _judged(settings: dict[str, int], t: Vec, angle: Vec, step: float) -> StepResponse:
    share = angle / step
    reached = [float(t[share >= part][0]) if (share >= part).any() else None for part in (0.1, 0.9)]
    rise = None if reached[0] is None or reached[1] is None else reached[1] - reached[0]
    outside = np.flatnonzero(np.abs(share - 1.0) > BAND)
    settled = (
        None
        if len(outside) and outside[-1] == len(t) - 1
        else float(t[outside[-1] + 1] if len(outside) else t[0])
    )
    return StepResponse(
        settings,
        t.tolist(),
        np.degrees(angle * np.sign(step)).tolist(),
        float(np.degrees(abs(step))),
        rise,
        max(float(share.max()) - 1.0, 0.0),
        settled,
        float(np.degrees(abs(step - angle[-1]))),
    )


def plot_steps(name: str, responses: Sequence[StepResponse], file: Path) -> None:
    """All responses in one picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 4.0), layout="constrained")
    axes = figure.add_subplot()
    for one in responses:
        label = ", ".join(f"{name} {value}" for name, value in one.settings.items())
        axes.plot(one.t, one.angle_deg, label=label)
    axes.axhline(responses[0].step_deg, color="grey", linestyle=":")
    axes.set(xlabel="time (s)", ylabel="angle (°)", title=name)
    axes.legend(fontsize="small")
    figure.savefig(file)
