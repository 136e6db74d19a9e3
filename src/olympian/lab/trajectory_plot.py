"""HOly's figure 6: position, speed and acceleration of the same move by every policy."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from olympian.figures import new_figure, plain, save_figure
from olympian.motion.trajectory import Move, Policy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {
    Policy.CONSTANT_VELOCITY: "#d1495b",
    Policy.CONSTANT_ACCELERATION: "#00798c",
    Policy.QUINTIC: "#edae49",
}
POINTS = 401


def draw(
    path: Path,
    degrees: float = 90.0,
    duration: float = 1.0,
    policies: Sequence[Policy] = tuple(Policy),
) -> None:
    """Write the figure of a move of one joint; the file is whole or not there at all."""
    moves = [
        Move.within(policy, [0.0], [np.radians(degrees)], duration=duration) for policy in policies
    ]
    figure = new_figure(6.4, 7.2)
    panels = figure.subplots(3, 1, sharex=True)
    for axes, label in zip(
        panels, ("position in °", "speed in °/s", "acceleration in °/s²"), strict=True
    ):
        plain(axes).set_ylabel(label)
    for move in moves:
        _draw_move(panels, move)
    _draw_jerks(panels[2], moves)
    panels[0].legend(frameon=False, loc="upper left")
    panels[0].set_title(f"{degrees:g}° in {duration:g} s")
    panels[2].set_xlabel("time in s")
    save_figure(figure, path)


def _draw_move(panels: "Sequence[Axes]", move: Move) -> None:
    # A little beyond both ends, so that jumps at the ends show as such.
    t = np.linspace(-0.08, 1.08, POINTS) * move.duration
    samples = [move.at(float(instant)) for instant in t]
    label = move.policy.value.replace("_", " ")
    for axes, column in zip(panels, zip(*samples, strict=True), strict=True):
        axes.plot(t, np.degrees(column), color=COLOURS[move.policy], label=label, linewidth=1.8)


def _draw_jerks(axes: "Axes", moves: Sequence[Move]) -> None:
    """Arrows where the speed jumps: there the acceleration has no finite value."""
    reach = max(abs(limit) for limit in axes.get_ylim()) * 1.5
    axes.set_ylim(-reach, reach)
    for move in moves:
        if np.isfinite(move.policy.peak_acceleration):
            continue
        sign = float(np.sign(move.q_goal[0] - move.q_start[0]))
        for t, height in ((0.0, sign * reach), (move.duration, -sign * reach)):
            arrow = {"arrowstyle": "-|>", "color": COLOURS[move.policy], "linewidth": 1.8}
            axes.annotate("", (t, 0.97 * height), (t, 0.0), arrowprops=arrow)
            axes.annotate(
                "without bound",
                (t, 0.86 * height),
                (8 if t == 0.0 else -8, 0),
                textcoords="offset points",
                horizontalalignment="left" if t == 0.0 else "right",
                verticalalignment="center",
                color=COLOURS[move.policy],
            )
